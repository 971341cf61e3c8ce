import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import type { BulkRow } from '@claviger/contract/people/bulk-runs'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { msg, t } from '../../../ground/text/text.ts'
import { useRead } from '../../../ground/data/useRead.ts'
import { ListPage } from '../../../ground/ui/list/ListPage.tsx'
import { Bones } from '../../../ground/ui/page/Bones.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { ErrorCard } from '../../../ground/ui/page/ErrorCard.tsx'
import { PageHead } from '../../../ground/ui/page/PageHead.tsx'
import type { Column, PhoneRow } from '../../../ground/ui/table/columns.ts'
import { useCrumb } from '../../../shell/crumbs/crumb.ts'
import { Outcome, outcomeColumn, outcomeFilters } from './run/Outcome.tsx'
import { RunBody } from './run/RunBody.tsx'
import { useRun } from './useRun.ts'
import { useUndo } from './useUndo.ts'
import { reasonOf, titleOf } from './words.ts'

const nameOf = (row: BulkRow) => row.name ?? t('Unknown user')

const columns: readonly Column<BulkRow>[] = [
  { name: 'name', label: msg('Name'), fixed: true, cell: nameOf, text: nameOf },
  { name: 'userId', label: msg('User ID'), cell: row => row.userId ?? '—', text: row => row.userId ?? '' },
  outcomeColumn,
  { name: 'reason', label: msg('Why'), cell: row => reasonOf(row.reason) || '—', text: row => reasonOf(row.reason) },
]

const linesOf = (row: BulkRow): PhoneRow => ({
  name: nameOf(row),
  status: <Outcome row={row} />,
  second: reasonOf(row.reason) || row.userId,
})

/** One act on many users: how far it has come, what happened to each, and the way back. */
export default function RunPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const first = useRead(bulkRuns.get, { id }, { quiet: true })
  const run = useRun(id)
  const go = useNavigate()
  const { undo, busy } = useUndo(undone => void go({ to: `/dashboard/users/runs/${undone.id}` } as never))
  useCrumb(run && titleOf(run))
  if (first.isError)
    return (
      <>
        <PageHead title={t('Run')} />
        <ErrorCard title={t('We could not load this run')} fault={first.error} retry={() => void first.refetch()} />
      </>
    )
  if (!run) return <Bones lines={6} />
  return (
    <RunBody
      run={run}
      title={titleOf(run)}
      also={run.undoneBy !== null && <Link to={`/dashboard/users/runs/${run.undoneBy}` as '/'}>{t('Taken back')}</Link>}
      may="users.write"
      undo={undo}
      busy={busy}
    >
      <ListPage
        of={bulkRuns.rows}
        noun={t('results')}
        fixed={{ id }}
        filters={outcomeFilters}
        columns={columns}
        rowName={nameOf}
        phone={linesOf}
        {...(run.finishedAt === null ? { every: 1500 } : {})}
        empty={<EmptyState title={t('No users')} />}
      />
    </RunBody>
  )
}
