import type { Device, deviceActs } from '@claviger/contract/keys/devices'
import { Menu } from '@mantine/core'
import { IconTrash, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { MoreMenu } from '#platform/ui/bits/MoreMenu.tsx'

const DeviceAct = lazy(() => import('./DeviceAct.tsx'))
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

export function useDeviceActs(device: Device, gone: () => void = () => undefined) {
  const [act, setAct] = useState<(typeof deviceActs)[number] | null>(null)
  const items = (
    <>
      <Menu.Item leftSection={<IconWifiOff {...icon} />} onClick={() => setAct('offline-on')}>
        {device.hasOfflineAccess ? t('Offline limits…') : t('Allow offline…')}
      </Menu.Item>
      {device.hasOfflineAccess && (
        <Menu.Item leftSection={<IconWifi {...icon} />} onClick={() => setAct('offline-off')}>
          {t('Block offline…')}
        </Menu.Item>
      )}
      <Menu.Item data-danger leftSection={<IconTrash {...icon} />} onClick={() => setAct('remove')}>
        {t('Remove…')}
      </Menu.Item>
    </>
  )
  const dialog = (
    <Suspense>
      {act && (
        <DeviceAct
          act={act}
          devices={[device]}
          close={() => setAct(null)}
          done={() => {
            if (act === 'remove') gone()
          }}
        />
      )}
    </Suspense>
  )
  return { items, dialog }
}

function DeviceMenu({ device }: { device: Device }) {
  const { items, dialog } = useDeviceActs(device)
  return (
    <>
      <MoreMenu bare label={t('Actions for {name}', { name: device.name })}>
        {items}
      </MoreMenu>
      {dialog}
    </>
  )
}

export const deviceMenuOf = (device: Device) => <DeviceMenu device={device} />
