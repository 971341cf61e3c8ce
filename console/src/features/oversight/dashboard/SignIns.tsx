import { statistics } from '@claviger/contract/oversight/statistics'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { dateOf, longDateOf, weekdayOf } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { ChartCard } from '#platform/ui/charts/ChartCard.tsx'
import { Columns } from '#platform/ui/charts/Columns.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { useSession } from '#shell/session.tsx'
import { zone } from './zone.ts'

const dateIn = (moment: string) => moment.slice(0, 10)

export function SignIns({ days }: { days: number }) {
  const login = useRead(statistics.login, { days, timezone: zone }, { quiet: true, keepEarlier: true })
  const { can } = useSession()
  const shown = login.data?.days ?? []
  const first = shown[0]?.day
  const series = [
    { label: t('Succeeded'), color: 'var(--cv-chart-1)' },
    { label: t('Failed'), color: 'var(--cv-bad-dot)' },
  ]
  const columns = shown.map((day, index) => {
    const date = dateIn(day.day)
    const last = index === shown.length - 1
    return {
      label: last ? t('Today') : (days > 7 ? dateOf : weekdayOf)(date),
      says: t('{day}: {succeeded} succeeded, {failed} failed', {
        day: last ? t('Today') : longDateOf(date),
        succeeded: day.succeeded,
        failed: day.failed,
      }),
      values: [day.succeeded, day.failed],
    }
  })
  return (
    <ChartCard
      title={t('Sign-ins per day')}
      legend={series}
      right={
        can('activity.read') &&
        first !== undefined && (
          <Link
            to="/dashboard/activity-logs"
            search={{ from: new Date(`${dateIn(first)}T00:00`).toISOString() }}
            style={{ whiteSpace: 'nowrap' }}
          >
            {t('Open log')}
          </Link>
        )
      }
      columns={[t('Day'), t('Succeeded'), t('Failed')]}
      rows={shown.map(day => [longDateOf(dateIn(day.day)), day.succeeded, day.failed])}
    >
      <Waiting on={login} what={t('the sign-ins')}>
        <Columns series={series} columns={columns} label={t('Sign-ins per day')} />
      </Waiting>
    </ChartCard>
  )
}
