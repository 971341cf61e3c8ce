import { groups, groupTypes } from '@claviger/contract/people/groups'
import type { Group } from '@claviger/contract/people/groups'
import { Button } from '@mantine/core'
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconUserMinus,
  IconUserPlus,
  IconUsersGroup,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { msg, t } from '#platform/text/text.ts'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import type { BulkAction } from '#platform/ui/list/BulkBar.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { useOverlayAddress } from '#shell/overlay-address.ts'
import { useSession } from '#shell/session.tsx'
import { menuOf } from './GroupMenu.tsx'
import { groupColumns, groupLines } from './group-columns.tsx'

const AddGroup = lazy(() => import('./GroupForm.tsx').then(file => ({ default: file.AddGroup })))
const SuspendGroups = lazy(() => import('./SuspendGroups.tsx'))
const MoveUsers = lazy(() => import('./MoveUsers.tsx'))
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

const filters = [
  {
    name: 'type',
    label: msg('Type'),
    options: [
      { value: 'local', label: msg('Local') },
      { value: 'external', label: msg('Imported') },
    ],
  },
]

interface Act {
  what: 'suspend' | 'activate' | 'add' | 'remove'
  groups: readonly Group[]
  clear: () => void
}

export default function GroupsPage() {
  const { can } = useSession()
  const adding = useOverlayAddress('add', can('groups.write'))
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const add = can('groups.write') && (
    <Button leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={adding.begin}>
      {t('Add group')}
    </Button>
  )

  function bulk(rows: readonly Group[], clear: () => void): BulkAction[] {
    const start = (what: Act['what'], fits: (group: Group) => boolean, why: string) => () =>
      rows.every(fits) ? setAct({ what, groups: rows, clear }) : toast('warning', why)
    const notEveryone = (group: Group) => group.type !== groupTypes.everyone
    const byHand = (group: Group) => group.type === groupTypes.internal && group.rule === null
    const both = t("Deselect the “All users” group. You can't suspend it as a whole")
    const hands = t('Choose only local groups without a rule')
    return [
      ...(can('groups.write')
        ? [
            { label: t('Add users…'), icon: <IconUserPlus {...icon} />, do: start('add', byHand, hands) },
            { label: t('Remove users…'), icon: <IconUserMinus {...icon} />, do: start('remove', byHand, hands) },
          ]
        : []),
      { label: t('Activate users…'), icon: <IconPlayerPlay {...icon} />, do: start('activate', notEveryone, both) },
      {
        label: t('Suspend users…'),
        icon: <IconPlayerPause {...icon} />,
        danger: true,
        do: start('suspend', notEveryone, both),
      },
    ]
  }

  return (
    <>
      <ListPage<Group, typeof groups.list.input>
        of={groups.list}
        noun={t('groups')}
        title={t('Groups')}
        add={add}
        search={t('Search name, description…')}
        filters={filters}
        columns={groupColumns}
        sort="name"
        rowName={group => group.name}
        phone={groupLines}
        to={group => `/dashboard/groups/${group.id}`}
        rowMenu={menuOf}
        {...(can('users.write') ? { bulk } : {})}
        empty={
          <EmptyState title={t('No groups yet')} icon={IconUsersGroup} action={add}>
            {t('A group contains users who share the same settings. Add users manually or by a rule.')}
          </EmptyState>
        }
      />
      <Suspense>
        {adding.open && <AddGroup close={adding.end} />}
        {act && (act.what === 'add' || act.what === 'remove') && (
          <MoveUsers of={act.groups} into={act.what === 'add'} close={close} done={act.clear} />
        )}
        {act && (act.what === 'suspend' || act.what === 'activate') && (
          <SuspendGroups of={act.groups} suspend={act.what === 'suspend'} close={close} done={act.clear} />
        )}
      </Suspense>
    </>
  )
}
