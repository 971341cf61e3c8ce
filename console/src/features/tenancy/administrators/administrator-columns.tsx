import { administratorTypes } from '@claviger/contract/tenancy/administrators'
import type { Administrator } from '@claviger/contract/tenancy/administrators'
import { additionalNames } from '@claviger/contract/platform/permissions'
import { msg, t } from '#platform/text/text.ts'
import { Initials } from '#platform/ui/bits/Initials.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { roleWord } from './rights.ts'

const named = ({ role }: Administrator) => roleWord(role)
/** Has the role been accepted, or does another one wait? */
const standing = ({ accepted, pendingRole }: Administrator) => {
  if (!accepted) return t('Pending acceptance')
  return pendingRole === null ? t('Accepted') : t('Pending: {role}', { role: roleWord(pendingRole) })
}
const extraOf = (admin: Administrator) =>
  admin.additionalPermissions.map(one => t(additionalNames[one] ?? '')).join(', ')
const scopeOf = ({ type }: Administrator) =>
  type === administratorTypes.units ? t('Organization units') : t('Company')

export const adminColumns: readonly Column<Administrator>[] = [
  {
    name: 'name',
    label: msg('Name'),
    sort: true,
    fixed: true,
    cell: ({ name }) => (
      <span className="cv-named">
        <Initials name={name} />
        <span className="cv-cut" title={name}>
          {name}
        </span>
      </span>
    ),
    text: ({ name }) => name,
  },
  { name: 'email', label: msg('Email'), text: ({ email }) => email ?? '' },
  { name: 'role', label: msg('Role'), sort: true, width: '148px', text: named },
  {
    name: 'accepted',
    label: msg('Status'),
    width: '148px',
    text: standing,
  },
  { name: 'additional', label: msg('Additional permissions'), text: extraOf },
  { name: 'scope', label: msg('Scope'), width: '148px', text: scopeOf },
  { name: 'userId', label: msg('User ID'), hidden: true, text: ({ userId }) => userId },
  {
    name: 'created',
    label: msg('Admin since'),
    sort: true,
    hidden: true,
    cell: ({ createdAt }) => <When at={createdAt} as="day" />,
    text: ({ createdAt }) => createdAt,
  },
  {
    name: 'lastSignIn',
    label: msg('Last sign-in'),
    sort: true,
    width: '148px',
    cell: ({ lastSignInAt }) => <When at={lastSignInAt} />,
    text: ({ lastSignInAt }) => lastSignInAt ?? '',
  },
]

export const adminLines = (admin: Administrator): PhoneRow => ({
  name: admin.name,
  status: admin.pendingRole === null ? named(admin) : `${named(admin)} · ${standing(admin)}`,
  second: admin.email ?? admin.userId,
  secondRight: scopeOf(admin),
})
