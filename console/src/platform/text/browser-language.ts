import { firstSupportedLanguage, isLanguage } from '@claviger/contract/platform/languages'
import type { Language } from '@claviger/contract/platform/languages'

export const keptAs = 'language'

export function firstLanguage(): Language {
  const kept = localStorage.getItem(keptAs)
  return isLanguage(kept) ? kept : (firstSupportedLanguage(navigator.languages) ?? 'en')
}
