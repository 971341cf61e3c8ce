import { deviceGroups } from '@claviger/contract/keys/device-groups'
import type { DeviceGroup } from '@claviger/contract/keys/device-groups'
import { Button, Menu } from '@mantine/core'
import { IconDevices, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { deletion } from '#platform/ui/list/deletion.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useSession } from '#shell/session.tsx'
import { useDeviceViews } from '../devices/device-views.ts'

const AddGroup = lazy(() => import('./DeviceGroupForm.tsx').then(file => ({ default: file.AddDeviceGroup })))
const EditGroup = lazy(() => import('./DeviceGroupForm.tsx').then(file => ({ default: file.EditDeviceGroup })))
const DeleteGroups = lazy(() => import('./DeleteDeviceGroups.tsx'))
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

const columns: readonly Column<DeviceGroup>[] = [
  { name: 'name', label: msg('Name'), sort: true, fixed: true, text: ({ name }) => name },
  { name: 'description', label: msg('Description'), text: ({ description }) => description },
  {
    name: 'devices',
    label: msg('Devices'),
    width: '96px',
    right: true,
    cell: ({ devices }) => count(devices),
    text: ({ devices }) => String(devices),
  },
  {
    name: 'created',
    label: msg('Created'),
    sort: true,
    width: '148px',
    cell: ({ createdAt }) => <When at={createdAt} as="day" />,
    text: ({ createdAt }) => createdAt,
  },
]

const linesOf = (group: DeviceGroup): PhoneRow => ({
  name: group.name,
  second: group.description,
  secondRight: t('{count, plural, one {# device} other {# devices}}', { count: group.devices }),
})

interface Open {
  what: 'add' | 'edit' | 'delete'
  groups: readonly DeviceGroup[]
  clear?: () => void
}

export default function DeviceGroupsPage() {
  const { can } = useSession()
  const [open, setOpen] = useState<Open | null>(null)
  const write = can('devices.write')
  const close = () => setOpen(null)
  const add = write && (
    <Button
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
      onClick={() => setOpen({ what: 'add', groups: [] })}
    >
      {t('Add device group')}
    </Button>
  )
  const bulk = (groups: readonly DeviceGroup[], clear: () => void) => [
    deletion(t('Delete…'), () => setOpen({ what: 'delete', groups, clear })),
  ]
  const menuOf = (group: DeviceGroup) => (
    <MoreMenu bare label={t('Actions for {name}', { name: group.name })}>
      <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setOpen({ what: 'edit', groups: [group] })}>
        {t('Edit…')}
      </Menu.Item>
      <Menu.Item
        data-danger
        leftSection={<IconTrash {...icon} />}
        onClick={() => setOpen({ what: 'delete', groups: [group] })}
      >
        {t('Delete…')}
      </Menu.Item>
    </MoreMenu>
  )
  const first = open?.groups[0]
  return (
    <>
      <ListPage<DeviceGroup, typeof deviceGroups.list.input>
        of={deviceGroups.list}
        noun={t('device groups')}
        title={t('Devices')}
        add={add}
        views={useDeviceViews()}
        search={t('Search name, description…')}
        columns={columns}
        sort="name"
        rowName={({ name }) => name}
        phone={linesOf}
        to={group => `/dashboard/devices/groups/${group.id}`}
        {...(write ? { bulk, rowMenu: menuOf } : {})}
        empty={
          <EmptyState title={t('No device groups yet')} icon={IconDevices} action={add}>
            {t('A device group is a named set of computers and shared devices, such as a ward or all kiosks.')}
          </EmptyState>
        }
      />
      <Suspense>
        {open?.what === 'add' && <AddGroup close={close} />}
        {open?.what === 'edit' && first && <EditGroup group={first} close={close} />}
        {open?.what === 'delete' && <DeleteGroups groups={open.groups} close={close} done={open.clear} />}
      </Suspense>
    </>
  )
}
