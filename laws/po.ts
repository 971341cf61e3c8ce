import { po } from 'gettext-parser'
import type { FoundText } from './texts.ts'

type Texts = Record<string, string>

// Explains to translators that braces contain a value, not a word
const hint = (text: string) =>
  /\{\w+, plural/.test(text)
    ? 'ICU message: translate the text in the inner braces, with as many plural forms as the language has'
    : /[{<]/.test(text)
      ? 'Keep {names} and <0>marks</0> as they are, in any order'
      : undefined

/** Writes texts with their locations as a PO file; untranslated ones are empty. */
export function writePo(language: string, found: readonly FoundText[], catalogue: Texts): Buffer {
  const places = Map.groupBy(found, ({ text }) => text)
  const entries = [...places]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([text, all]) => {
      const extracted = hint(text)
      const reference = [...new Set(all.map(({ path, line }) => `${path}:${line}`))].slice(0, 5).join('\n')
      const entry = {
        msgid: text,
        msgstr: [catalogue[text] ?? ''],
        comments: { reference, ...(extracted && { extracted }) },
      }
      return [text, entry] as const
    })
  return po.compile(
    {
      charset: 'utf-8',
      headers: { Language: language, 'Content-Type': 'text/plain; charset=utf-8', 'Project-Id-Version': 'Claviger' },
      translations: { '': Object.fromEntries(entries) },
    },
    { foldLength: 0 },
  )
}

/** Reads the translations of a PO file, without empty and fuzzy ones. */
export function readPo(file: Buffer): Texts {
  const all = po.parse(file, { defaultCharset: 'utf-8' }).translations[''] ?? {}
  return Object.fromEntries(
    Object.values(all).flatMap(({ msgid, msgstr, comments }) => {
      const said = msgstr[0] ?? ''
      const sure = !(comments?.flag ?? '').split(',').some(flag => flag.trim() === 'fuzzy')
      return msgid === '' || said === '' || !sure ? [] : [[msgid, said]]
    }),
  )
}

/** Merges translations into a catalog, sorted; reports and drops texts that are no longer used. */
export function mergeTranslations(back: Texts, catalogue: Texts, found: readonly FoundText[]) {
  const shown = new Set(found.map(({ text }) => text))
  const unknown = Object.keys(back).filter(text => !shown.has(text))
  const known = Object.entries(back).filter(([text]) => shown.has(text))
  const changed = known.filter(([text, said]) => catalogue[text] !== said).length
  const all = Object.entries({ ...catalogue, ...Object.fromEntries(known) })
  return { texts: Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1))), changed, unknown }
}
