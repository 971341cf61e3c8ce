import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root, sources } from './files.ts'
import { law } from './law.ts'

const folders = ['contract', 'server', 'console', 'e2e', 'laws', 'benchmarks', 'extension', 'reader', 'start']
const files = sources(folders, /\.(ts|tsx|mjs|css|sql|py)$/)
const named = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'extension/README.md', 'reader/README.md']
const pages = [
  ...sources(['docs'], /\.md$/),
  ...named.map(path => ({ path, text: readFileSync(join(root, path), 'utf8') })),
]
const every = (pattern: RegExp) =>
  pages.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, first = '', second]) => ({ path, first, second })),
  )
type Found = ReturnType<typeof every>[number]

const notYet = /^(claviger-reader\.mjs|group-run[\w.-]*\.ts)$/
const withPath = (name: string) => files.filter(({ path }) => `/${path}`.endsWith(`/${name}`))

law('files and names in the documentation exist', {
  because: 'A page that names a file that moved is misleading.',
  over: every(/`(?:\.\.\/)*((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:ts|tsx|mjs|css|sql|py))(?:: ([^`]+))?`/g),
  guilty: ({ path, first, second }: Found) => {
    if (notYet.test(first)) return false
    const found = withPath(first)
    const inIt = (second ?? '').split(', ').map(name => name.replace(/\(.*/, '').trim())
    const missing = inIt.find(name => !found.some(({ text }) => text.includes(name)))
    return missing !== undefined && `${path} names ${first} ${missing}`
  },
  bites: { path: 'a.md', first: 'laws/law.ts', second: 'nothingOfThis' },
  passes: { path: 'a.md', first: 'laws/law.ts', second: 'law' },
})

law('a test that a page names exists', {
  because: 'Readers look up the test of a clause by its name.',
  over: every(/`([\w.-]+\.test\.ts)`, “([^”…]+)/g),
  guilty: ({ path, first, second = '' }: Found) =>
    !withPath(first).some(({ text }) => text.includes(second.trim())) && `${path} names ${first} “${second}”`,
  bites: { path: 'a.md', first: 'law.test.ts', second: 'what no test is called' },
  passes: { path: 'a.md', first: 'documents.test.ts', second: 'a link in the documentation has a target' },
})

const anchorsOf = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\- _]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  )

law('a link in the documentation has a target', {
  because: 'A broken link helps no reader.',
  over: every(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g),
  guilty: ({ path, first, second }: Found) => {
    const to = first === '' ? join(root, path) : join(root, dirname(path), first)
    if (!existsSync(to)) return `${path} links ${first}`
    return (
      second !== undefined && statSync(to).isFile() && !anchorsOf(to).includes(second) && `${path} links #${second}`
    )
  },
  bites: { path: 'docs/terms.md', first: 'nowhere.md', second: undefined },
  passes: { path: 'docs/terms.md', first: '../README.md', second: 'run-it' },
})

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const commands = sources(['server/src/admin'], /\.ts$/)
  .flatMap(({ text }) => [...text.matchAll(/^ {2}name: '([\w-]+)',$/gm)].map(([, name]) => name))
  .concat('help', '…`', 'COMMAND')

law('commands in texts exist, in the documented form', {
  because: 'During an incident, operators type what a page or log line says.',
  over: [
    ...pages,
    ...sources(['server/src', 'contract/src', 'console/src', 'deploy'], /\.(ts|tsx|ya?ml|json|txt|service)$/),
  ].flatMap(({ path, text }) =>
    [...text.matchAll(/\b(npm run|claviger admin) (?:-- )?(\w[\w-]*(?::\w[\w-]*)*|…`)/g)].map(
      ([, how = '', what = '']) => ({
        path,
        how,
        what,
      }),
    ),
  ),
  guilty: ({ path, how, what }: { path: string; how: string; what: string }) =>
    !(how === 'npm run' ? what !== 'admin' && what in scripts : commands.includes(what)) &&
    `${path} says ${how} ${what}`,
  bites: { path: 'a.md', how: 'npm run', what: 'admin' },
  passes: { path: 'a.md', how: 'claviger admin', what: 'backup' },
})
