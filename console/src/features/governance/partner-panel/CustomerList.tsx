import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import type { Customer } from '@claviger/contract/governance/partner-panel'
import { Button } from '@mantine/core'
import { IconBuildings, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { useSession } from '#shell/session.tsx'
import { stateWords } from '#features/tenancy/workspaces/workspace-labels.tsx'
import { customerColumns, customerLines } from './customer-columns.tsx'

const CreateCustomer = lazy(() => import('./CreateCustomer.tsx'))

const filters = [
  {
    name: 'status',
    label: msg('Status'),
    options: Object.entries(stateWords).map(([value, { word }]) => ({ value, label: word })),
  },
]

/** The workspaces of a partner's customers, of one kind or of all. */
export function CustomerList({ title, kind }: { title: string; kind?: 'business' | 'personal' }) {
  const { can } = useSession()
  const [adding, setAdding] = useState(false)
  const create = kind !== 'personal' && can('partner.write') && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setAdding(true)}>
      {t('Create workspace')}
    </Button>
  )
  return (
    <>
      <ListPage<Customer, typeof partnerPanel.list.input>
        of={partnerPanel.list}
        fixed={kind === undefined ? {} : { kind }}
        title={title}
        noun={t('workspaces')}
        search={t('Search name or address…')}
        filters={filters}
        columns={customerColumns}
        sort="name"
        rowName={({ name }) => name}
        phone={customerLines}
        to={({ id }) => `/dashboard/partner/workspaces/${id}`}
        add={create}
        empty={
          <EmptyState
            title={t('No customers yet')}
            action={create}
            link={kind === 'personal' && { to: '/dashboard/partner/workspaces', label: t('Open customers') }}
            icon={IconBuildings}
          >
            {kind === 'personal'
              ? t('Personal accounts that register with your referral link appear here.')
              : t('Create a workspace for a customer, or send your referral link.')}
          </EmptyState>
        }
      />
      <Suspense>{adding && <CreateCustomer close={() => setAdding(false)} />}</Suspense>
    </>
  )
}
