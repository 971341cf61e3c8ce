import { firstSpoken, isLanguage, locales } from '@claviger/contract/ground/languages'
import type { Language } from '@claviger/contract/ground/languages'
import { useSyncExternalStore } from 'react'

type Texts = Readonly<Record<string, string>>

// One line a language; English needs no file, its texts stand where they are shown
const files: Partial<Record<Language, () => Promise<{ default: Texts }>>> = {
  de: () => import('@claviger/contract/languages/de.json'),
}

const keptAs = 'language'
const listeners = new Set<() => void>()
let current: Language = 'en'
let texts: Texts = {}

export const language = (): Language => current
/** "de-DE": for dates, numbers and names. */
export const locale = (): string => locales[current]
/** The text in the language of the person, or as it is written in English. */
export const textOf = (id: string): string => texts[id] ?? id

/** The language this browser was last used in, else the first of its own that the product speaks. */
export function firstLanguage(): Language {
  const kept = localStorage.getItem(keptAs)
  return isLanguage(kept) ? kept : (firstSpoken(navigator.languages) ?? 'en')
}

/** Brings the texts of a language and shows everything in it; without its file the language stays as it was. */
export async function speak(wanted: Language): Promise<void> {
  const file = await files[wanted]?.()
  texts = file?.default ?? {}
  current = wanted
  document.documentElement.lang = wanted
  for (const tell of listeners) tell()
}

/** Speaks a language from now on, in this browser at later visits too. */
export function choose(wanted: Language): Promise<void> {
  localStorage.setItem(keptAs, wanted)
  return speak(wanted)
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** The language everything is shown in now. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, language)
