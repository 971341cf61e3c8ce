/** The languages of the product, each by its own name; English is what the texts are written in. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

/** Languages of the card pages, where people stand who never see the rest. */
export const pageLanguages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  nl: 'Nederlands',
  pl: 'Polski',
  zh: '中文',
} as const
export type PageLanguage = keyof typeof pageLanguages

/** Languages of the posters that lead to them: all whose letters the poster's font has. */
export const posterLanguages = ['en', 'de', 'fr', 'es', 'nl', 'pl'] as const satisfies readonly PageLanguage[]

/** How dates, numbers and names of countries are written for people of a language (BCP 47). */
export const locales: Record<Language, string> = { en: 'en-US', de: 'de-DE' }

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(languages, value)

/** The first language of a list of wishes ("de-CH", "en;q=0.8") that the product speaks; null when it speaks none. */
export function firstSpoken(wishes: readonly string[]): Language | null {
  for (const wish of wishes) {
    const [tag = ''] = wish.trim().toLowerCase().split(/[-_;]/)
    if (isLanguage(tag)) return tag
  }
  return null
}
