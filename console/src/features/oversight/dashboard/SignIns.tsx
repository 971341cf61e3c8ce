import { statistics } from '@claviger/contract/oversight/statistics'
import { useRead } from '../../../ground/data/useRead.ts'
import { count } from '../../../ground/ui/bits/moments.ts'
import { ChartCard } from '../../../ground/ui/charts/ChartCard.tsx'
import { Columns } from '../../../ground/ui/charts/Columns.tsx'
import { Waiting } from '../../../ground/ui/page/Waiting.tsx'
import { zone } from './zone.ts'

const series = [
  { label: 'Succeeded', color: 'var(--cv-chart-1)' },
  { label: 'Failed', color: 'var(--cv-bad-dot)' },
]

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
const date = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })

/** Sign-ins of the last days, succeeded and failed. */
export function SignIns({ days }: { days: number }) {
  const login = useRead(statistics.login, { days, timezone: zone }, { quiet: true, keepEarlier: true })
  const shown = login.data?.days ?? []
  const columns = shown.map((day, index) => {
    const of = new Date(`${day.day.slice(0, 10)}T00:00:00Z`)
    const last = index === shown.length - 1
    return {
      label: last ? 'Today' : (days > 7 ? date : weekday).format(of),
      says: `${last ? 'Today' : long.format(of)}: ${count(day.succeeded)} succeeded, ${count(day.failed)} failed`,
      values: [day.succeeded, day.failed],
    }
  })
  return (
    <ChartCard
      title="Sign-ins per day"
      legend={series}
      columns={['Day', 'Succeeded', 'Failed']}
      rows={shown.map(day => [long.format(new Date(`${day.day.slice(0, 10)}T00:00:00Z`)), day.succeeded, day.failed])}
    >
      <Waiting on={login} what="the sign-ins">
        <Columns series={series} columns={columns} label="Sign-ins per day" />
      </Waiting>
    </ChartCard>
  )
}
