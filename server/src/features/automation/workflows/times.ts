import { Cron } from 'croner'
import { intervals } from '@claviger/contract/automation/workflows/content'

/** When a workflow runs, in its zone. */
export interface Times {
  interval: number
  hour: number | null
  minute: number | null
  day: number | null
  zone: string
}

/**
 * A month that has not the day runs on its last one. An hour that the clocks skip is caught up at their first instant
 * after it; of one that comes twice the first counts, but an hourly run comes in both.
 */
function patternsOf({ interval, hour, minute, day }: Times): string[] {
  const at = `${minute ?? 0} ${hour ?? 0}`
  if (interval === intervals.hourly) return [`${minute ?? 0} * * * *`]
  if (interval === intervals.daily) return [`${at} * * *`]
  if (interval === intervals.weekly) return [`${at} * * ${day ?? 0}`]
  if (day === 31) return [`${at} L * *`]
  return (day ?? 1) > 28 ? [`${at} ${day} 1,3-12 *`, `${at} L 2 *`] : [`${at} ${day ?? 1} * *`]
}

/** The next times after an instant, the first one first. */
export function nextTimes(times: Times, after: Date, count: number): Date[] {
  const all = patternsOf(times).flatMap(pattern =>
    new Cron(pattern, { timezone: times.zone, paused: true }).nextRuns(count, after),
  )
  return all.toSorted((one, other) => one.getTime() - other.getTime()).slice(0, count)
}

/** The next time after an instant. */
export const nextTime = (times: Times, after: Date): Date | null => nextTimes(times, after, 1)[0] ?? null
