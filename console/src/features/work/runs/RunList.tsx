import type { Run } from '@claviger/contract/work/runs'
import { Menu } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { count, percentOf } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { TabLink } from '#platform/ui/page/Tabs.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useSession } from '#shell/session.tsx'
import type { RunKind } from './run-kind.ts'
import { useRunActs } from './useRun.ts'

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
      {t('{number} failed', { number: count(of.total - of.succeeded) })}
    </Status>
  )
}

const columnsOf = (titleOf: (run: Run) => string): readonly Column<Run>[] => [
  { name: 'what', label: msg('Item'), fixed: true, text: titleOf },
  {
    name: 'state',
    label: msg('Status'),
    width: '160px',
    cell: run => <State of={run} />,
    text: run => t('{succeeded} of {total}', { succeeded: count(run.succeeded), total: count(run.total) }),
  },
  { name: 'by', label: msg('Started by'), text: run => run.actorName },
  {
    name: 'started',
    label: msg('Started'),
    width: '148px',
    cell: run => <When at={run.startedAt} />,
    text: run => run.startedAt,
  },
  {
    name: 'undo',
    label: msg('Undo until'),
    width: '148px',
    cell: run => (run.undoneBy === null ? run.undoUntil && <When at={run.undoUntil} /> : t('Undone')),
    text: run => run.undoUntil ?? '',
  },
]

function RunMenu({ of, run }: { of: RunKind; run: Run }) {
  const go = useNavigate()
  const { undo } = useRunActs(of, begun => void go({ to: `${of.home}/${begun.id}` } as never))
  return (
    <MoreMenu bare label={t('Actions for {name}', { name: of.words.titleOf(run) })}>
      <Menu.Item onClick={() => undo.mutate({ id: run.id })}>{t('Undo')}</Menu.Item>
    </MoreMenu>
  )
}

const linesOf =
  (titleOf: (run: Run) => string) =>
  (run: Run): PhoneRow => ({
    name: titleOf(run),
    status: <State of={run} />,
    second: run.actorName,
    secondRight: <When at={run.startedAt} />,
  })

export function RunList({ of, views }: { of: RunKind; views: readonly TabLink[] }) {
  const { can } = useSession()
  const { titleOf, says } = of.words
  const menuOf = (run: Run) => can(of.may) && run.undoUntil !== null && <RunMenu of={of} run={run} />
  return (
    <ListPage
      of={of.calls.list}
      noun={t('runs')}
      title={t('Runs')}
      views={views}
      columns={columnsOf(titleOf)}
      rowName={titleOf}
      phone={linesOf(titleOf)}
      to={run => `${of.home}/${run.id}`}
      rowMenu={menuOf}
      every={5000}
      empty={
        <EmptyState title={t('No runs yet')} link={{ to: of.words.list, label: t(of.words.back) }} icon={IconListCheck}>
          {t(says)}
        </EmptyState>
      }
    />
  )
}
