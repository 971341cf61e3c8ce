import { importsOf, type Import, isTest, sources } from './files.ts'
import { law } from './law.ts'

// Lowest layer first; a file can import only from its own layer and lower ones.
const layers = [
  ['platform'],
  ['integrations', 'http'],
  ['features/work'],
  ['features/tenancy'],
  ['features/billing'],
  ['features/people'],
  ['features/apps'],
  ['features/decide'],
  ['features/keys'],
  ['features/rules', 'features/connect', 'features/oversight'],
  ['features/directories'],
  ['features/automation'],
  ['features/access'],
  ['features/sso'],
  ['features/governance'],
  ['protocols', 'jobs', 'demo', 'admin'],
]

const ofConsole = layers
  .map(layer => layer.filter(name => name.startsWith('features/')))
  .filter(layer => layer.length > 0)
const layersOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: layers,
  console: [['platform'], ['shell'], ...ofConsole],
}

function layerOf(path: string): number {
  const [program = '', , ...rest] = path.split('/')
  const inside = rest.join('/')
  const all = layersOf[program] ?? []
  const found = all.findIndex(layer => layer.some(name => inside.startsWith(`${name}/`)))
  return found === -1 ? all.length : found
}
const groupOf = (path: string) => /^\w+\/src\/features\/(\w+)\//.exec(path)?.[1]
const moduleOf = (path: string) => /^\w+\/src\/features\/(\w+\/[\w-]+)\//.exec(path)?.[1]

const arrows = (folder: string) =>
  sources([folder])
    .filter(file => !isTest(file.path))
    .flatMap(importsOf)
const server = arrows('server/src')

const console = arrows('console/src')

law('imports point down', {
  because: 'A lower layer must not import a higher one. Otherwise no layer can be read or moved separately.',
  over: [...server, ...console],
  guilty: ({ from, to }: Import) =>
    to.split('/')[0] === from.split('/')[0] &&
    layerOf(to) > layerOf(from) &&
    `${from} imports from a higher layer: ${to}`,
  bites: {
    from: 'console/src/features/people/users/Users.tsx',
    to: 'console/src/features/keys/key-assignment/AssignMany.tsx',
  },
  passes: { from: 'server/src/features/access/sign-in/sign-in.ts', to: 'server/src/features/people/users/users.ts' },
})

law("a module's store is imported only by the module", {
  because: 'A table has one writer. Other modules use the public API of the module.',
  over: server,
  guilty: ({ from, to }: Import) =>
    to.endsWith('.store.ts') && moduleOf(to) !== moduleOf(from) && `${from} imports the store of another module: ${to}`,
  bites: {
    from: 'server/src/features/access/account/account.ts',
    to: 'server/src/features/people/users/users.store.ts',
  },
  passes: { from: 'server/src/features/people/users/users.ts', to: 'server/src/features/people/users/users.store.ts' },
})

law('module groups of one layer do not import each other', {
  because:
    'Rules, connections, and oversight are independent of each other. What they share belongs in a lower layer. Modules within rules can import each other.',
  over: server,
  guilty({ from, to }: Import) {
    const side = ['rules', 'connect', 'oversight']
    return (
      side.includes(groupOf(from) ?? '') &&
      side.includes(groupOf(to) ?? '') &&
      !(groupOf(from) === 'rules' && groupOf(to) === 'rules') &&
      moduleOf(from) !== moduleOf(to) &&
      `${from} imports ${to}`
    )
  },
  bites: { from: 'server/src/features/oversight/activity/a.ts', to: 'server/src/features/oversight/statistics/s.ts' },
  passes: { from: 'server/src/features/oversight/activity/a.ts', to: 'server/src/features/people/users/users.ts' },
})

// The build turns these texts into pages of the console; no code comes with them
const isGuide = (to: string) => to.endsWith('.md?guide')

law('programs share only the contract', {
  because:
    "Programs that import each other can't be deployed separately, and secrets of the server could reach the browser.",
  over: [...server, ...console, ...arrows('contract/src'), ...arrows('extension/src'), ...arrows('reader/src')],
  guilty({ from, to }: Import) {
    const programOf = (path: string) => path.split('/')[0]
    return programOf(from) !== programOf(to) && programOf(to) !== 'contract' && !isGuide(to) && `${from} imports ${to}`
  },
  bites: { from: 'console/src/main.tsx', to: 'server/src/app.ts' },
  passes: { from: 'console/src/main.tsx', to: 'contract/src/access/sign-in.ts' },
})
