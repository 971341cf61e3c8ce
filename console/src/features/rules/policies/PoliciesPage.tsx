import { policyActions, policyStates } from '@claviger/contract/decide/policy-content'
import type { PolicyState } from '@claviger/contract/decide/policy-content'
import { policies } from '@claviger/contract/rules/policies'
import { Button, Menu } from '@mantine/core'
import { IconEye, IconFlask, IconPlayerPause, IconPlayerPlay, IconPlus, IconShieldCheck } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { msg, t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import type { FilterDefinition } from '#platform/ui/filters/filters.ts'
import { deletion } from '#platform/ui/list/deletion.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { Confirm } from '#platform/ui/over/Confirm.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { useSession } from '#shell/session.tsx'
import { actionNames } from '#features/decide/policy-content/policy-labels.ts'
import { policyColumns, policyLines, stateNames, type PolicyListRow } from './policy-columns.tsx'
import { DefaultRow } from './list/DefaultPolicy.tsx'
import { FileMenu } from './list/FileMenu.tsx'
import { type Locking, useOrder } from './list/useOrder.ts'
import { VitalRow } from './list/VitalSites.tsx'

const StateDialog = lazy(() => import('./list/StateDialog.tsx'))
const DeletePolicies = lazy(() => import('./list/DeletePolicies.tsx'))
const home = '/dashboard/policies'
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
const nothing = () => undefined

const filters: readonly FilterDefinition[] = [
  {
    name: 'action',
    label: msg('Action'),
    options: [policyActions.block, policyActions.allow].map(value => ({
      value: String(value),
      label: actionNames[value] ?? '',
    })),
  },
  {
    name: 'state',
    label: msg('Status'),
    options: [policyStates.on, policyStates.reportOnly, policyStates.off].map(value => ({
      value: String(value),
      label: stateNames[value] ?? '',
    })),
  },
]

const states = [
  { state: policyStates.on, label: msg('Turn on'), icon: <IconPlayerPlay {...icon} /> },
  { state: policyStates.reportOnly, label: msg('Report only'), icon: <IconEye {...icon} /> },
  { state: policyStates.off, label: msg('Turn off'), icon: <IconPlayerPause {...icon} /> },
] as const

interface Open {
  what: PolicyState | 'delete'
  rows: readonly PolicyListRow[]
  clear: () => void
}

const AddButton = () => (
  <Button component={Link} to={`${home}/new` as '/'} leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}>
    {t('Add policy')}
  </Button>
)

/** Row actions; moving is offered only while the list is sorted by priority. */
function RowMenu({
  row,
  move,
  open,
}: {
  row: PolicyListRow
  move: ((by: -1 | 1) => void) | undefined
  open: (is: Open) => void
}) {
  const go = useNavigate()
  return (
    <MoreMenu bare label={t('Actions for {name}', { name: row.name })}>
      {move && <Menu.Item onClick={() => move(-1)}>{t('Move up')}</Menu.Item>}
      {move && <Menu.Item onClick={() => move(1)}>{t('Move down')}</Menu.Item>}
      <Menu.Item onClick={() => void go({ to: `${home}/new`, search: { from: row.id } } as never)}>
        {t('Duplicate')}
      </Menu.Item>
      {states
        .filter(({ state }) => state !== row.state)
        .map(({ state, label }) => (
          <Menu.Item key={state} onClick={() => open({ what: state, rows: [row], clear: nothing })}>
            {t(label)}
          </Menu.Item>
        ))}
      <Menu.Item data-danger onClick={() => open({ what: 'delete', rows: [row], clear: nothing })}>
        {t('Delete…')}
      </Menu.Item>
    </MoreMenu>
  )
}

export default function PoliciesPage() {
  const { can } = useSession()
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  const [open, setOpen] = useState<Open | null>(null)
  const [asking, ask] = useState<Locking | null>(null)
  useRead(policies.getDefault, {}, { quiet: true })
  useRead(policies.getVital, {}, { quiet: true })
  const order = useOrder(ask)
  const write = can('policies.write')
  const inOrder = (given['sort'] ?? 'priority') === 'priority' && given['order'] === undefined
  const whole = given['search'] === undefined && filters.every(({ name }) => given[name] === undefined)
  const movable = write && inOrder && whole
  const close = () => setOpen(null)
  const rowMenu = (row: PolicyListRow) => (
    <RowMenu row={row} move={movable ? by => void order.by(row, by) : undefined} open={setOpen} />
  )
  const bulk = (rows: readonly PolicyListRow[], clear: () => void) => [
    ...states.map(({ state, label, icon: picture }) => ({
      label: t(label),
      icon: picture,
      do: () => setOpen({ what: state, rows, clear }),
    })),
    deletion(t('Delete'), () => setOpen({ what: 'delete', rows, clear })),
  ]
  return (
    <>
      <ListPage<PolicyListRow, typeof policies.list.input>
        of={policies.list}
        idOf={row => row._id}
        noun={t('access policies')}
        title={t('Access policies')}
        search={t('Search name, description…')}
        filters={filters}
        columns={policyColumns(movable)}
        sort="priority"
        rowName={({ name }) => name}
        phone={policyLines}
        to={({ id }) => `${home}/${id}`}
        actions={
          <>
            <Button
              component={Link}
              to={`${home}/simulator` as '/'}
              variant="default"
              leftSection={<IconFlask {...icon} />}
            >
              {t('Simulator')}
            </Button>
            <FileMenu />
          </>
        }
        add={write && <AddButton />}
        {...(movable ? { moving: order.moving } : {})}
        {...(write ? { rowMenu, bulk } : {})}
        last={
          <>
            <DefaultRow />
            <VitalRow />
          </>
        }
        empty={
          <>
            <EmptyState title={t('No access policies yet')} icon={IconShieldCheck} action={write && <AddButton />}>
              {t(
                'Policies decide who can use which key, where, and when. The first matching policy applies. Start with “Report only” to see which uses the policy would refuse.',
              )}
            </EmptyState>
            <DefaultRow />
            <VitalRow />
          </>
        }
      />
      <span className="cv-hidden" role="status">
        {order.said}
      </span>
      <Suspense>
        {open?.what === 'delete' && <DeletePolicies of={open.rows} close={close} done={open.clear} />}
        {open && open.what !== 'delete' && (
          <StateDialog of={open.rows} state={open.what} close={close} done={open.clear} />
        )}
      </Suspense>
      {asking && (
        <Confirm
          open
          title={t('Users would be locked out')}
          keep={t('Keep order')}
          act={t('Move anyway')}
          close={() => ask(null)}
          confirm={() => {
            asking.again()
            ask(null)
          }}
        >
          <p>{asking.says}</p>
          <p>{t('At least one owner always keeps a usable key.')}</p>
        </Confirm>
      )}
    </>
  )
}
