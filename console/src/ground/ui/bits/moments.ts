const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit' })
const dayAndYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric' })
const clock = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const clockWithSeconds = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** Whole days from `date` to `now`, by the reader's calendar. */
const daysAgo = (date: Date, now: Date) => Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000)

/** "Nov 29", with the year when it is not this one. */
export const dayOf = (iso: string, now = new Date()): string => {
  const date = new Date(iso)
  return date.getFullYear() === now.getFullYear() ? day.format(date) : dayAndYear.format(date)
}

/** "07:52:14". */
export const secondsOf = (iso: string): string => clockWithSeconds.format(new Date(iso))

/** "Today, 07:52", "Yesterday, 21:54", "Nov 02, 22:08". */
export function momentOf(iso: string, now = new Date()): string {
  const date = new Date(iso)
  const ago = daysAgo(date, now)
  const name = ago === 0 ? 'Today' : ago === 1 ? 'Yesterday' : dayOf(iso, now)
  return `${name}, ${clock.format(date)}`
}

/** "now", "12 minutes ago", "2 days ago", then the date. */
export function agoOf(iso: string, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - Date.parse(iso)) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${hours} ${hours === 1 ? 'hour' : 'hours'} ago`
  const days = Math.floor(hours / 24)
  return days < 60 ? `${days} ${days === 1 ? 'day' : 'days'} ago` : dayOf(iso, now)
}

/** 1284 as "1,284". */
export const count = (value: number): string => value.toLocaleString('en-US')

/** "1 user", "3 users". */
export const many = (value: number, one: string, several = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : several}`
