import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import { Menu } from '@mantine/core'
import { IconWorldCheck } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { actsOn, useDecide } from './acts.ts'
import type { ClaimedDomain } from './acts.ts'
import { DomainStatus } from './DomainStatus.tsx'
import { statusLooks } from './trust-domain-status.ts'

const DomainPanel = lazy(() => import('./DomainPanel.tsx'))

const by = ({ decided }: ClaimedDomain) => (decided ? t('Super administrator') : t('DNS'))

const columns: readonly Column<ClaimedDomain>[] = [
  {
    name: 'domain',
    label: msg('Domain'),
    sort: true,
    fixed: true,
    cell: ({ domain }) => <span className="cv-cut">{domain}</span>,
    text: ({ domain }) => domain,
  },
  { name: 'workspace', label: msg('Workspace'), text: row => row.workspace.name },
  {
    name: 'status',
    label: msg('Status'),
    cell: ({ status }) => <DomainStatus status={status} />,
    text: ({ status }) => t(statusLooks[status]?.word ?? ''),
  },
  { name: 'by', label: msg('Status set by'), text: by },
  {
    name: 'checked',
    label: msg('Checked'),
    cell: ({ checkedAt }) => <When at={checkedAt} as="ago" />,
    text: ({ checkedAt }) => checkedAt ?? '',
  },
  {
    name: 'created',
    label: msg('Added'),
    sort: true,
    cell: ({ createdAt }) => <When at={createdAt} as="day" />,
    text: ({ createdAt }) => createdAt,
  },
]

const lines = (row: ClaimedDomain): PhoneRow => ({
  name: row.domain,
  status: <DomainStatus status={row.status} />,
  second: row.workspace.name,
  secondRight: by(row),
})

function DomainMenu({ row }: { row: ClaimedDomain }) {
  const { decide } = useDecide()
  return (
    <MoreMenu bare label={t('Actions for {domain}', { domain: row.domain })}>
      {actsOn(row).map(act => {
        const Icon = act.icon
        return (
          <Menu.Item
            key={act.status}
            leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
            onClick={() => decide(row, act)}
          >
            {t(act.label)}
          </Menu.Item>
        )
      })}{' '}
    </MoreMenu>
  )
}

const menuOf = (row: ClaimedDomain) => <DomainMenu row={row} />

const filters = [
  {
    name: 'status',
    label: msg('Status'),
    options: Object.entries(statusLooks).map(([value, { word }]) => ({ value, label: word })),
  },
]

/** Trust domains of all workspaces, for manual decisions where DNS verification is impossible. */
export default function AllTrustDomainsPage() {
  const [opened, setOpened] = useState<ClaimedDomain | null>(null)
  return (
    <>
      <ListPage<ClaimedDomain, typeof trustDomains.all.input>
        of={trustDomains.all}
        title={t('Trust domains')}
        noun={t('domains')}
        search={t('Search domain or workspace…')}
        columns={columns}
        filters={filters}
        sort="domain"
        rowName={({ domain }) => domain}
        rowMenu={menuOf}
        open={setOpened}
        phone={lines}
        empty={
          <EmptyState
            title={t('No trust domains yet')}
            link={{ to: '/dashboard/super-admin/workspaces', label: t('Open workspaces') }}
            icon={IconWorldCheck}
          >
            {t('A domain appears here when a workspace adds it.')}
          </EmptyState>
        }
      />
      <Suspense>{opened && <DomainPanel key={opened.id} of={opened} close={() => setOpened(null)} />}</Suspense>
    </>
  )
}
