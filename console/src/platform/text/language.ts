import { locales } from '@claviger/contract/platform/languages'
import type { Language } from '@claviger/contract/platform/languages'
import type { Texts } from '@claviger/contract/platform/wording'
import { useSyncExternalStore } from 'react'
import { keptAs } from './browser-language.ts'

// English needs no file because the message IDs are the English texts
const files: Partial<Record<Language, () => Promise<{ default: Texts }>>> = {
  de: () => import('@claviger/contract/languages/de.json'),
}

const listeners = new Set<() => void>()
let current: Language = 'en'
let known: Texts = {}

export const language = (): Language => current
/** BCP 47 tag for dates, numbers, and names, for example "de-DE". */
export const locale = (): string => locales[current]
export const texts = (): Texts => known

/** Loads a language and switches to it; if its file fails to load, the language stays unchanged. */
export async function setLanguage(wanted: Language): Promise<void> {
  const file = await files[wanted]?.()
  known = file?.default ?? {}
  current = wanted
  document.documentElement.lang = wanted
  for (const tell of listeners) tell()
}

export function choose(wanted: Language): Promise<void> {
  localStorage.setItem(keptAs, wanted)
  return setLanguage(wanted)
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, language)
