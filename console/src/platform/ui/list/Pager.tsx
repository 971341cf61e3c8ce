import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { PageOf } from '@claviger/contract/platform/page'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { totalOf } from '#platform/text/formats.ts'
import { pageSizes } from './list-parameters.ts'
import type { ListState } from './useList.ts'
import classes from './list.module.css'

type Counted = PageOf<{ steps?: readonly unknown[] | undefined }> & { before?: number | undefined }

export function Pager({ list, reply, counting }: { list: ListState; reply: Counted; counting: boolean }) {
  const [begins, setBegins] = useState<Readonly<Record<number, string>>>({})
  // While the next page loads, describe the rows still shown
  const first = (reply.before ?? (reply.page - 1) * reply.pageSize) + 1
  const last = first + reply.items.reduce((sum, { steps = [] }) => sum + 1 + steps.length, 0) - 1
  const turnOn = () => {
    if (reply.next !== null) setBegins({ ...begins, [reply.page + 1]: reply.next })
    list.turnPage(reply.page + 1, reply.next)
  }
  const range = counting
    ? t('{first}–{last}, counting…', { first, last })
    : t('{first}–{last} of {total}', { first, last, total: totalOf(reply) })
  return (
    <div className={`cv-line cv-quiet ${classes.pager}`} data-foot>
      <span className="cv-fill cv-number">{reply.items.length === 0 ? '0' : range}</span>
      <span className="cv-line cv-not-on-phone">
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
        onClick={() => list.turnPage(reply.page - 1, (reply.before !== undefined && begins[reply.page - 1]) || null)}
      >
        <IconChevronLeft size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={t('Next page')} disabled={reply.next === null} onClick={turnOn}>
        <IconChevronRight size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  )
}
