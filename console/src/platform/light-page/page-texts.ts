import type { PageLanguage } from '@claviger/contract/platform/languages'
import { pageLanguages } from '@claviger/contract/platform/languages'
import { inLanguage } from '@claviger/contract/platform/wording'
import type { Texts, Values } from '@claviger/contract/platform/wording'
import { pageTexts } from '#platform/text/pageTexts.ts'

const keptAs = 'selfServiceLanguage'
const listeners = new Set<() => void>()
let current: PageLanguage = 'en'
let known: Texts = {}

export const language = (): PageLanguage => current

export const t = (id: string, values?: Values): string => inLanguage(known, current, id, values)

export const msg = <const T extends string>(id: T): T => id

export const isPageLanguage = (value: unknown): value is PageLanguage =>
  typeof value === 'string' && Object.hasOwn(pageLanguages, value)

/** The first supported language of a preference list (such as "de-CH"); null if none is supported. */
export function firstSupportedPageLanguage(wishes: readonly string[]): PageLanguage | null {
  for (const wish of wishes) {
    const [tag = ''] = wish.trim().toLowerCase().split(/[-_;]/)
    if (isPageLanguage(tag)) return tag
  }
  return null
}

/** The language chosen in this tab, otherwise the browser's. */
export function firstLanguage(): PageLanguage {
  const kept = sessionStorage.getItem(keptAs)
  return isPageLanguage(kept) ? kept : (firstSupportedPageLanguage(navigator.languages) ?? 'en')
}

let changes = 0

/** Loads a language and switches to it; if its file fails to load, the language stays unchanged. */
export async function setPageLanguage(wanted: PageLanguage): Promise<void> {
  const change = ++changes
  const file = await pageTexts[wanted]?.().catch(() => null)
  // The file of an earlier change can arrive later, when the next person is at the page
  if (file === null || change !== changes) return
  known = file?.default ?? {}
  current = wanted
  document.documentElement.lang = wanted
  for (const tell of listeners) tell()
}

/** Switches to a language that the user chose, which the identified user's profile does not override. */
export function choose(wanted: PageLanguage): Promise<void> {
  sessionStorage.setItem(keptAs, wanted)
  return setPageLanguage(wanted)
}

/** Switches to the identified user's language, unless one was chosen manually. */
export async function propose(wanted: string): Promise<void> {
  const found = firstSupportedPageLanguage([wanted])
  if (found !== null && found !== current && !isPageLanguage(sessionStorage.getItem(keptAs)))
    await setPageLanguage(found)
}

export function resetPageLanguage(): void {
  sessionStorage.removeItem(keptAs)
  void setPageLanguage(firstLanguage())
}

export const subscribe = (tell: () => void): (() => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
