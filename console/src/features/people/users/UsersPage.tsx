import { users } from '@claviger/contract/people/users'
import type { User } from '@claviger/contract/people/users'
import { Button } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../../../ground/data/useRead.ts'
import { ListPage } from '../../../ground/ui/list/ListPage.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import type { TabLink } from '../../../ground/ui/page/Tabs.tsx'
import { useSession } from '../../../shell/session.tsx'
import { menuOf } from './list/UserMenu.tsx'
import { useUserFilters } from './list/filters.ts'
import { lookOf, nameOf, statuses } from './status.ts'
import { userColumns, userLines } from './list/columns.tsx'

const AddUser = lazy(() => import('./form/AddUser.tsx'))

const home = '/dashboard/users'

/** All users, and each status that some user has, with how many. */
function useViews(chosen: string | undefined): TabLink[] {
  const counts = useRead(users.counts, {}, { quiet: true })
  const numberOf = (status: number) => counts.data?.byStatus.find(one => one.status === status)?.count ?? 0
  const narrow = statuses.filter(status => numberOf(status) > 0 || chosen === String(status))
  const all: TabLink = {
    label: 'All',
    to: home,
    active: chosen === undefined,
    ...(counts.data ? { count: counts.data.all } : {}),
  }
  return [
    all,
    ...narrow.map(status => ({
      label: lookOf(status).word,
      to: home,
      search: { status: String(status) },
      count: numberOf(status),
      active: chosen === String(status),
    })),
  ]
}

/** The users of the workspace. */
export default function UsersPage() {
  const { can } = useSession()
  const go = useNavigate()
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  const [adding, setAdding] = useState(given['add'] === '1' && can('users.write'))
  const views = useViews(given['status'])
  const filters = useUserFilters()
  const add = can('users.write') && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={() => setAdding(true)}>
      Add user
    </Button>
  )
  return (
    <>
      <ListPage<User, typeof users.list.input>
        of={users.list}
        noun="users"
        title="Users"
        actions={add}
        views={views}
        search="Search name, user ID, email…"
        filters={filters}
        columns={userColumns}
        sort="name"
        rowName={nameOf}
        phone={userLines}
        open={user => void go({ to: `${home}/$id`, params: { id: user.id } } as never)}
        rowMenu={menuOf}
        empty={
          <EmptyState title="No users yet" icon={<IconUsers size={26} stroke={1.6} aria-hidden />} action={add}>
            A user is a person who signs in. Add the first one; they receive an email to create their passkey.
          </EmptyState>
        }
      />
      <Suspense>{adding && <AddUser close={() => setAdding(false)} />}</Suspense>
    </>
  )
}
