import { deviceGroups } from '@claviger/contract/keys/device-groups'
import type { DeviceGroup } from '@claviger/contract/keys/device-groups'
import { devices } from '@claviger/contract/keys/devices'
import type { Device } from '@claviger/contract/keys/devices'
import { Button, Menu } from '@mantine/core'
import { IconDevices, IconFolderMinus, IconFolderPlus } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { OneRecord } from '#platform/ui/page/OneRecord.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { useCrumb } from '#shell/crumb.ts'
import { useSession } from '#shell/session.tsx'
import { LogLink } from '#shell/LogLink.tsx'
import { deviceLines, mobileColumns } from '../devices/device-columns.tsx'

const AddDevices = lazy(() => import('./AddDevices.tsx'))
const DeleteGroups = lazy(() => import('./DeleteDeviceGroups.tsx'))
const EditGroup = lazy(() => import('./DeviceGroupForm.tsx').then(file => ({ default: file.EditDeviceGroup })))
const home = '/dashboard/devices/groups'

function Head({ group, add }: { group: DeviceGroup; add: ReactNode }) {
  const { can } = useSession()
  const go = useNavigate()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <PageHead
        title={group.name}
        under={
          <>
            {group.description && <span>{group.description}</span>}
            <span>{t('{count, plural, one {# device} other {# devices}}', { count: group.devices })}</span>
            <LogLink id={group.id} name={group.name} />
          </>
        }
        actions={
          can('devices.write') && (
            <>
              <Button variant="default" onClick={() => setOpen('edit')}>
                {t('Edit…')}
              </Button>
              <MoreMenu label={t('More actions for {name}', { name: group.name })}>
                <Menu.Item data-danger onClick={() => setOpen('delete')}>
                  {t('Delete…')}
                </Menu.Item>
              </MoreMenu>
            </>
          )
        }
        add={add}
        entries={group.devices === 0 ? 'none' : 'some'}
      />
      <Suspense>
        {open === 'edit' && <EditGroup group={group} close={close} />}
        {open === 'delete' && (
          <DeleteGroups groups={[group]} close={close} done={() => void go({ to: home } as never)} />
        )}
      </Suspense>
    </>
  )
}

function Whole({ group }: { group: DeviceGroup }) {
  const { can } = useSession()
  const [adding, setAdding] = useState(false)
  const put = useWrite(deviceGroups.assign)
  const take = useWrite(deviceGroups.take)
  const bulk = (rows: readonly Device[], clear: () => void) => [
    {
      label: t('Remove from group'),
      icon: <IconFolderMinus size={16} stroke={1.7} aria-hidden />,
      do() {
        const chosen = { id: group.id, devices: rows.map(({ id }) => id) }
        take.mutate(chosen, {
          onSuccess({ removed }) {
            clear()
            toast(
              'success',
              t('{count, plural, one {# device} other {# devices}} removed from {name}', {
                count: removed,
                name: group.name,
              }),
              { action: { label: t('Undo'), do: () => put.mutate(chosen) } },
            )
          },
        })
      },
    },
  ]
  const add = can('devices.write') && (
    <Button leftSection={<IconFolderPlus size={16} stroke={1.7} aria-hidden />} onClick={() => setAdding(true)}>
      {t('Add devices')}
    </Button>
  )
  return (
    <>
      <Head group={group} add={add} />
      <ListPage<Device, typeof devices.list.input>
        of={devices.list}
        fixed={{ group: group.id }}
        noun={t('devices')}
        search={t('Search name, machine ID…')}
        columns={mobileColumns}
        sort="name"
        rowName={({ name }) => name}
        phone={deviceLines}
        {...(can('devices.write') ? { bulk } : {})}
        empty={
          <EmptyState title={t('No devices in this group')} action={add} icon={IconDevices}>
            {t('Add devices here, or select them in a list of devices.')}
          </EmptyState>
        }
      />
      <Suspense>{adding && <AddDevices group={group} close={() => setAdding(false)} />}</Suspense>
    </>
  )
}

export default function DeviceGroupPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const group = useRead(deviceGroups.get, { id }, { quiet: true })
  useCrumb(group.data?.name)
  const missing = {
    kind: t('Device group'),
    says: t('Device group not found'),
    why: t('The group was deleted, or the link is wrong.'),
    icon: IconDevices,
    to: home,
    back: t('Back to device groups'),
  }
  return (
    <OneRecord read={group} failed={t("We couldn't load this group")} missing={missing}>
      {found => <Whole group={found} />}
    </OneRecord>
  )
}
