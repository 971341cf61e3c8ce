import { type CloudDevice, cloudDevices, mostImported } from '@claviger/contract/directories/cloud-devices'
import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDownload, IconPlugConnected } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWrite } from '#platform/data/useWrite.ts'
import { count } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import type { BulkAction } from '#platform/ui/list/BulkBar.tsx'
import { ListPage } from '#platform/ui/list/ListPage.tsx'
import { Dialog } from '#platform/ui/over/Dialog.tsx'
import { toast } from '#platform/ui/over/toast.ts'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import type { Column, PhoneRow } from '#platform/ui/table/table-columns.ts'
import { useSession } from '#shell/session.tsx'
import { useDeviceViews } from '#features/keys/devices/device-views.ts'

const systemOf = (device: CloudDevice) => [device.platform, device.version].filter(Boolean).join(' ') || '—'

const trusts: Readonly<Record<string, string>> = {
  AzureAd: msg('Entra joined'),
  ServerAd: msg('Hybrid joined'),
  Workplace: msg('Registered'),
}
const trustOf = ({ trust }: CloudDevice) => (trusts[trust] === undefined ? trust || '—' : t(trusts[trust]))

const State = ({ device }: { device: CloudDevice }) =>
  device.imported === null ? (
    <Status shape="ring" tone="mute">
      {t('Not imported')}
    </Status>
  ) : (
    <Status shape="disc" tone="ok">
      {t('Imported')}
    </Status>
  )

const LastSeen = ({ device: { lastSeenAt } }: { device: CloudDevice }) =>
  lastSeenAt === null ? '—' : <When at={lastSeenAt} as="ago" />

const columns: readonly Column<CloudDevice>[] = [
  { name: 'name', label: msg('Name'), fixed: true, text: ({ name }) => name },
  { name: 'state', label: msg('Status'), width: '150px', cell: device => <State device={device} /> },
  { name: 'system', label: msg('System'), text: systemOf },
  { name: 'trust', label: msg('Join type'), width: '150px', text: trustOf },
  { name: 'lastSeen', label: msg('Last seen'), width: '140px', cell: device => <LastSeen device={device} /> },
  { name: 'id', label: msg('Device ID'), hidden: true, cell: ({ deviceId }) => deviceId, text: one => one.deviceId },
]

const lines = (device: CloudDevice): PhoneRow => ({
  name: device.name,
  status: <State device={device} />,
  second: systemOf(device),
  secondRight: <LastSeen device={device} />,
})

const ConnectDirectory = () => (
  <Button component={Link} to="/dashboard/sync/azureAD">
    {t('Connect tenant')}
  </Button>
)

export default function EntraDevicesPage() {
  const { can } = useSession()
  const [doing, setDoing] = useState<{ devices: readonly CloudDevice[]; clear: () => void } | null>(null)
  const bulk = (devices: readonly CloudDevice[], clear: () => void): readonly BulkAction[] => [
    {
      label: t('Import…'),
      icon: <IconDownload size={16} stroke={1.7} aria-hidden />,
      do: () => setDoing({ devices, clear }),
    },
  ]
  return (
    <>
      <ListPage<CloudDevice, typeof cloudDevices.list.input>
        of={cloudDevices.list}
        noun={t('devices')}
        title={t('Devices')}
        views={useDeviceViews()}
        search={t('Search name…')}
        columns={columns}
        rowName={({ name }) => name}
        phone={lines}
        {...(can('devices.write') ? { bulk } : {})}
        unavailable={
          <EmptyState
            title={t('No Entra ID tenant connected')}
            icon={IconPlugConnected}
            action={can('directories.write') && <ConnectDirectory />}
          >
            {t('Connect a tenant to list its computers here and use them in policies and device groups.')}
          </EmptyState>
        }
        empty={
          <EmptyState
            title={t('No devices in this tenant')}
            link={can('directories.read') && { to: '/dashboard/sync', label: t('Open directories') }}
            icon={IconDeviceDesktop}
          >
            {t('Computers appear here when they join your Entra ID tenant.')}
          </EmptyState>
        }
      />
      {doing && <Import {...doing} close={() => setDoing(null)} />}
    </>
  )
}

interface ImportProps {
  devices: readonly CloudDevice[]
  clear: () => void
  close: () => void
}

function Import({ devices, clear, close }: ImportProps) {
  const some = devices.slice(0, mostImported)
  const fresh = some.filter(one => one.imported === null).length
  const act = useWrite(cloudDevices.import, {
    done({ added, renamed }) {
      toast(
        'success',
        t('{count, plural, one {# device} other {# devices}} imported', { count: added }) +
          (renamed > 0 ? t(', {count} renamed', { count: count(renamed) }) : ''),
      )
      clear()
      close()
    },
  })
  return (
    <Dialog
      open
      title={t('Import {count, plural, one {# device} other {# devices}}?', { count: some.length })}
      close={close}
    >
      <p>
        {t(
          '{fresh} of them are new here. Access policies and device groups can use them immediately. A computer is identified by its name until its agent registers and replaces this entry.',
          { fresh },
        )}
      </p>
      <div className="cv-foot">
        <Button variant="default" onClick={close} disabled={act.isPending}>
          {t('Cancel')}
        </Button>
        <Button data-autofocus loading={act.isPending} onClick={() => act.mutate({ ids: some.map(({ id }) => id) })}>
          {t('Import')}
        </Button>
      </div>
    </Dialog>
  )
}
