import type { PageLanguage } from '@claviger/contract/ground/languages'
import { pageLanguages } from '@claviger/contract/ground/languages'
import { inLanguage } from '@claviger/contract/ground/wording'
import type { Texts, Values } from '@claviger/contract/ground/wording'
import { pageTexts } from '../../../../ground/text/pageTexts.ts'

const keptAs = 'selfServiceLanguage'
const listeners = new Set<() => void>()
let current: PageLanguage = 'en'
let known: Texts = {}

export const language = (): PageLanguage => current

/** A text in the language of the page; the id is the English text. */
export const t = (id: string, values?: Values): string => inLanguage(known, current, id, values)

/** Marks a text that is said later. */
export const msg = <const T extends string>(id: T): T => id

export const isSpoken = (value: unknown): value is PageLanguage =>
  typeof value === 'string' && Object.hasOwn(pageLanguages, value)

/** The first language of a list of wishes ("de-CH") that the page speaks; null when it speaks none. */
export function firstWish(wishes: readonly string[]): PageLanguage | null {
  for (const wish of wishes) {
    const [tag = ''] = wish.trim().toLowerCase().split(/[-_;]/)
    if (isSpoken(tag)) return tag
  }
  return null
}

/** Chosen by hand in this tab, else the browser's. */
export function firstLanguage(): PageLanguage {
  const kept = sessionStorage.getItem(keptAs)
  return isSpoken(kept) ? kept : (firstWish(navigator.languages) ?? 'en')
}

/** Brings the texts of a language and says everything in it; without its file the language stays as it was. */
export async function speak(wanted: PageLanguage): Promise<void> {
  const file = await pageTexts[wanted]?.().catch(() => null)
  if (file === null) return
  known = file?.default ?? {}
  current = wanted
  document.documentElement.lang = wanted
  for (const tell of listeners) tell()
}

/** Speaks what somebody chose by hand, which the language of the person found does not change. */
export function choose(wanted: PageLanguage): Promise<void> {
  sessionStorage.setItem(keptAs, wanted)
  return speak(wanted)
}

/** Speaks the language of the person found, unless somebody chose another. */
export async function propose(wanted: string): Promise<void> {
  const found = firstWish([wanted])
  if (found !== null && found !== current && !isSpoken(sessionStorage.getItem(keptAs))) await speak(found)
}

/** The next person chooses anew. */
export function unchoose(): void {
  sessionStorage.removeItem(keptAs)
  const first = firstLanguage()
  if (first !== current) void speak(first)
}

export const subscribe = (tell: () => void): (() => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
