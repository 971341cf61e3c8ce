import { basename } from 'node:path'
import { sources } from './files.ts'
import { law } from './law.ts'

const paths = sources(
  ['server/src', 'console/src', 'contract/src', 'e2e', 'extension/src', 'reader/src'],
  /\.tsx?$/,
).map(({ path }) => path)

/** Names that say nothing about their content outside their folder. */
const generic = new Set(
  [
    'ahead|all|alone|answered|answers|apart|ask|asked|away|back|begin|beside|calls|changes|check|checks|columns|content',
    'data|deliver|done|draft|elsewhere|ending|enter|fields|filters|find|found|from|general|given|held|helpers|here|info',
    'items|kept|kind|known|letters|list|listed|logged|look|looking|lookup|many|members|misc|names|now|one|open|opened',
    'own|people|place|places|play|played|props|reach|reached|read|reading|refused|register|reply|run|said|saving|say',
    'seen|send|sent|serve|setting|shown|single|slow|small|space|start|state|status|steps|there|through|tidy|times|together',
    'told|tries|types|undo|utils|value|values|verify|view|views|way|why|within|words|write|writing|written',
  ].flatMap(line => line.split('|')),
)

/** Files named like their folder, which gives the noun, and the two bases that every other file of their part uses. */
const excused = new Set([
  'contract/src/decide/why.ts',
  'contract/src/people/members.ts',
  'contract/src/platform/fields.ts',
])

const nameOf = (path: string) => basename(path).replace(/(?:\.test)?\.tsx?$/, '')
const isNamedLikeFolder = (path: string) => path.split('/').at(-2) === nameOf(path)

law('a file is named after its content', {
  because: '`words.ts` existed 27 times, and `told.ts` said nothing in an editor tab, an import, or a stack trace.',
  over: paths,
  guilty(path: string) {
    if (path.endsWith('.words.ts')) return `${path}: name it <noun>.messages.ts`
    if (!generic.has(nameOf(path)) || isNamedLikeFolder(path) || excused.has(path)) return false
    return `${path}: put its noun into the name, as in key-labels.ts`
  },
  bites: 'console/src/features/keys/words.ts',
  passes: 'console/src/features/keys/key-labels.ts',
})

law('a generic file name is excused only while it is in use', {
  because: 'An unused exception hides the next violation.',
  over: [...excused],
  guilty: path => !paths.includes(path) && path,
  bites: 'contract/src/platform/gone.ts',
  passes: 'contract/src/platform/fields.ts',
})
