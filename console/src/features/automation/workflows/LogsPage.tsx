import { workflows } from '@claviger/contract/automation/workflows'
import type { WorkflowRun } from '@claviger/contract/automation/workflows/workflow-runs'
import { Button } from '@mantine/core'
import { IconPlayerPlay, IconRoute } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { Tag } from '#platform/ui/bits/Tag.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useSession } from '#shell/session.tsx'
import { OneWorkflow } from './OneWorkflow.tsx'
import { executionLooks, home, describeRunReason, triggerOf, typeName } from './workflow-labels.ts'
import { runsByHand, useRunNow } from './WorkflowMenu.tsx'

export function Execution({ of }: { of: WorkflowRun }) {
  if (of.waits)
    return (
      <Status shape="triangle" tone="warn">
        {t('Waiting for owner approval')}
      </Status>
    )
  const look = executionLooks[of.execution]
  if (!look) return null
  return (
    <Status shape={look.shape} tone={look.tone}>
      {t(look.word)}
    </Status>
  )
}

export function byOf({ by, byName, undoes, retries }: WorkflowRun): string {
  if (undoes !== null) return t('Undone by {name}', { name: byName })
  if (retries !== null) return t('Retried by {name}', { name: byName })
  return by === 'schedule' ? t('Schedule') : by === 'event' ? t('Event') : byName
}

const columns: readonly Column<WorkflowRun>[] = [
  {
    name: 'started',
    label: msg('Started'),
    fixed: true,
    width: '180px',
    cell: run => (
      <>
        <When at={run.startedAt} /> {run.late && <Tag tone="warn">{t('Late')}</Tag>}
      </>
    ),
    text: run => run.startedAt,
  },
  {
    name: 'state',
    label: msg('Status'),
    width: '160px',
    cell: run => <Execution of={run} />,
    text: run => t(executionLooks[run.execution]?.word ?? ''),
  },
  { name: 'why', label: msg('Reason'), text: run => describeRunReason(run.reason) },
  { name: 'by', label: msg('Started by'), text: byOf },
  ...(['considered', 'done', 'skipped', 'failed'] as const).map((name): Column<WorkflowRun> => {
    const labels = { considered: msg('Checked'), done: msg('Done'), skipped: msg('Skipped'), failed: msg('Failed') }
    return {
      name,
      label: labels[name],
      right: true,
      width: '96px',
      cell: run => count(run[name]),
      text: run => String(run[name]),
    }
  }),
]

const filters: readonly FilterDefinition[] = [
  {
    name: 'execution',
    label: msg('Status'),
    options: executionLooks.map(({ word }, value) => ({ value: String(value), label: word })),
  },
]

const linesOf = (run: WorkflowRun): PhoneRow => ({
  name: byOf(run),
  status: <Execution of={run} />,
  second:
    describeRunReason(run.reason) ||
    t('{done} completed, {failed} failed', { done: count(run.done), failed: count(run.failed) }),
  secondRight: <When at={run.startedAt} />,
})

export default function LogsPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { can } = useSession()
  const runNow = useRunNow()
  return (
    <OneWorkflow id={id}>
      {workflow => (
        <>
          <PageHead
            title={t('Runs of {name}', { name: workflow.name })}
            under={
              <>
                <span>{typeName(workflow.type)}</span>
                <span>{triggerOf(workflow)}</span>
                <Link to={`${home}/${id}` as '/'}>{t('Edit workflow')}</Link>
              </>
            }
            actions={
              can('workflows.write') &&
              runsByHand(workflow) && (
                <Button
                  leftSection={<IconPlayerPlay size={16} stroke={1.7} aria-hidden />}
                  loading={runNow.isPending}
                  onClick={() => runNow.mutate({ id })}
                >
                  {t('Run now')}
                </Button>
              )
            }
          />
          <ListPage<WorkflowRun, typeof workflows.logs.input>
            of={workflows.logs}
            noun={t('runs')}
            fixed={{ id }}
            filters={filters}
            columns={columns}
            rowName={run => byOf(run)}
            phone={linesOf}
            to={run => `${home}/${id}/logs/${run.id}`}
            every={5000}
            empty={
              <EmptyState
                title={t('No runs yet')}
                link={{ to: `${home}/${id}`, label: t('Open workflow') }}
                icon={IconRoute}
              >
                {t('Each run is listed here for 90 days, with the affected users and results.')}
              </EmptyState>
            }
          />
        </>
      )}
    </OneWorkflow>
  )
}
