import { keyKindNames } from '@claviger/contract/keys/security-keys.kinds'
import type { ListedUser } from '@claviger/contract/people/users'
import { Group } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import { Initials } from '#platform/ui/bits/Initials.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { UserStatus } from './UserStatus.tsx'
import { kindIcons } from './keyKinds.ts'
import { lookOf, nameOf, sourceOf } from './user-status.ts'

const mostKinds = 2

export function Keys({ number, kinds = [] }: { number: number; kinds?: readonly number[] }) {
  if (number === 0) return <span className="cv-muted">{t('None')}</span>
  const names = kinds.map(nameOfKind)
  return (
    <Group
      component="span"
      className="cv-quiet cv-number"
      style={{ verticalAlign: 'middle' }}
      gap={4}
      wrap="nowrap"
      display="inline-flex"
      title={names.join(', ') || undefined}
    >
      {kinds.length === 0 && <IconKey size={18} stroke={1.6} aria-label={t('Keys')} />}
      {kinds.slice(0, mostKinds).map(kind => {
        const Icon = kindIcons[kind] ?? IconKey
        return <Icon key={kind} size={16} stroke={1.6} role="img" aria-label={nameOfKind(kind)} />
      })}
      {kinds.length > mostKinds && <span className="cv-hidden">{names.slice(mostKinds).join(', ')}</span>}
      {number}
    </Group>
  )
}

const nameOfKind = (kind: number) => t(keyKindNames[kind] ?? msg('Unknown'))

const keysInWords = ({ keys, keyKinds }: ListedUser) => [String(keys), ...keyKinds.map(nameOfKind)].join(', ')

const groupsOf = (user: ListedUser) => user.groups.map(({ name }) => name).join(', ')
const unitsOf = (user: ListedUser) => (user.organizationUnits ?? []).map(({ name }) => name).join(', ')
const originOf = ({ source }: ListedUser) => (source === undefined ? '' : sourceOf(source))

export const userColumns: readonly Column<ListedUser>[] = [
  {
    name: 'name',
    label: msg('Name'),
    sort: true,
    fixed: true,
    cell: user => (
      <span className="cv-named">
        <Initials name={nameOf(user)} />
        <span className="cv-cut" title={nameOf(user)}>
          {nameOf(user)}
        </span>
      </span>
    ),
    text: nameOf,
  },
  { name: 'userId', label: msg('User ID'), sort: true, text: user => user.userId },
  {
    name: 'status',
    label: msg('Status'),
    sort: true,
    width: '132px',
    cell: user => <UserStatus status={user.status} />,
    text: user => lookOf(user.status).word,
  },
  {
    name: 'keys',
    label: msg('Keys'),
    width: '84px',
    cell: user => <Keys number={user.keys} kinds={user.keyKinds} />,
    text: keysInWords,
  },
  { name: 'groups', label: msg('Groups'), text: groupsOf },
  { name: 'employeeId', label: msg('Employee ID'), sort: true, text: user => user.employeeId ?? '' },
  { name: 'units', label: msg('Units'), hidden: true, needs: 'organizationUnits', text: unitsOf },
  { name: 'email', label: msg('Email'), hidden: true, text: user => user.email ?? '' },
  { name: 'source', label: msg('Source'), hidden: true, needs: 'source', text: originOf },
  {
    name: 'created',
    label: msg('Created'),
    sort: true,
    hidden: true,
    needs: 'createdAt',
    cell: user => <When at={user.createdAt ?? null} as="day" />,
    text: user => user.createdAt ?? '',
  },
  {
    name: 'lastSignIn',
    label: msg('Last sign-in'),
    sort: true,
    width: '148px',
    cell: user => <When at={user.lastSignInAt} />,
    text: user => user.lastSignInAt ?? '',
  },
]

export const userLines = (user: ListedUser): PhoneRow => ({
  name: nameOf(user),
  status: <UserStatus status={user.status} />,
  second: user.userId,
  secondRight: <Keys number={user.keys} kinds={user.keyKinds} />,
})
