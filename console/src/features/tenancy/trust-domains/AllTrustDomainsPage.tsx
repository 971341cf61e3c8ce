import type { OutputOf } from '@claviger/contract/ground/endpoint'
import { trustDomains, trustStatus } from '@claviger/contract/tenancy/trust-domains'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconDots, IconUsers, IconWorldCheck, IconWorldSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useWrite } from '../../../ground/data/useWrite.ts'
import { When } from '../../../ground/ui/bits/When.tsx'
import { ListPage } from '../../../ground/ui/list/ListPage.tsx'
import { toast } from '../../../ground/ui/over/toast.ts'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '../../../ground/ui/table/columns.ts'
import { DomainStatus } from './DomainStatus.tsx'
import { looks } from './status.ts'

const PersonalAccounts = lazy(() => import('../../people/personal-accounts/PersonalAccounts.tsx'))

type Row = OutputOf<typeof trustDomains.all.reply>['items'][number]

const by = ({ decided }: Row) => (decided ? 'Super administrator' : 'DNS')

const columns: readonly Column<Row>[] = [
  {
    name: 'domain',
    label: 'Domain',
    sort: true,
    fixed: true,
    cell: ({ domain }) => <span className="cv-cut">{domain}</span>,
    text: ({ domain }) => domain,
  },
  { name: 'workspace', label: 'Workspace', cell: row => row.workspace.name, text: row => row.workspace.name },
  {
    name: 'status',
    label: 'Status',
    cell: ({ status }) => <DomainStatus status={status} />,
    text: ({ status }) => looks[status]?.word ?? '',
  },
  { name: 'by', label: 'Decided by', cell: by, text: by },
  {
    name: 'checked',
    label: 'Checked',
    cell: ({ checkedAt }) => <When at={checkedAt} as="ago" />,
    text: ({ checkedAt }) => checkedAt ?? '',
  },
  {
    name: 'created',
    label: 'Added',
    sort: true,
    cell: ({ createdAt }) => <When at={createdAt} as="day" />,
    text: ({ createdAt }) => createdAt,
  },
]

const lines = (row: Row): PhoneRow => ({
  name: row.domain,
  status: <DomainStatus status={row.status} />,
  second: row.workspace.name,
  secondRight: by(row),
})

const acts = [
  { status: trustStatus.verified, label: 'Verify by hand', said: 'verified', icon: IconCircleCheck },
  { status: trustStatus.notVerified, label: 'Refuse', said: 'refused', icon: IconCircleX },
  {
    status: trustStatus.verifying,
    label: 'Leave to the DNS check',
    said: 'left to the DNS check',
    icon: IconWorldSearch,
  },
] as const

function DomainMenu({ row }: { row: Row }) {
  const decide = useWrite(trustDomains.decide)
  const [looking, setLooking] = useState(false)
  return (
    <>
      <Menu width={220}>
        <Menu.Target>
          <ActionIcon size="sm" aria-label={`Actions for ${row.domain}`}>
            <IconDots size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {acts
            .filter(act =>
              act.status === trustStatus.verifying ? row.decided : !row.decided || row.status !== act.status,
            )
            .map(({ status, label, said, icon: Icon }) => (
              <Menu.Item
                key={status}
                leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
                onClick={() =>
                  decide.mutate({ id: row.id, status }, { onSuccess: () => toast('success', `${row.domain} ${said}`) })
                }
              >
                {label}
              </Menu.Item>
            ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconUsers size={16} stroke={1.7} aria-hidden />} onClick={() => setLooking(true)}>
            Personal accounts…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {looking && <PersonalAccounts domain={row} workspace={row.workspace.name} close={() => setLooking(false)} />}
      </Suspense>
    </>
  )
}

const menuOf = (row: Row) => <DomainMenu row={row} />

const filters = [
  {
    name: 'status',
    label: 'Status',
    options: Object.entries(looks).map(([value, { word }]) => ({ value, label: word })),
  },
]

/** Trust domains of all workspaces, to decide where the DNS cannot. */
export default function AllTrustDomainsPage() {
  return (
    <ListPage<Row, typeof trustDomains.all.input>
      of={trustDomains.all}
      title="Trust domains"
      noun="domains"
      search="Search domain or workspace…"
      columns={columns}
      filters={filters}
      sort="domain"
      rowName={({ domain }) => domain}
      rowMenu={menuOf}
      phone={lines}
      empty={
        <EmptyState title="No trust domains yet" icon={<IconWorldCheck size={26} stroke={1.6} aria-hidden />}>
          A domain appears here when a workspace claims it.
        </EmptyState>
      }
    />
  )
}
