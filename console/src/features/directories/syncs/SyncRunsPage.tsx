import { syncs, type SyncRun } from '@claviger/contract/directories/syncs'
import { IconListCheck } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { syncTabs } from '../connections/sync-tabs.ts'
import { foundBy, isRead, startedBy, stateOf, titleOf, textWithoutDifferences } from './sync-labels.ts'

function State({ of }: { of: SyncRun }) {
  const { word, shape, tone } = stateOf(of)
  return (
    <Status shape={shape} tone={tone}>
      {word}
    </Status>
  )
}

const summary = (run: SyncRun): string =>
  run.reason ??
  (foundBy(run).slice(0, 4).join(', ') || (isRead(run) ? t('Nothing to change') : textWithoutDifferences(run)))

const columns: readonly Column<SyncRun>[] = [
  { name: 'what', label: msg('Run'), fixed: true, text: titleOf },
  {
    name: 'state',
    label: msg('Status'),
    width: '190px',
    cell: run => <State of={run} />,
    text: run => stateOf(run).word,
  },
  { name: 'found', label: msg('Found'), text: summary },
  { name: 'by', label: msg('Started'), text: startedBy },
  {
    name: 'at',
    label: msg('Time'),
    width: '148px',
    cell: run => <When at={run.startedAt} />,
    text: run => run.startedAt,
  },
]

const lines = (run: SyncRun): PhoneRow => ({
  name: titleOf(run),
  status: <State of={run} />,
  second: summary(run),
  secondRight: <When at={run.startedAt} />,
})

export default function SyncRunsPage() {
  return (
    <ListPage
      of={syncs.list}
      noun={t('runs')}
      title={t('Directory runs')}
      views={syncTabs('runs')}
      columns={columns}
      rowName={titleOf}
      phone={lines}
      to={run => `/dashboard/sync/runs/${run.id}`}
      every={5000}
      empty={
        <EmptyState
          title={t('No runs yet')}
          link={{ to: '/dashboard/sync', label: t('Open directories') }}
          icon={IconListCheck}
        >
          {t(
            'Each run lists what it found, what it changed, and what it skipped and why. You can undo a run for 30 minutes.',
          )}
        </EmptyState>
      }
    />
  )
}
