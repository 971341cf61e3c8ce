import { Stack } from '@mantine/core'
import { workflows } from '@claviger/contract/automation/workflows'
import { executions, type WorkflowRow, type WorkflowRun } from '@claviger/contract/automation/workflows/workflow-runs'
import { IconRoute } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useCrumb } from '#shell/crumb.ts'
import { Progress } from '#features/work/runs/Progress.tsx'
import { byOf, Execution } from './LogsPage.tsx'
import { RunActs } from './RunActs.tsx'
import { home, resultLooks, describeRowReason, describeRunReason, waitingLook } from './workflow-labels.ts'

function Result({ of }: { of: WorkflowRow }) {
  const look = of.result === null ? waitingLook : resultLooks[of.result]
  if (!look) return null
  return (
    <Status shape={look.shape} tone={look.tone}>
      {t(look.word)}
    </Status>
  )
}

const nameOf = (row: WorkflowRow) => row.person ?? row.detail ?? t('Deleted user')

const columns: readonly Column<WorkflowRow>[] = [
  { name: 'person', label: msg('User'), fixed: true, text: nameOf },
  { name: 'detail', label: msg('Key, card, or computer'), text: row => row.detail ?? '' },
  {
    name: 'result',
    label: msg('Result'),
    width: '140px',
    cell: row => <Result of={row} />,
    text: row => t(resultLooks[row.result ?? '']?.word ?? waitingLook.word),
  },
  { name: 'why', label: msg('Reason'), text: row => describeRowReason(row.reason) },
]

const filters: readonly FilterDefinition[] = [
  {
    name: 'result',
    label: msg('Result'),
    options: Object.entries(resultLooks).map(([value, { word }]) => ({ value, label: word })),
  },
]

const linesOf = (row: WorkflowRow): PhoneRow => ({
  name: nameOf(row),
  status: <Result of={row} />,
  second: describeRowReason(row.reason) || row.detail,
})

const elsewhereTo: Readonly<Record<string, string>> = {
  sync: '/dashboard/sync/runs',
  'on-behalf': '/dashboard/users/passkey-runs',
}

function Elsewhere({ of }: { of: WorkflowRun }) {
  const to = of.elsewhere && elsewhereTo[of.elsewhere.kind]
  if (!of.elsewhere || !to) return null
  return <Link to={`${to}/${of.elsewhere.id}` as '/'}>{t('View results row by row')}</Link>
}

function Body({ run }: { run: WorkflowRun }) {
  const told = run.done + run.skipped + run.failed
  const runs = run.execution === executions.inProgress && !run.waits
  return (
    <Stack gap={16}>
      {run.reason !== null && (
        <Notice level={run.execution === executions.failure ? 'error' : run.waits ? 'warning' : 'info'}>
          {describeRunReason(run.reason)}
        </Notice>
      )}
      <Card>
        <Progress
          done={told}
          of={Math.max(run.considered, told)}
          label={t('{considered} checked: {done} completed, {skipped} skipped, {failed} failed', {
            considered: count(run.considered),
            done: count(run.done),
            skipped: count(run.skipped),
            failed: count(run.failed),
          })}
        />
        <Elsewhere of={run} />
      </Card>
      {run.elsewhere === null && (
        <ListPage<WorkflowRow, typeof workflows.rows.input>
          of={workflows.rows}
          noun={t('results')}
          fixed={{ id: run.id }}
          filters={filters}
          columns={columns}
          rowName={nameOf}
          phone={linesOf}
          {...(runs ? { every: 1500 } : {})}
          empty={
            <EmptyState
              title={t('No users affected')}
              link={{ to: `${home}/${run.workflow}`, label: t('Open workflow') }}
            >
              {t('No user matched the conditions of the workflow at this run.')}
            </EmptyState>
          }
        />
      )}
    </Stack>
  )
}

export default function RunPage() {
  const { run: id = '' } = useParams({ strict: false }) as { run?: string }
  const read = useRead(workflows.run, { id }, { quiet: true, every: 2000 })
  useCrumb(read.data?.workflowName)
  const missing = {
    kind: t('Run'),
    says: t('Run not found'),
    why: t('The link is wrong, or the run is older than 90 days.'),
    icon: IconRoute,
    to: home,
    back: t('Back to workflows'),
  }
  return (
    <OneRecord read={read} failed={t("We couldn't load this run")} missing={missing}>
      {run => (
        <>
          <PageHead
            title={run.workflowName}
            beside={
              <>
                <Execution of={run} />
                {run.late && <Tag tone="warn">{t('Late')}</Tag>}
              </>
            }
            under={
              <>
                <span>{byOf(run)}</span>
                <When at={run.startedAt} />
                <Link to={`${home}/${run.workflow}/logs` as '/'}>{t('All runs')}</Link>
                {run.undoneBy !== null && (
                  <Link to={`${home}/${run.workflow}/logs/${run.undoneBy}` as '/'}>{t('Undone')}</Link>
                )}
              </>
            }
            actions={<RunActs run={run} />}
          />
          <Body run={run} />
        </>
      )}
    </OneRecord>
  )
}
