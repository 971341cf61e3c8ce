import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { PageOf } from '@claviger/contract/ground/page'
import { t } from '../../text/text.ts'
import { totalOf } from '../../text/formats.ts'
import { pageSizes } from './ask.ts'
import type { ListState } from './useList.ts'
import classes from './list.module.css'

/** The foot of a list: range of the total, rows a page, and the way on. */
export function Pager({ list, reply, counting }: { list: ListState; reply: PageOf<unknown>; counting: boolean }) {
  // While the next page loads, the foot speaks of the rows that are still shown
  const first = (reply.page - 1) * reply.pageSize + 1
  const last = first + reply.items.length - 1
  const range = counting
    ? t('{first}–{last}, counting…', { first, last })
    : t('{first}–{last} of {total}', { first, last, total: totalOf(reply) })
  return (
    <div className={classes.pager} data-foot>
      <span className="cv-number">{reply.items.length === 0 ? '0' : range}</span>
      <span className={classes.size}>
        <label htmlFor="rows-a-page">{t('Rows per page')}</label>
        <NativeSelect
          id="rows-a-page"
          data={pageSizes}
          value={String(list.pageSize)}
          onChange={event =>
            list.set({ pageSize: event.currentTarget.value === pageSizes[0] ? undefined : event.currentTarget.value })
          }
        />
      </span>
      <ActionIcon
        variant="default"
        aria-label={t('Previous page')}
        disabled={reply.page === 1}
        onClick={() => list.turnPage(reply.page - 1, null)}
      >
        <IconChevronLeft size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={t('Next page')}
        disabled={reply.next === null}
        onClick={() => list.turnPage(reply.page + 1, reply.next)}
      >
        <IconChevronRight size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  )
}
