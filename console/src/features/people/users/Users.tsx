import { users } from '@claviger/contract/people/users'
import type { ListedUser } from '@claviger/contract/people/users'
import { Button, Menu } from '@mantine/core'
import {
  IconChevronDown,
  IconFileUpload,
  IconFileX,
  IconListCheck,
  IconPlus,
  IconTrash,
  IconUsers,
  IconUserSearch,
} from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { call } from '#platform/data/call.ts'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { TabLink } from '#platform/ui/page/Tabs.tsx'
import { useOverlayAddress } from '#shell/overlay-address.ts'
import { useSession } from '#shell/session.tsx'
import type { CardField } from './form/FirstKey.tsx'
import { menuOf } from './list/UserMenu.tsx'
import { type Assigning, useBulk } from './list/useBulk.tsx'
import { useSavedViews } from '../saved-views/useSavedViews.tsx'
import { useUserFilters } from './list/user-filters.ts'
import { lookOf, nameOf, statusesFor } from './user-status.ts'
import { userColumns, userLines } from './user-columns.tsx'

export type { Assigning } from './list/useBulk.tsx'
export type { TypedCard } from './form/FirstKey.tsx'

const AddPersonal = lazy(() => import('../personal-accounts/AddPersonal.tsx'))
const AddUser = lazy(() => import('./form/AddUser.tsx'))

const home = '/dashboard/users'

function useViews(chosen: string | undefined): TabLink[] {
  const { me } = useSession()
  const counts = useRead(users.counts, {}, { quiet: true })
  const numberOf = (status: number) => counts.data?.byStatus.find(one => one.status === status)?.count ?? 0
  const narrow = statusesFor(me).filter(status => numberOf(status) > 0 || chosen === String(status))
  const all: TabLink = {
    label: t('All'),
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

function More({ write, addPersonal }: { write: boolean; addPersonal: () => void }) {
  const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
  return (
    <Menu width={230}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown {...icon} />}>
          {t('More')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {write && (
          <>
            <Menu.Item component={Link} to={`${home}/import`} leftSection={<IconFileUpload {...icon} />}>
              {t('Import from CSV…')}
            </Menu.Item>
            <Menu.Item component={Link} to={`${home}/delete-by-csv`} leftSection={<IconFileX {...icon} />}>
              {t('Delete by CSV…')}
            </Menu.Item>
            <Menu.Item leftSection={<IconUserSearch {...icon} />} onClick={addPersonal}>
              {t('Add a personal account…')}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item component={Link} to={`${home}/runs`} leftSection={<IconListCheck {...icon} />}>
          {t('Runs')}
        </Menu.Item>
        <Menu.Item component={Link} to={`${home}/bin`} leftSection={<IconTrash {...icon} />}>
          {t('Deleted users')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface UsersProps {
  Assign: ComponentType<Assigning>
  Register: ComponentType<Assigning>
  Card: CardField
  children?: ReactNode
}

export function Users({ Assign, Register, Card, children }: UsersProps) {
  const { can } = useSession()
  const given: Record<string, string | undefined> = useSearch({ strict: false })
  const adding = useOverlayAddress('add', can('users.write'))
  const [taking, setTaking] = useState(false)
  const views = useViews(given['status'])
  const filters = useUserFilters()
  const saved = useSavedViews('users', home, given)
  const { bulk, dialog } = useBulk({ assign: Assign, register: Register })
  const write = can('users.write')
  const add = write && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={adding.begin}>
      {t('Add user')}
    </Button>
  )
  return (
    <>
      {children}
      <ListPage<ListedUser, typeof users.list.input>
        of={users.list}
        counts={users.total}
        noun={t('users')}
        title={t('Users')}
        actions={
          <>
            {saved.button}
            <More write={write} addPersonal={() => setTaking(true)} />
          </>
        }
        add={add}
        views={[...views.map(tab => (saved.shown ? { ...tab, active: false } : tab)), ...saved.tabs]}
        {...(write ? { bulk, wholeToo: true as const } : {})}
        exportAll={(format, { page: _page, pageSize: _size, after: _after, ...ask }) =>
          call(users.exportAll, { ...ask, format })
        }
        search={t('Search name, user ID, email…')}
        filters={filters}
        columns={userColumns}
        sort="name"
        rowName={nameOf}
        phone={userLines}
        to={user => `${home}/${user.id}`}
        rowMenu={menuOf}
        empty={
          <EmptyState title={t('No users yet')} icon={IconUsers} action={add}>
            {t('Users are the people who sign in. Add your first user. They receive an email to create their passkey.')}
          </EmptyState>
        }
      />
      {dialog}
      {saved.dialog}
      <Suspense>
        {adding.open && <AddUser Card={can('keys.write') ? Card : undefined} close={adding.end} />}
        {taking && <AddPersonal close={() => setTaking(false)} />}
      </Suspense>
    </>
  )
}
