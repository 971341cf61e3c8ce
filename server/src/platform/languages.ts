import { firstSpoken, type Language, locales } from '@claviger/contract/platform/languages'
import { inLanguage, type Texts, type Unsaid, type Values } from '@claviger/contract/platform/wording'
import type { RequestFacts } from './world.ts'
import german from '@claviger/contract/languages/de.json' with { type: 'json' }

const texts: Record<Language, Texts> = { en: {}, de: german }

export type Say = (text: string | Unsaid, values?: Values) => string

export function sayIn(language: Language): Say {
  const say = (id: string, values?: Values) => inLanguage(texts[language], locales[language], id, values)
  const sayUnsaid = ({ id, values }: Unsaid): string =>
    say(
      id,
      Object.fromEntries(Object.entries(values).map(([name, one]) => [name, isUnsaid(one) ? sayUnsaid(one) : one])),
    )
  return (text, values) => (typeof text === 'string' ? say(text, values) : sayUnsaid(text))
}

const isUnsaid = (value: unknown): value is Unsaid => typeof value === 'object' && value !== null && 'id' in value

export const sayTo = (ctx: { request: RequestFacts }): Say => sayIn(ctx.request.language ?? 'en')

export const msg = (id: string): string => id

export const unsaid = (id: string, values: Unsaid['values'] = {}): Unsaid => ({ id, values })

export const keptTexts = (...all: readonly (string | Unsaid)[]): string => JSON.stringify(all)

export const firstKept = (kept: string): string | Unsaid => (JSON.parse(kept) as [string | Unsaid])[0]

export const sayKept = (say: Say, kept: string): string =>
  (JSON.parse(kept) as (string | Unsaid)[]).map(one => say(one)).join('; ')

export const languageAsked = (header: string | undefined): Language => firstSpoken(header?.split(',') ?? []) ?? 'en'

/**
 * A day without the year: "Nov 29". Other languages use the full month, because short forms end with a period.
 */
export const shortDayIn = (language: Language, at: Date): string =>
  at.toLocaleDateString(locales[language], {
    day: 'numeric',
    month: language === 'en' ? 'short' : 'long',
    timeZone: 'UTC',
  })

export const dayIn = (language: Language, at: Date): string =>
  at.toLocaleDateString(locales[language], { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
