import { firstSpoken, isLanguage } from '@claviger/contract/ground/languages'
import type { Language } from '@claviger/contract/ground/languages'

/** Where this browser keeps the language that was chosen last. */
export const keptAs = 'language'

/** The language this browser was last used in, else the first of its own that the product speaks. */
export function firstLanguage(): Language {
  const kept = localStorage.getItem(keptAs)
  return isLanguage(kept) ? kept : (firstSpoken(navigator.languages) ?? 'en')
}
