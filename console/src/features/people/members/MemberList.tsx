import type { Endpoint, Schema } from '@claviger/contract/platform/endpoint'
import type { PageOf } from '@claviger/contract/platform/page'
import type { Member } from '@claviger/contract/people/members'
import { IconUserMinus, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { Initials } from '#platform/ui/bits/Initials.tsx'
import type { BulkAction } from '#platform/ui/list/BulkBar.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { Keys } from '../users/user-columns.tsx'
import { UserStatus } from '../users/UserStatus.tsx'
import { lookOf } from '../users/user-status.ts'

const minus = <IconUserMinus size={16} stroke={1.7} aria-hidden />

const columns: readonly Column<Member>[] = [
  {
    name: 'name',
    label: msg('Name'),
    sort: true,
    fixed: true,
    cell: member => (
      <span className="cv-named">
        <Initials name={member.name} />
        <span className="cv-cut">{member.name}</span>
      </span>
    ),
    text: member => member.name,
  },
  { name: 'userId', label: msg('User ID'), sort: true, text: member => member.userId },
  { name: 'email', label: msg('Email'), text: member => member.email ?? '' },
  {
    name: 'status',
    label: msg('Status'),
    sort: true,
    width: '132px',
    cell: member => <UserStatus status={member.status} />,
    text: member => lookOf(member.status).word,
  },
  {
    name: 'keys',
    label: msg('Keys'),
    width: '84px',
    cell: member => <Keys number={member.keys} />,
    text: member => String(member.keys),
  },
]

const lines = (member: Member): PhoneRow => ({
  name: member.name,
  status: <UserStatus status={member.status} />,
  second: member.userId,
  secondRight: <Keys number={member.keys} />,
})

export function MemberList<I extends Schema>({
  of,
  fixed,
  remove,
  add,
  every,
}: {
  of: Endpoint<I, { readonly _zod: { input: unknown; output: PageOf<Member> } }>
  fixed: Record<string, string>
  remove?: ((members: readonly Member[], clear: () => void) => void) | undefined
  add?: ReactNode
  every?: number | undefined
}) {
  const bulk = (rows: readonly Member[], clear: () => void): BulkAction[] => [
    { label: t('Remove'), icon: minus, do: () => remove?.(rows, clear) },
  ]
  return (
    <ListPage<Member, I>
      of={of}
      fixed={fixed}
      noun={t('users')}
      search={t('Search name, user ID, email…')}
      columns={columns}
      sort="name"
      rowName={member => member.name}
      phone={lines}
      to={member => `/dashboard/users/${member.id}`}
      {...(every === undefined ? {} : { every })}
      {...(remove ? { bulk } : {})}
      empty={
        <EmptyState title={t('No members yet')} icon={IconUsers} action={add}>
          {t('Users you add appear in this list.')}
        </EmptyState>
      }
    />
  )
}
