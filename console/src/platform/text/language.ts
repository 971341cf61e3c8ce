import { locales } from '@claviger/contract/platform/languages'
import type { Language } from '@claviger/contract/platform/languages'
import type { Texts } from '@claviger/contract/platform/wording'
import { useSyncExternalStore } from 'react'
import { keptAs } from './browser-language.ts'

type TextFile = () => Promise<Texts>

const fetched =
  (address: string): TextFile =>
  async () => {
    const reply = await fetch(address)
    if (!reply.ok) throw new Error(`${address} did not load`)
    return (await reply.json()) as Texts
  }

// Only for development; a build writes files and names them in the page (console/texts.ts)
const sources: Partial<Record<Language, () => Promise<{ default: Texts }>>> = {
  de: () => import('@claviger/contract/languages/de.json'),
}

/**
 * The text files of a language, the first one with the texts of the first screens. English has none, because the message
 * IDs are the English texts.
 */
function filesOf(wanted: Language): readonly TextFile[] {
  if (import.meta.env.DEV) return [async () => (await sources[wanted]?.())?.default ?? {}]
  const named = document.querySelector<HTMLMetaElement>(`meta[name="texts-${wanted}"]`)?.content
  return named === undefined ? [] : named.split(' ').map(fetched)
}

const listeners = new Set<() => void>()
let current: Language = 'en'
let known: Texts = {}

export const language = (): Language => current
/** BCP 47 tag for dates, numbers, and names, for example "de-DE". */
export const locale = (): string => locales[current]
export const texts = (): Texts => known

/** Also for the language that is shown already, with more texts. */
function showTexts(wanted: Language, parts: readonly Texts[]): void {
  known = Object.assign({}, ...parts) as Texts
  current = wanted
  document.documentElement.lang = wanted
  for (const tell of listeners) tell()
}

// Files with texts of other screens that are not loaded yet
let missing: readonly TextFile[] = []
let started: Promise<void> = Promise.resolve()
let loading: Promise<void> | undefined

/** Loads the texts of the first screens; if their file fails to load, the language stays English. */
export const startLanguage = (wanted: Language): Promise<void> => (started = start(wanted))

async function start(wanted: Language): Promise<void> {
  const [first, ...others] = filesOf(wanted)
  showTexts(wanted, first ? [await first()] : [])
  missing = others
  if (others.length > 0) loading = loadMissing()
}

/** Waits for the texts of all screens. If they fail to load, English is shown, and the next screen tries again. */
export async function allTexts(): Promise<void> {
  await started.catch(() => undefined)
  await (loading ??= loadMissing())
}

async function loadMissing(): Promise<void> {
  const files = missing
  if (files.length === 0) return
  try {
    const parts = await Promise.all(files.map(file => file()))
    if (missing !== files) return
    missing = []
    showTexts(current, [known, ...parts])
  } catch {
    loading = undefined
  }
}

let choices = 0

/** Changes the language of all screens; if a file fails to load, the language stays unchanged. */
export async function choose(wanted: Language): Promise<void> {
  const choice = ++choices
  localStorage.setItem(keptAs, wanted)
  const parts = await Promise.all(filesOf(wanted).map(file => file()))
  // Files of an earlier choice can arrive later
  if (choice !== choices) return
  missing = []
  showTexts(wanted, parts)
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, language)
