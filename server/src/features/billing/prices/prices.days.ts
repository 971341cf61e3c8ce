/** Days are YYYY-MM-DD in UTC, which sorts like time. */
export type Day = string

const dayMilliseconds = 86_400_000
const instantOf = (day: Day) => Date.parse(`${day}T00:00:00Z`)

export const dayOfInstant = (at: Date): Day => at.toISOString().slice(0, 10)
export const startOfDay = (day: Day): Date => new Date(instantOf(day))
export const addDays = (day: Day, days: number): Day => dayOfInstant(new Date(instantOf(day) + days * dayMilliseconds))
export const dayAfter = (day: Day): Day => addDays(day, 1)
export const dayBefore = (day: Day): Day => addDays(day, -1)
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((instantOf(to) - instantOf(from)) / dayMilliseconds)

export const monthStart = (day: Day): Day => `${day.slice(0, 7)}-01`

/** Number of days in the month of a day. */
export const daysInMonth = (day: Day): number => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

export const monthEnd = (day: Day): Day => `${day.slice(0, 8)}${daysInMonth(day)}`

/** A day some months later, or the last day of that month if it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = dayOfInstant(new Date(Date.UTC(year, month - 1 + months, 1)))
  return `${first.slice(0, 8)}${String(Math.min(date, daysInMonth(first))).padStart(2, '0')}`
}

export function* eachDay(from: Day, to: Day): Generator<Day> {
  for (let day = from; day <= to; day = dayAfter(day)) yield day
}

export const isDay = (text: string): boolean =>
  !Number.isNaN(instantOf(text)) && dayOfInstant(startOfDay(text)) === text
