import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// The preview reuses the page's texts: a text that the page no longer has would stay English in every language
const here = import.meta.dirname
const languages = join(here, '../../../../../../contract/languages/pages')
const drawings = readdirSync(here).filter(file => file.endsWith('.tsx'))
const said = drawings.flatMap(file =>
  [...readFileSync(join(here, file), 'utf8').matchAll(/\bsay\(\s*'([^']+)'/g)].map(([, text]) => text),
)

test.each(readdirSync(languages))('each text of the preview exists on the page in %s', file => {
  const texts = JSON.parse(readFileSync(join(languages, file), 'utf8')) as Record<string, string>
  expect(said.length).toBeGreaterThan(20)
  expect(said.filter(text => text !== undefined && !Object.hasOwn(texts, text))).toEqual([])
})
