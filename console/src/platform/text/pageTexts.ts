import type { PageLanguage } from '@claviger/contract/platform/languages'
import type { Texts } from '@claviger/contract/platform/wording'

/** Translations of the card page by language, one file each; English needs none. */
export const pageTexts: Readonly<Record<PageLanguage, (() => Promise<{ default: Texts }>) | undefined>> = {
  en: undefined,
  de: () => import('@claviger/contract/languages/pages/de.json'),
  fr: () => import('@claviger/contract/languages/pages/fr.json'),
  es: () => import('@claviger/contract/languages/pages/es.json'),
  nl: () => import('@claviger/contract/languages/pages/nl.json'),
  pl: () => import('@claviger/contract/languages/pages/pl.json'),
  zh: () => import('@claviger/contract/languages/pages/zh.json'),
}
