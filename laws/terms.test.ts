import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messages } from '@claviger/contract/platform/messages'
import { expect, test } from 'vitest'
import { root } from './files.ts'
import { law } from './law.ts'
import { shownTexts } from './shown.ts'

const page = readFileSync(join(root, 'docs/terms.md'), 'utf8')
const [terms = '', others = ''] = page.split('\n## Words of others\n')
const rowsOf = (part: string) =>
  [...part.matchAll(/^\| (?!English|as it|-)(.+) \|$/gm)].map(([, row = '']) => row.split(' | '))
const words = (column: number) => rowsOf(terms).flatMap(row => (row[column] ?? '').split(', '))
const theirs = rowsOf(others).map(([name = '']) => name)

const finder = (of: readonly string[], flags: string) =>
  new RegExp(String.raw`(?<![\p{L}\w{-])(?:${of.join('|')})(?![\p{L}\w}=-])`, `u${flags}`)
const english = finder(words(2), 'i')
const german = finder(words(3), '')

const meansHolder = (key: string, word: string | undefined) => word === 'Inhaber' && /\bholders?\b/i.test(key)

// The specification fixes the wording of these
const fixed = new Set<string>(Object.values(messages))
const ourOwn = (text: string) => theirs.reduce((left, name) => left.replaceAll(name, ''), text)
const wrong = (text: string, by: RegExp) => by.exec(ourOwn(text))?.[0]

const catalogue = JSON.parse(readFileSync(join(root, 'contract/languages/de.json'), 'utf8')) as Record<string, string>

law('texts use one term per concept', {
  because: 'Readers who see two terms expect two concepts. docs/terms.md lists the terms.',
  over: shownTexts.filter(({ text }) => !fixed.has(text)),
  guilty: ({ text, path, line }) => {
    const found = wrong(text, english)
    return found !== undefined && `“${found}” in “${text}” of ${path}:${line}`
  },
  bites: { text: 'Tap your badge', path: 'a.tsx', line: 1 },
  passes: { text: 'Sign in with your access card', path: 'a.tsx', line: 1 },
})

law('German texts use one term per concept', {
  because: 'Readers who see two terms expect two concepts. docs/terms.md lists the terms.',
  over: Object.entries(catalogue).filter(([key]) => !fixed.has(key)),
  guilty: ([key = '', text = '']) => {
    const found = wrong(text, german)
    return found !== undefined && !meansHolder(key, found) && `“${found}” in “${text}”`
  },
  bites: ['Tap your access card', 'Ausweis anhalten'],
  passes: ['Tap your access card', 'Ausweiskarte anhalten'],
})

test('the page lists each word once, either as correct or as wrong', () => {
  const right = rowsOf(terms).flatMap(([term = '']) => term.replace(/\(.+?\)/g, '').split(/[,;] /))
  const never = words(2)
  expect(right.filter(term => never.includes(term))).toEqual([])
  expect(new Set(never).size).toBe(never.length)
  for (const name of theirs) expect(page, name).toContain(`| ${name} |`)
})
