import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './files.ts'
import { readPo, mergeTranslations, writePo } from './po.ts'
import { shownTexts } from './shown.ts'

const german = JSON.parse(readFileSync(join(root, 'contract/languages/de.json'), 'utf8')) as Record<string, string>

test('a catalog survives export to translators and import, with the location of each text', () => {
  const file = writePo('de', shownTexts, german)
  expect(String(file)).toMatch(/#: console\/src\/.*\.tsx:\d+/)
  expect(readPo(file)).toEqual(german)
  expect(mergeTranslations(readPo(file), german, shownTexts)).toEqual({ texts: german, changed: 0, unknown: [] })
})

test('imports changed translations, but not fuzzy, empty, or unused ones', () => {
  const found = ['Add {n} users', 'Cancel', 'Save'].map((text, at) => ({ path: 'a.tsx', line: at, text }))
  const before = { 'Add {n} users': '{n} hinzufügen', Cancel: 'Abbrechen' }
  const file = String(writePo('de', found, before))
    .replace('"Abbrechen"', '"Schließen"')
    .replace('msgid "Add {n} users"', '#, fuzzy\nmsgid "Add {n} users"')
    .replace('"{n} hinzufügen"', '"{n} dazu"')
  const gone = `${file}\nmsgid "Gone"\nmsgstr "Weg"\n`
  expect(mergeTranslations(readPo(Buffer.from(gone)), before, found)).toEqual({
    texts: { 'Add {n} users': '{n} hinzufügen', Cancel: 'Schließen' },
    changed: 1,
    unknown: ['Gone'],
  })
})
