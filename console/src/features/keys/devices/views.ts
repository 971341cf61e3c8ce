import { devices } from '@claviger/contract/keys/devices/devices'
import { useRouterState } from '@tanstack/react-router'
import { useRead } from '../../../ground/data/useRead.ts'
import { t } from '../../../ground/text/text.ts'
import type { TabLink } from '../../../ground/ui/page/Tabs.tsx'

const home = '/dashboard/devices'

/** The three lists of devices, as tabs with how many each holds. */
export function useDeviceViews(): readonly TabLink[] {
  const here = useRouterState({ select: state => state.location.pathname })
  const counts = useRead(devices.counts, {}, { quiet: true })
  const view = (label: string, to: string, count: number | undefined): TabLink => ({
    label,
    to: `${home}/${to}`,
    active: here === `${home}/${to}`,
    ...(count === undefined ? {} : { count }),
  })
  return [
    view(t('Computers'), 'computers', counts.data?.computers),
    view(t('Shared mobile devices'), 'shared-mobile', counts.data?.mobiles),
    view(t('Device groups'), 'groups', counts.data?.groups),
  ]
}
