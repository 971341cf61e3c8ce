import { isTest, sources } from './files.ts'
import { law } from './law.ts'

interface ExportedType {
  name: string
  path: string
}

const declared = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) (\w+)\b(?! *[,}])/gm

const types = sources(['server/src', 'console/src', 'contract/src'], /\.tsx?$/)
  .filter(({ path }) => !isTest(path))
  .flatMap(({ path, text }) => [...text.matchAll(declared)].map(([, name = '']): ExportedType => ({ name, path })))

const words = [
  'Asked|Bound|Brought|Built|Caught|Chosen|Done|Drawn|Fed|Felt|Found|Given|Gone|Heard|Held|Hidden|Kept|Known|Laid|Led',
  'Left|Lent|Lost|Made|Meant|Met|Paid|Said|Seen|Sent|Shown|Sold|Spent|Stood|Stored|Taken|Taught|Thrown|Told|Won|Written',
  'Again|Ahead|Alone|Anew|Apart|Around|Aside|Away|Back|Beneath|Beside|Beyond|Elsewhere|Here|Inside|Now|Once|Only',
  'Outside|Soon|Then|There|Together|Twice|Under|Within',
].join('|')
const bare = new RegExp(`^(?:${words})$|^[A-Z][a-z]+(?:ly|wards?)$|ed$`)
const nouns = /(?:Assembly|Embed|Family|Feed|Need|Reply|Seed|Shed|Speed)$/

law('the name of a type is a noun', {
  because: '`Told` or `Apart` says nothing about what a value holds; a noun does.',
  over: types,
  guilty: ({ name, path }) => bare.test(name) && !nouns.test(name) && `${path} exports ${name}: name it by a noun`,
  bites: { name: 'Told', path: 'server/src/features/people/users/users.ts' },
  passes: { name: 'DataFeed', path: 'server/src/features/people/users/users.ts' },
})

/** Names that several files of the server export, each with its number of files; these only become fewer. */
const shared: Readonly<Record<string, number>> = {}

const filesOf = Map.groupBy(
  types.filter(({ path }) => path.startsWith('server/src/')),
  ({ name }) => name,
)

law('a type name has one meaning on the server', {
  because: 'A name with two meanings is misread.',
  over: [...filesOf].map(([name, of]) => ({ name, paths: [...new Set(of.map(({ path }) => path))] })),
  guilty({ name, paths }) {
    const most = shared[name] ?? 1
    if (paths.length < most) return `${name} is exported by ${paths.length} files, not ${most}: lower the number`
    return paths.length > most && `${name} is exported by ${paths.join(', ')}`
  },
  bites: { name: 'Verdict', paths: ['server/src/a.ts', 'server/src/b.ts'] },
  passes: { name: 'Verdict', paths: ['server/src/a.ts'] },
})

const declaredValue = /^export (?:async )?(?:const|let|function\*?) (\w+)/gm

interface ExportedName {
  name: string
  paths: readonly string[]
}

const valuesOf = Map.groupBy(
  sources(['server/src'], /\.ts$/)
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) => [...text.matchAll(declaredValue)].map(([, name = '']) => ({ name, path }))),
  ({ name }) => name,
)

/** Names that mean the same in every file: parsers are called by this name in their own thread. */
const conventional = new Set(['parse'])

const sharedNames: readonly ExportedName[] = [...valuesOf]
  .map(([name, of]) => ({ name, paths: [...new Set(of.map(({ path }) => path))] }))
  .filter(({ name, paths }) => paths.length > 1 && !conventional.has(name))

law('at most 2 percent of exported names have two meanings', {
  because: '`objectOf` existed eleven times: readers had to check the import to know what a call does.',
  over: [{ names: valuesOf.size + filesOf.size, shared: sharedNames }],
  guilty: ({ names, shared: several }) =>
    several.length > names * 0.02 &&
    `${several.length} of ${names} names are shared:\n${several.map(({ name, paths }) => `${name}: ${paths.join(', ')}`).join('\n')}`,
  bites: { names: 40, shared: [{ name: 'objectOf', paths: ['server/src/a.ts', 'server/src/b.ts'] }] },
  passes: { names: 60, shared: [{ name: 'objectOf', paths: ['server/src/a.ts', 'server/src/b.ts'] }] },
})
