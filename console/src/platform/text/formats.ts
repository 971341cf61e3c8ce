import { numberIn } from '@claviger/contract/platform/wording'
import { language, locale } from './language.ts'
import { t } from './text.ts'

/** Caches an Intl formatter per language, because creating one costs far more than using it. */
export function inLanguage<T extends object>(make: (locale: string) => T): () => T {
  const made = new Map<string, T>()
  return () => {
    const here = locale()
    const known = made.get(here) ?? make(here)
    made.set(here, known)
    return known
  }
}

function dates(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  const format = inLanguage(here => new Intl.DateTimeFormat(here, options))
  return date => format().format(date)
}

const day = dates({ month: 'short', day: '2-digit' })
const dayAndYear = dates({ month: 'short', day: '2-digit', year: 'numeric' })
const clock = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const clockWithSeconds = dates({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
const weekday = dates({ weekday: 'short', timeZone: 'UTC' })
const shortDate = dates({ month: 'short', day: 'numeric', timeZone: 'UTC' })
const longDate = dates({ weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })

const ranges = inLanguage(
  here => new Intl.DateTimeFormat(here, { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }),
)

const startOfDay = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

const daysAgo = (date: Date, now: Date) => Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000)

/** "Nov 29", with the year if it is not the current one. */
export const dayOf = (iso: string, now = new Date()): string => {
  const date = new Date(iso)
  return date.getFullYear() === now.getFullYear() ? day(date) : dayAndYear(date)
}

/** "07:52:14". */
export const secondsOf = (iso: string): string => clockWithSeconds(new Date(iso))

/** "07:52". */
export const clockOf = (date: Date): string => clock(date)

/** "11/29/2026, 07:52:14": the complete time. */
export const exactlyOf = (iso: string): string => new Date(iso).toLocaleString(locale(), { hourCycle: 'h23' })

/** "Sun, Nov 29, 2026, 03:00" in the given time zone. */
export const inZone = (iso: string, timeZone: string): string =>
  new Date(iso).toLocaleString(locale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })

/** Formats of a calendar date without a time zone ("2026-11-29"): "Sun", "Nov 29", "Sun, Nov 29". */
export const weekdayOf = (date: string): string => weekday(new Date(date))
export const dateOf = (date: string): string => shortDate(new Date(date))
export const longDateOf = (date: string): string => longDate(new Date(date))

/** "Nov 29, 2026" and "Nov 1 – 30, 2026" of calendar dates. */
export const fullDateOf = (date: string): string => ranges().format(new Date(date))
export const periodOf = (from: string, to: string): string => ranges().formatRange(new Date(from), new Date(to))

/** "Today, 07:52", "Yesterday, 21:54", "Nov 02, 22:08". */
export function momentOf(iso: string, now = new Date()): string {
  const date = new Date(iso)
  const time = clock(date)
  const ago = daysAgo(date, now)
  if (ago === 0) return t('Today, {time}', { time })
  if (ago === 1) return t('Yesterday, {time}', { time })
  return t('{day}, {time}', { day: dayOf(iso, now), time })
}

const before = (value: number, unit: 'minute' | 'hour' | 'day') =>
  new Intl.RelativeTimeFormat(locale(), { numeric: 'always' }).format(-value, unit)

/** "now", "12 minutes ago", "2 days ago", then the date. */
export function relativeTime(iso: string, now = new Date()): string {
  const minutes = Math.floor((now.getTime() - Date.parse(iso)) / 60_000)
  if (minutes < 1) return t('now')
  if (minutes < 60) return before(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return before(hours, 'hour')
  const days = Math.floor(hours / 24)
  return days < 60 ? before(days, 'day') : dayOf(iso, now)
}

/** 1284 as "1,284". */
export const count = (value: number): string => numberIn(value, locale())

/** 0.125 as "12.5%", with the given number of decimals. */
export const percentOf = (share: number, digits = 1): string =>
  share.toLocaleString(locale(), { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits })

/** "412", or "more than 10,000" if the server stopped counting there. */
export const totalOf = ({ total, totalIs }: { total: number; totalIs: string }): string =>
  totalIs === 'exact' ? count(total) : t('more than {count}', { count: total })

/** A title inside a sentence: lowercase in English, unchanged in German because of its nouns. */
export const inSentence = (title: string): string => (language() === 'en' ? title.toLowerCase() : title)

const regions = inLanguage(here => new Intl.DisplayNames([here], { type: 'region' }))

/** "Switzerland" for CH; the code itself if the browser knows no name. */
export const countryOf = (code: string): string => regions().of(code) ?? code

const collation = inLanguage(here => new Intl.Collator(here))

export const byLabel = (a: { label: string }, b: { label: string }): number => collation().compare(a.label, b.label)
