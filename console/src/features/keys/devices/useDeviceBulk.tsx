import type { Device, deviceActs } from '@claviger/contract/keys/devices'
import { IconFolderPlus, IconTrash, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#platform/text/text.ts'
import type { BulkAction } from '#platform/ui/list/BulkBar.tsx'

const DeviceAct = lazy(() => import('./DeviceAct.tsx'))
const PutInto = lazy(() => import('./PutInto.tsx'))
const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const

interface Doing {
  act: (typeof deviceActs)[number] | 'group'
  devices: readonly Device[]
  clear: () => void
}

export function useDeviceBulk() {
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  const bulk = (rows: readonly Device[], clear: () => void): readonly BulkAction[] => {
    const begin = (act: Doing['act']) => () => setDoing({ act, devices: rows, clear })
    return [
      { label: t('Add to group…'), icon: <IconFolderPlus {...icon} />, do: begin('group') },
      { label: t('Allow offline…'), icon: <IconWifiOff {...icon} />, do: begin('offline-on') },
      { label: t('Block offline…'), icon: <IconWifi {...icon} />, do: begin('offline-off') },
      { label: t('Remove…'), icon: <IconTrash {...icon} />, danger: true, do: begin('remove') },
    ]
  }
  const dialog = (
    <Suspense>
      {doing &&
        (doing.act === 'group' ? (
          <PutInto devices={doing.devices} close={close} done={doing.clear} />
        ) : (
          <DeviceAct act={doing.act} devices={doing.devices} close={close} done={doing.clear} />
        ))}
    </Suspense>
  )
  return { bulk, dialog }
}
