import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import type { BulkRow } from '@claviger/contract/people/bulk-runs'
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { msg, t } from '../../../ground/text/text.ts'
import { count } from '../../../ground/text/formats.ts'
import { Status } from '../../../ground/ui/bits/Status.tsx'
import { When } from '../../../ground/ui/bits/When.tsx'
import { useRead } from '../../../ground/data/useRead.ts'
import { ListPage } from '../../../ground/ui/list/ListPage.tsx'
import { Bones } from '../../../ground/ui/page/Bones.tsx'
import { Card } from '../../../ground/ui/page/Card.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { ErrorCard } from '../../../ground/ui/page/ErrorCard.tsx'
import { PageHead } from '../../../ground/ui/page/PageHead.tsx'
import type { Column, PhoneRow } from '../../../ground/ui/table/columns.ts'
import { useCrumb } from '../../../shell/crumbs/crumb.ts'
import { useSession } from '../../../shell/session.tsx'
import { Progress } from './Progress.tsx'
import { useRun } from './useRun.ts'
import { useUndo } from './useUndo.ts'
import { reasonOf, titleOf } from './words.ts'
import classes from './bulk-runs.module.css'

function Outcome({ row }: { row: BulkRow }) {
  if (row.done === null)
    return (
      <Status shape="quarter" tone="mute">
        {t('Waiting')}
      </Status>
    )
  return row.done ? (
    <Status shape="disc" tone="ok">
      {t('Done')}
    </Status>
  ) : (
    <Status shape="square" tone="bad">
      {t('Not done')}
    </Status>
  )
}

const nameOf = (row: BulkRow) => row.name ?? t('Unknown user')

const columns: readonly Column<BulkRow>[] = [
  { name: 'name', label: msg('Name'), fixed: true, cell: nameOf, text: nameOf },
  { name: 'userId', label: msg('User ID'), cell: row => row.userId ?? '—', text: row => row.userId ?? '' },
  {
    name: 'result',
    label: msg('Result'),
    width: '120px',
    cell: row => <Outcome row={row} />,
    text: row => (row.done ? t('Done') : t('Not done')),
  },
  { name: 'reason', label: msg('Why'), cell: row => reasonOf(row.reason) || '—', text: row => reasonOf(row.reason) },
]

const filters = [
  {
    name: 'refused',
    label: msg('Result'),
    options: [
      { value: 'true', label: msg('Not done') },
      { value: 'false', label: msg('Done') },
    ],
  },
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
  const { can } = useSession()
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
    <>
      <PageHead
        title={titleOf(run)}
        under={
          <>
            <span>{t('By {actorName}', { actorName: run.actorName })}</span>
            <When at={run.startedAt} />
            {run.undoneBy !== null && (
              <Link to={`/dashboard/users/runs/${run.undoneBy}` as '/'}>{t('Taken back')}</Link>
            )}
          </>
        }
        actions={
          run.undoUntil !== null &&
          can('users.write') && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={16} stroke={1.7} aria-hidden />}
              loading={busy}
              onClick={() => undo(run)}
            >
              {t('Undo')}
            </Button>
          )
        }
      />
      <div className={classes.page}>
        <Card>
          <Progress
            done={run.seen}
            of={run.total}
            label={t('{done} done, {failed} not done, {waiting} waiting', {
              done: count(run.succeeded),
              failed: count(run.seen - run.succeeded),
              waiting: count(run.total - run.seen),
            })}
          />
        </Card>
        <ListPage
          of={bulkRuns.rows}
          noun={t('results')}
          fixed={{ id }}
          filters={filters}
          columns={columns}
          rowName={nameOf}
          phone={linesOf}
          {...(run.finishedAt === null ? { every: 1500 } : {})}
          empty={<EmptyState title={t('No users')} />}
        />
      </div>
    </>
  )
}
