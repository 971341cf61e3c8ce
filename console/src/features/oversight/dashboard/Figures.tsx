import { statistics } from '@claviger/contract/oversight/statistics'
import { groupTypes } from '@claviger/contract/people/groups'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Tile, Tiles } from '#platform/ui/charts/Tile.tsx'
import { useSession } from '#shell/session.tsx'
import { zone } from './zone.ts'

const added = (number: number | undefined) =>
  number ? t('{number} added this week', { number }) : t('None added this week')

const refused = (number: number) => (number === 0 ? t('None refused') : t('{number} refused', { number }))

export function Figures() {
  const { can } = useSession()
  const users = useRead(statistics.users, {}, { quiet: true })
  const keys = useRead(statistics.securityKeys, {}, { quiet: true })
  const groups = useRead(statistics.groups, {}, { quiet: true })
  const login = useRead(statistics.login, { days: 14, timezone: zone }, { quiet: true })
  const external = groups.data?.byType.find(({ type }) => type === groupTypes.external)?.count ?? 0
  const today = login.data?.today
  return (
    <Tiles>
      <Tile
        label={t('Users')}
        to={can('users.read') ? '/dashboard/users' : undefined}
        value={users.data?.total}
        failed={users.isError}
        under={added(users.data?.addedThisWeek)}
        trend={users.data?.trend.map(point => point.count)}
      />
      <Tile
        label={t('Passkeys')}
        to={can('keys.read') ? '/dashboard/security-keys' : undefined}
        value={keys.data?.total}
        failed={keys.isError}
        under={added(keys.data?.addedThisWeek)}
        trend={keys.data?.trend.map(point => point.count)}
      />
      <Tile
        label={t('Groups')}
        to={can('groups.read') ? '/dashboard/groups' : undefined}
        value={groups.data?.total}
        failed={groups.isError}
        under={
          external === 0 ? added(groups.data?.addedThisWeek) : t('{number} from directories', { number: external })
        }
        trend={groups.data?.trend.map(point => point.count)}
      />
      <Tile
        label={t('Sign-ins today')}
        to={can('activity.read') ? '/dashboard/activity-logs' : undefined}
        value={today?.succeeded}
        failed={login.isError}
        under={refused(today?.failed ?? 0)}
        trend={login.data?.days.map(day => day.succeeded)}
      />
    </Tiles>
  )
}
