import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import type { AdministratorOf } from '@claviger/contract/tenancy/all-administrators'
import { IconUserShield } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { adminColumns, adminLines } from '../administrators/administrator-columns.tsx'
import { roleFilter } from './roleFilter.ts'

const [name, email, ...others] = adminColumns
const columns: readonly Column<AdministratorOf>[] = [
  ...(name ? [name] : []),
  {
    name: 'workspace',
    label: msg('Workspace'),
    sort: true,
    cell: ({ workspace }) => <span className="cv-cut">{workspace.name}</span>,
    text: ({ workspace }) => workspace.name,
  },
  ...(email ? [email] : []),
  ...others.map(column => (column.name === 'scope' ? { ...column, hidden: true } : column)),
]

const lines = (admin: AdministratorOf): PhoneRow => ({ ...adminLines(admin), secondRight: admin.workspace.name })

export default function AllAdminsPage() {
  return (
    <ListPage<AdministratorOf, typeof allAdministrators.business.input>
      of={allAdministrators.business}
      title={t('Administrators')}
      noun={t('admins')}
      search={t('Search name, user ID, email…')}
      filters={[roleFilter(true)]}
      columns={columns}
      sort="name"
      rowName={admin => admin.name}
      phone={lines}
      to={({ workspace }) => `/dashboard/super-admin/workspaces/${workspace.id}`}
      empty={
        <EmptyState
          title={t('No admins yet')}
          link={{ to: '/dashboard/super-admin/workspaces', label: t('Open workspaces') }}
          icon={IconUserShield}
        >
          {t('Administrators of non-personal workspaces appear here.')}
        </EmptyState>
      }
    />
  )
}
