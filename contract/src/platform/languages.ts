export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

/** Languages of the card pages, whose users may never see the rest of the product. */
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

export const posterLanguages = ['en', 'de', 'fr', 'es', 'nl', 'pl'] as const satisfies readonly PageLanguage[]

/** BCP 47 locale for dates, numbers, and country names. */
export const locales: Record<Language, string> = { en: 'en-US', de: 'de-DE' }

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(languages, value)

/** The first supported language of a preference list ("de-CH", "en;q=0.8"); null if none is supported. */
export function firstSupportedLanguage(wishes: readonly string[]): Language | null {
  for (const wish of wishes) {
    const [tag = ''] = wish.trim().toLowerCase().split(/[-_;]/)
    if (isLanguage(tag)) return tag
  }
  return null
}
