import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { locales, pageLanguages } from '@claviger/contract/platform/languages'
import { translateMessage } from '@claviger/contract/platform/wording'
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { root, type SourceFile } from './files.ts'
import { law } from './law.ts'
import { consoleFiles, cardPageFiles, shownTexts, textsOnCardPage } from './shown.ts'
import { bareTextsIn, type FoundText } from './texts.ts'

const byText = (all: readonly FoundText[]) => new Map(all.map(found => [found.text, `${found.path}:${found.line}`]))
const ids = byText(shownTexts)
const idsOnCardPage = byText(textsOnCardPage)
const catalogue = (file: string, wanted: typeof ids) => {
  const raw = readFileSync(join(root, 'contract/languages', file), 'utf8')
  return { language: file.replace('.json', ''), raw, texts: JSON.parse(raw) as Record<string, string>, wanted }
}
const filesIn = (folder: string) =>
  readdirSync(join(root, 'contract/languages', folder))
    .filter(file => file.endsWith('.json'))
    .map(file => join(folder, file))
const catalogues = [
  ...filesIn('').map(file => catalogue(file, ids)),
  ...filesIn('pages').map(file => catalogue(file, idsOnCardPage)),
]
const pairs = catalogues.flatMap(({ language, texts, wanted }) =>
  Object.entries(texts).map(([id, text]) => ({ language, id, text, wanted })),
)

test('the card page is complete in each of its languages', () => {
  expect(filesIn('pages').map(file => basename(file, '.json'))).toEqual(
    Object.keys(pageLanguages)
      .filter(one => one !== 'en')
      .toSorted(),
  )
})

type Pair = (typeof pairs)[number]
type Said = Omit<Pair, 'wanted'>

law('each text has a translation', {
  because: 'A page that mixes two languages is hard to read.',
  over: catalogues.flatMap(({ language, texts, wanted }) =>
    [...wanted].map(([id, at]) => ({ language, id, at, texts })),
  ),
  guilty: ({ language, id, at, texts }) => !Object.hasOwn(texts, id) && `${language} lacks "${id}" of ${at}`,
  bites: { language: 'xx', id: 'Add user', at: 'a.tsx:1', texts: {} },
  passes: { language: 'xx', id: 'Add user', at: 'a.tsx:1', texts: { 'Add user': 'x' } },
})

law('each translation has a text', {
  because: 'Translating a text that is never shown is wasted work.',
  over: pairs,
  guilty: ({ language, id, wanted }: Pair) => !wanted.has(id) && `${language} keeps "${id}"`,
  bites: { language: 'de', id: 'No such text', text: 'Kein solcher Text', wanted: ids },
  passes: { language: 'de', id: 'Cancel', text: 'Abbrechen', wanted: ids },
})

const samples = [0, 1, 2, 5, 12_345]
interface Part {
  type: number
  value: string
  options?: Record<string, { value: Part[] }>
}
const literal = 0
const select = 5
const hash = 7

const partsOf = (parts: readonly Part[]): Part[] =>
  parts.flatMap(part => [part, ...Object.values(part.options ?? {}).flatMap(({ value }) => partsOf(value))])
const read = (text: string) =>
  partsOf(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst() as Part[])
const namesIn = (text: string) => [
  ...new Set(
    read(text)
      .filter(({ type }) => type !== literal && type !== hash)
      .map(({ value }) => value),
  ),
]
const tagsIn = (text: string) => (text.match(/<\/?\d+\/?>/g) ?? []).toSorted().join(' ')
const chosenBy = (text: string) =>
  read(text)
    .filter(({ type }) => type === select)
    .map(({ value, options = {} }) => [value, Object.keys(options)[0]])

function faultOf(language: string, text: string): string | undefined {
  const locale = (locales as Record<string, string>)[language] ?? basename(language)
  try {
    const reference = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true })
    for (const sample of samples) {
      const plain = Object.fromEntries(namesIn(text).map(name => [name, sample]))
      const values = { ...plain, ...Object.fromEntries(chosenBy(text)) } as Record<string, string | number>
      const expected = String(reference.format(values))
      // The reference groups digits only inside plurals, but here all numbers are grouped
      const found = translateMessage(text, values, locale)
      const digits = (words: string) => words.replaceAll(/[\d.,]|(?<=\d)\s(?=\d)/g, '')
      if (digits(found) !== digits(expected)) return `reads "${found}", not "${expected}"`
    }
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

law('each text is a valid ICU message', {
  because: 'A missing brace breaks the page for its readers.',
  over: [...ids.keys(), ...idsOnCardPage.keys()]
    .filter(id => /\{/.test(id))
    .map(text => ({ language: 'en', id: text, text }))
    .concat(pairs.filter(({ text }) => /\{/.test(text))),
  guilty: ({ language, text }: Said) => {
    const fault = faultOf(language, text)
    return fault !== undefined && `${language} "${text}": ${fault}`
  },
  bites: { language: 'de', id: '{n, plural, other {#}}', text: '{n, plural, one {#}}' },
  passes: { language: 'de', id: '{n, plural, other {#}}', text: '{n, plural, one {# Tag} other {# Tage}}' },
})

law('a translation has the same values and elements as its text', {
  because: 'A value that a translation leaves out is missing for its readers.',
  over: pairs,
  guilty: ({ language, id, text }: Said) =>
    (text.trim() === '' ||
      namesIn(id).toSorted().join() !== namesIn(text).toSorted().join() ||
      tagsIn(id) !== tagsIn(text)) &&
    `${language} "${id}" became "${text}"`,
  bites: { language: 'de', id: 'Hello {name}', text: 'Hallo' },
  passes: { language: 'de', id: 'Hello <0>{name}</0>', text: 'Hallo <0>{name}</0>' },
})

law('a catalogue is sorted, with one text per line', {
  because: 'Then two additions rarely conflict in a merge.',
  over: catalogues,
  guilty: ({ language, raw, texts }) => {
    const sorted = Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    return raw !== `${JSON.stringify(sorted, null, 2)}\n` && `contract/languages/${language}.json is not sorted`
  },
  bites: { language: 'de', raw: '{}', texts: {}, wanted: ids },
  passes: { language: 'de', raw: '{}\n', texts: {}, wanted: ids },
})

const spoken = [
  'label',
  'title',
  'placeholder',
  'aria-label',
  'alt',
  'help',
  'description',
  'noun',
  'what',
  'act',
  'keep',
  'save',
  'saved',
  'heading',
  'lead',
  'tab',
  'under',
  'hint',
  'note',
  'search',
]
const same =
  /^(?:Claviger|TXT|\/auth\/sign-in\?workspace=|\S+@\S+\.\w+|(?:(?:https|ldaps):\/\/)?[\w.]+\.(?:org|com|example)(?:[:/]\w+)?|(?:\w+=\w+,?)+|-----BEGIN .*-----)$/

law('each word on a page goes through translation', {
  because: "A text that doesn't go through t() stays English in each language.",
  over: [...consoleFiles, ...cardPageFiles],
  guilty(file: SourceFile) {
    const bare = bareTextsIn(file, spoken).filter(({ text }) => !same.test(text))
    return bare.length > 0 && bare.map(({ line, text }) => `${file.path}:${line} "${text}"`).join('\n')
  },
  bites: { path: 'a.tsx', text: 'const A = () => <Button title="Save it">Save</Button>' },
  passes: { path: 'a.tsx', text: "const A = () => <Button title={t('Save it')}>{t('Save')}</Button>" },
})
