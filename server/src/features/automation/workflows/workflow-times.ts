import { Cron } from 'croner'
import { intervals } from '@claviger/contract/automation/workflows/workflow-content'

export interface Times {
  interval: number
  hour: number | null
  minute: number | null
  day: number | null
  zone: string
}

/**
 * In a month without the given day, runs on its last day. A time skipped by daylight saving runs at the first instant
 * after the gap; of a repeated hour, the first counts, except that hourly runs happen in both.
 */
function patternsOf({ interval, hour, minute, day }: Times): string[] {
  const at = `${minute ?? 0} ${hour ?? 0}`
  if (interval === intervals.hourly) return [`${minute ?? 0} * * * *`]
  if (interval === intervals.daily) return [`${at} * * *`]
  if (interval === intervals.weekly) return [`${at} * * ${day ?? 0}`]
  if (day === 31) return [`${at} L * *`]
  return (day ?? 1) > 28 ? [`${at} ${day} 1,3-12 *`, `${at} L 2 *`] : [`${at} ${day ?? 1} * *`]
}

export function nextTimes(times: Times, after: Date, count: number): Date[] {
  const all = patternsOf(times).flatMap(pattern =>
    new Cron(pattern, { timezone: times.zone, paused: true }).nextRuns(count, after),
  )
  return all.toSorted((one, other) => one.getTime() - other.getTime()).slice(0, count)
}

export const nextTime = (times: Times, after: Date): Date | null => nextTimes(times, after, 1)[0] ?? null
