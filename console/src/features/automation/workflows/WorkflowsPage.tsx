import { workflows } from '@claviger/contract/automation/workflows'
import { type Workflow, workflowTypeNames } from '@claviger/contract/automation/workflows/workflow-content'
import { Button } from '@mantine/core'
import { IconPlus, IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { deletion } from '#platform/ui/list/deletion.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useSession } from '#shell/session.tsx'
import { home, triggerOf, typeName } from './workflow-labels.ts'
import { WorkflowMenu } from './WorkflowMenu.tsx'

const DeleteWorkflows = lazy(() => import('./DeleteWorkflows.tsx'))

export function WorkflowSwitch({ of }: { of: Workflow }) {
  if (of.paused !== null)
    return (
      <Status shape="triangle" tone="bad">
        {t('No responsible administrator')}
      </Status>
    )
  return of.status === 'on' ? (
    <Status shape="disc" tone="ok">
      {t('On')}
    </Status>
  ) : (
    <Status shape="ring" tone="mute">
      {t('Off')}
    </Status>
  )
}

const columns: readonly Column<Workflow>[] = [
  { name: 'name', label: msg('Name'), sort: true, width: '200px', fixed: true, text: ({ name }) => name },
  { name: 'type', label: msg('Type'), width: '200px', text: ({ type }) => typeName(type) },
  { name: 'description', label: msg('Description'), text: ({ description }) => description },
  { name: 'trigger', label: msg('Trigger'), width: '200px', text: triggerOf },
  { name: 'updatedBy', label: msg('Last updated by'), width: '136px', text: ({ lastUpdatedBy }) => lastUpdatedBy },
  {
    name: 'executed',
    label: msg('Last run'),
    sort: true,
    width: '124px',
    cell: ({ lastExecutedAt }) => <When at={lastExecutedAt} />,
    text: ({ lastExecutedAt }) => lastExecutedAt ?? '',
  },
  {
    name: 'status',
    label: msg('Status'),
    width: '112px',
    cell: row => <WorkflowSwitch of={row} />,
    text: ({ status }) => (status === 'on' ? t('On') : t('Off')),
  },
]

const filters: readonly FilterDefinition[] = [
  {
    name: 'type',
    label: msg('Type'),
    options: Object.entries(workflowTypeNames).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'status',
    label: msg('Status'),
    options: [
      { value: 'on', label: msg('On') },
      { value: 'off', label: msg('Off') },
    ],
  },
]

const linesOf = (row: Workflow): PhoneRow => ({
  name: row.name,
  status: <WorkflowSwitch of={row} />,
  second: `${typeName(row.type)} · ${triggerOf(row)}`,
})

const stay = () => undefined
const menuOf = (row: Workflow) => <WorkflowMenu bare of={row} gone={stay} />

const Add = () => (
  <Button component={Link} to={`${home}/new` as '/'} leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}>
    {t('Add workflow')}
  </Button>
)

export default function WorkflowsPage() {
  const { can } = useSession()
  const [deleting, setDeleting] = useState<{ of: readonly Workflow[]; clear: () => void } | null>(null)
  const write = can('workflows.write')
  const bulk = (of: readonly Workflow[], clear: () => void) => [deletion(t('Delete'), () => setDeleting({ of, clear }))]
  return (
    <>
      <ListPage<Workflow, typeof workflows.list.input>
        of={workflows.list}
        noun={t('workflows')}
        title={t('Workflows')}
        search={t('Search name, description…')}
        filters={filters}
        columns={columns}
        sort="name"
        rowName={({ name }) => name}
        phone={linesOf}
        to={({ id }) => `${home}/${id}`}
        rowMenu={menuOf}
        add={write && <Add />}
        {...(write ? { bulk } : {})}
        empty={
          <EmptyState title={t('No workflows yet')} icon={IconRoute} action={write && <Add />}>
            {t(
              'Workflows do routine work automatically, for example import users, assign keys, or suspend unused keys.',
            )}
          </EmptyState>
        }
      />
      <Suspense>
        {deleting && <DeleteWorkflows of={deleting.of} close={() => setDeleting(null)} done={deleting.clear} />}
      </Suspense>
    </>
  )
}
