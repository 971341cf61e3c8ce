import { firstSpoken, type Language, locales } from '@claviger/contract/ground/languages'
import { inLanguage, type Texts, type Unsaid, type Values } from '@claviger/contract/ground/wording'
import german from '@claviger/contract/languages/de.json' with { type: 'json' }

const texts: Record<Language, Texts> = { en: {}, de: german }

/** Says a text in one language; the id is the English text. */
export type Say = (text: string | Unsaid, values?: Values) => string

/** How texts are said to readers of a language. */
export const sayIn =
  (language: Language): Say =>
  (text, values) =>
    typeof text === 'string'
      ? inLanguage(texts[language], locales[language], text, values)
      : inLanguage(texts[language], locales[language], text.id, text.values)

/** A text with values, to be said when its reader is known. */
export const unsaid = (id: string, values: Values): Unsaid => ({ id, values })

/** The first language of an Accept-Language header that the product speaks; English for programs, which name none. */
export const languageAsked = (header: string | undefined): Language => firstSpoken(header?.split(',') ?? []) ?? 'en'

/** A calendar day in words: "November 29, 2026". */
export const dayIn = (language: Language, at: Date): string =>
  at.toLocaleDateString(locales[language], { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
