import { messages } from '@claviger/contract/platform/messages'
import { isTest, sources, type SourceFile } from './files.ts'
import { law } from './law.ts'

const files = sources(['contract/src', 'server/src', 'console/src', 'extension/src', 'reader/src'], /\.(ts|tsx)$/)
const outsideContract = files.filter(file => !file.path.startsWith('contract/'))
const oldSpellings = /detials|setDefaulte|addintional|viweActivity|deleteWorksapce|tokenAttribures|stpOne|stpTwo/

law('odd spellings of the API stay in the contract', {
  because: 'Paths and fields keep the specified spelling. Other code uses the correct one.',
  over: outsideContract.filter(file => !isTest(file.path)),
  guilty: (file: SourceFile) => oldSpellings.test(file.text) && file.path,
  bites: { path: 'server/src/a.ts', text: 'stpOne' },
  passes: { path: 'server/src/a.ts', text: 'stepOne' },
})

const everything = files
  .filter(file => !isTest(file.path) && file.path !== 'contract/src/platform/messages.ts')
  .map(file => file.text)
  .join('\n')

law('each fixed text is used', {
  because: 'The specification requires each of these texts to be shown.',
  over: Object.keys(messages),
  guilty: id => !everything.includes(`'${id}'`) && id,
  bites: 'no.such-text',
  passes: 'required.email',
})

law('no test is skipped and no TODO remains', {
  because: 'Skipped tests and TODO comments hide unfinished work.',
  over: sources(
    ['contract', 'server', 'console', 'e2e', 'laws', 'benchmarks', 'extension', 'reader', 'start'],
    /\.(ts|tsx|mjs)$/,
  ).filter(f => f.path !== 'laws/words.test.ts'),
  guilty: (file: SourceFile) =>
    /\b(it|test|describe)\.(skip|only|todo)\b|\bTODO\b|\bFIXME\b|not implemented/.test(file.text) && file.path,
  bites: { path: 'a.test.ts', text: 'test.skip(' },
  passes: { path: 'a.test.ts', text: 'test(' },
})

law('a comment is readable by itself', {
  because: 'An editor shows only this comment, so "The same" says nothing there.',
  over: files,
  guilty: (file: SourceFile) => /^\s*(\/\*\*|\*) The same\b/m.test(file.text) && file.path,
  bites: { path: 'a.ts', text: '/** The same, held until the transaction ends. */' },
  passes: { path: 'a.ts', text: '/** A key, held until the transaction ends. */' },
})
