import type { Run } from '@claviger/contract/work/runs'
import { IconListCheck } from '@tabler/icons-react'
import { count, percentOf } from '../../../ground/text/formats.ts'
import { msg, t } from '../../../ground/text/text.ts'
import { Status } from '../../../ground/ui/bits/Status.tsx'
import { When } from '../../../ground/ui/bits/When.tsx'
import { ListPage } from '../../../ground/ui/list/ListPage.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '../../../ground/ui/table/columns.ts'
import type { RunKind } from './kind.ts'

function State({ of }: { of: Run }) {
  if (of.finishedAt === null)
    return (
      <Status shape="quarter" tone="accent">
        {percentOf(Math.floor((of.processed / Math.max(of.total, 1)) * 100) / 100, 0)}
      </Status>
    )
  if (of.stopped)
    return (
      <Status shape="square" tone="warn">
        {t('Stopped')}
      </Status>
    )
  return of.succeeded === of.total ? (
    <Status shape="disc" tone="ok">
      {t('Done')}
    </Status>
  ) : (
    <Status shape="triangle" tone="warn">
      {t('{number} not done', { number: count(of.total - of.succeeded) })}
    </Status>
  )
}

const columnsOf = (titleOf: (run: Run) => string): readonly Column<Run>[] => [
  { name: 'what', label: msg('What'), fixed: true, cell: titleOf, text: titleOf },
  {
    name: 'state',
    label: msg('State'),
    width: '160px',
    cell: run => <State of={run} />,
    text: run => t('{succeeded} of {total}', { succeeded: count(run.succeeded), total: count(run.total) }),
  },
  { name: 'by', label: msg('By'), cell: run => run.actorName, text: run => run.actorName },
  {
    name: 'started',
    label: msg('Started'),
    width: '148px',
    cell: run => <When at={run.startedAt} />,
    text: run => run.startedAt,
  },
]

const linesOf =
  (titleOf: (run: Run) => string) =>
  (run: Run): PhoneRow => ({
    name: titleOf(run),
    status: <State of={run} />,
    second: run.actorName,
    secondRight: <When at={run.startedAt} />,
  })

/** What was done to many at once, the newest first. */
export function RunList({ of }: { of: RunKind }) {
  const { titleOf, says } = of.words
  return (
    <ListPage
      of={of.calls.list}
      noun={t('runs')}
      title={t('Runs')}
      columns={columnsOf(titleOf)}
      rowName={titleOf}
      phone={linesOf(titleOf)}
      to={run => `${of.home}/${run.id}`}
      every={5000}
      empty={
        <EmptyState title={t('No runs yet')} icon={<IconListCheck size={26} stroke={1.6} aria-hidden />}>
          {t(says)}
        </EmptyState>
      }
    />
  )
}
