import { devices } from '@claviger/contract/keys/devices'
import { useRouterState } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import type { TabLink } from '#platform/ui/page/Tabs.tsx'
import { useSession } from '#shell/session.tsx'

const home = '/dashboard/devices'

export function useDeviceViews(): readonly TabLink[] {
  const here = useRouterState({ select: state => state.location.pathname })
  const { can } = useSession()
  const counts = useRead(devices.counts, {}, { quiet: true })
  const view = (label: string, to: string, count: number | undefined): TabLink => ({
    label,
    to: `${home}/${to}`,
    // Without a sub-path, the address shows the first tab
    active: here === `${home}/${to}` || (here === home && to === 'computers'),
    ...(count === undefined ? {} : { count }),
  })
  return [
    view(t('Computers'), 'computers', counts.data?.computers),
    view(t('Shared mobile devices'), 'shared-mobile', counts.data?.mobiles),
    view(t('Device groups'), 'groups', counts.data?.groups),
    view(t('From Entra ID'), 'entra', undefined),
    ...(can('api-keys.read') ? [view(t('Reader programs'), 'programs', undefined)] : []),
  ]
}
