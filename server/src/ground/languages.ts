import { firstSpoken, type Language, locales } from '@claviger/contract/ground/languages'
import { inLanguage, type Texts, type Unsaid, type Values } from '@claviger/contract/ground/wording'
import type { RequestFacts } from './world.ts'
import german from '@claviger/contract/languages/de.json' with { type: 'json' }

const texts: Record<Language, Texts> = { en: {}, de: german }

/** Says a text in one language; the id is the English text. */
export type Say = (text: string | Unsaid, values?: Values) => string

/** How texts are said to readers of a language. */
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

/** How texts are said to whoever asks. */
export const sayTo = (ctx: { request: RequestFacts }): Say => sayIn(ctx.request.language ?? 'en')

/** Marks a text that is said later, when its reader is known. */
export const msg = (id: string): string => id

/** A text with values, to be said when its reader is known. */
export const unsaid = (id: string, values: Unsaid['values'] = {}): Unsaid => ({ id, values })

/** Texts as a column of the database holds them, to be said to each reader in their language. */
export const keptTexts = (...all: readonly (string | Unsaid)[]): string => JSON.stringify(all)

/** The first of the texts that `keptTexts` has kept. */
export const firstKept = (kept: string): string | Unsaid => (JSON.parse(kept) as [string | Unsaid])[0]

/** Says what `keptTexts` has kept, one after the other. */
export const sayKept = (say: Say, kept: string): string =>
  (JSON.parse(kept) as (string | Unsaid)[]).map(one => say(one)).join('; ')

/** The first language of an Accept-Language header that the product speaks; English for programs, which name none. */
export const languageAsked = (header: string | undefined): Language => firstSpoken(header?.split(',') ?? []) ?? 'en'

/** A day without the year: "Nov 29"; in other languages the month in full, for a short one ends with a period. */
export const shortDayIn = (language: Language, at: Date): string =>
  at.toLocaleDateString(locales[language], {
    day: 'numeric',
    month: language === 'en' ? 'short' : 'long',
    timeZone: 'UTC',
  })

/** A calendar day in words: "November 29, 2026". */
export const dayIn = (language: Language, at: Date): string =>
  at.toLocaleDateString(locales[language], { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
