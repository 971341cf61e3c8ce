import { locales } from '@claviger/contract/ground/languages'
import type { Language } from '@claviger/contract/ground/languages'
import type { Texts } from '@claviger/contract/ground/wording'
import { useSyncExternalStore } from 'react'
import { keptAs } from './first.ts'

// One line a language; English needs no file, its texts stand where they are shown
const files: Partial<Record<Language, () => Promise<{ default: Texts }>>> = {
  de: () => import('@claviger/contract/languages/de.json'),
}

const listeners = new Set<() => void>()
let current: Language = 'en'
let known: Texts = {}

export const language = (): Language => current
/** "de-DE": for dates, numbers and names. */
export const locale = (): string => locales[current]
/** The texts of the language, by their English ones. */
export const texts = (): Texts => known

/** Brings the texts of a language and shows everything in it; without its file the language stays as it was. */
export async function speak(wanted: Language): Promise<void> {
  const file = await files[wanted]?.()
  known = file?.default ?? {}
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
