/**
 * Exchange with translators: `npm run translations -- de` writes de.po with each text, its locations, and its
 * placeholders; `npm run translations -- de.po` imports one into its catalog. `pages/fr` is the card page's catalog.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from './files.ts'
import { readPo, mergeTranslations, writePo } from './po.ts'
import { shownTexts, textsOnCardPage } from './shown.ts'

const [argument = ''] = process.argv.slice(2)
const match = /^(?:(pages)\/)?([a-z]{2})$/.exec(argument) ?? /^(?:(pages)-)?([a-z]{2})(\.po)$/.exec(basename(argument))
if (!match) {
  process.stderr.write(
    'Pass a language, such as de or pages/fr, to write its file, or a file, such as de.po, to import it\n',
  )
  process.exit(2)
}
const [, pages, language = '', file] = match
const path = join(root, 'contract/languages', pages ?? '', `${language}.json`)
const found = pages ? textsOnCardPage : shownTexts
const catalogue = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
if (file === undefined) {
  const name = `${pages ? 'pages-' : ''}${language}.po`
  writeFileSync(name, writePo(language, found, catalogue))
  process.stdout.write(`${name}: ${new Set(found.map(({ text }) => text)).size} texts\n`)
} else {
  const { texts, changed, unknown } = mergeTranslations(readPo(readFileSync(argument)), catalogue, found)
  writeFileSync(path, `${JSON.stringify(texts, null, 2)}\n`)
  process.stdout.write(`${changed} texts changed\n`)
  for (const text of unknown) process.stderr.write(`Skipped "${text}": the product no longer shows it\n`)
}
