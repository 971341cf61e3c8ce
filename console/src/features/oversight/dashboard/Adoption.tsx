import { statistics } from '@claviger/contract/oversight/statistics'
import { useRead } from '#platform/data/useRead.ts'
import { percentOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { Bars } from '#platform/ui/charts/Bars.tsx'
import { ChartCard } from '#platform/ui/charts/ChartCard.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'

const percent = (part: number, total: number) => percentOf(total === 0 ? 0 : part / total)

/** Users with a key, in total and in the units where most have none; each opens the users without one. */
export function Adoption() {
  const { can } = useSession()
  const adoption = useRead(statistics.adoption, {}, { quiet: true })
  const { users = 0, withKey = 0, units = [] } = adoption.data ?? {}
  const all = [{ id: '', name: t('All users'), users, withKey }, ...units]
  return (
    <ChartCard
      title={t('Users with a key')}
      columns={[t('Unit'), t('With a key'), t('Users')]}
      rows={all.map(one => [one.name, one.withKey, one.users])}
    >
      <Waiting on={adoption} what={t('the users')}>
        <Bars
          of={all.map(one => ({
            key: one.id,
            label: one.name,
            value: one.withKey,
            of: one.users,
            says: percent(one.withKey, one.users),
            color: 'var(--cv-ok-dot)',
            ...(can('users.read') && {
              to: '/dashboard/users',
              search: { withoutKey: 'true', ...(one.id !== '' && { unit: one.id }) },
            }),
          }))}
        />
      </Waiting>
    </ChartCard>
  )
}
