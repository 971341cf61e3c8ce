import { partnerPanel } from '@claviger/contract/governance/partner-panel'
import type { CustomerRoles } from '@claviger/contract/governance/partner-panel'
import { IconUserShield } from '@tabler/icons-react'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useSession } from '#shell/session.tsx'

const figure = (name: 'owners' | 'administrators' | 'others', label: string): Column<CustomerRoles> => ({
  name,
  label,
  right: true,
  cell: row => count(row[name]),
  text: row => String(row[name]),
})

const columns: readonly Column<CustomerRoles>[] = [
  {
    name: 'name',
    label: msg('Company'),
    sort: true,
    fixed: true,
    cell: ({ name }) => <span className="cv-cut">{name}</span>,
    text: ({ name }) => name,
  },
  figure('owners', msg('Owners')),
  figure('administrators', msg('Administrators')),
  figure('others', msg('Other roles')),
  {
    name: 'lastSignIn',
    label: msg('Last sign-in'),
    cell: ({ lastSignInAt }) => <When at={lastSignInAt} as="ago" />,
    text: ({ lastSignInAt }) => lastSignInAt ?? '',
  },
]

const lines = (row: CustomerRoles): PhoneRow => ({
  name: row.name,
  second: t('{count, plural, one {# owner} other {# owners}}', { count: row.owners }),
  secondRight: t('{count, plural, one {# administrator} other {# administrators}}', { count: row.administrators }),
})

/** How many administrators each customer has. Partners see no names. */
export default function RolesPage() {
  const { me } = useSession()
  return (
    <ListPage<CustomerRoles, typeof partnerPanel.filter.input>
      of={partnerPanel.filter}
      fixed={{ id: me.workspace.id }}
      title={t("Customers' administrators")}
      noun={t('workspaces')}
      columns={columns}
      sort="name"
      rowName={({ name }) => name}
      phone={lines}
      to={({ id }) => `/dashboard/partner/workspaces/${id}`}
      empty={
        <EmptyState
          title={t('No customers yet')}
          link={{ to: '/dashboard/partner/workspaces', label: t('Open customers') }}
          icon={IconUserShield}
        >
          {t('The number of administrators of each customer appears here.')}
        </EmptyState>
      }
    />
  )
}
