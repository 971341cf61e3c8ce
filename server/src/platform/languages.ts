import { firstSupportedLanguage, type Language, locales } from '@claviger/contract/platform/languages'
import { inLanguage, type Texts, type DeferredText, type Values } from '@claviger/contract/platform/wording'
import type { RequestFacts } from './app-context.ts'
import german from '@claviger/contract/languages/de.json' with { type: 'json' }

const texts: Record<Language, Texts> = { en: {}, de: german }

export type Translate = (text: string | DeferredText, values?: Values) => string

export function sayIn(language: Language): Translate {
  const say = (id: string, values?: Values) => inLanguage(texts[language], locales[language], id, values)
  const sayUnsaid = ({ id, values }: DeferredText): string =>
    say(
      id,
      Object.fromEntries(Object.entries(values).map(([name, one]) => [name, isUnsaid(one) ? sayUnsaid(one) : one])),
    )
  return (text, values) => (typeof text === 'string' ? say(text, values) : sayUnsaid(text))
}

const isUnsaid = (value: unknown): value is DeferredText => typeof value === 'object' && value !== null && 'id' in value

export const sayTo = (ctx: { request: RequestFacts }): Translate => sayIn(ctx.request.language ?? 'en')

export const msg = (id: string): string => id

export const deferText = (id: string, values: DeferredText['values'] = {}): DeferredText => ({ id, values })

export const keptTexts = (...all: readonly (string | DeferredText)[]): string => JSON.stringify(all)

export const firstKept = (kept: string): string | DeferredText => (JSON.parse(kept) as [string | DeferredText])[0]

export const translateStored = (say: Translate, kept: string): string =>
  (JSON.parse(kept) as (string | DeferredText)[]).map(one => say(one)).join('; ')

export const languageOfHeader = (header: string | undefined): Language =>
  firstSupportedLanguage(header?.split(',') ?? []) ?? 'en'

// Languages other than English use the full month, because short forms end with a period
const shortDay = (language: Language) =>
  ({ day: 'numeric', month: language === 'en' ? 'short' : 'long', timeZone: 'UTC' }) as const

/** A day without the year: "Nov 29". */
export const shortDayIn = (language: Language, at: Date): string =>
  at.toLocaleDateString(locales[language], shortDay(language))

/** A day with the year: "Nov 29, 2026". */
export const shortDateIn = (language: Language, at: Date): string =>
  at.toLocaleDateString(locales[language], { ...shortDay(language), year: 'numeric' })

/** Days from one to another: "Oct 1 – 31, 2026". */
export const shortRangeIn = (language: Language, from: Date, to: Date): string =>
  new Intl.DateTimeFormat(locales[language], { ...shortDay(language), year: 'numeric' }).formatRange(from, to)

export const dayIn = (language: Language, at: Date): string =>
  at.toLocaleDateString(locales[language], { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
