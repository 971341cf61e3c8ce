import { importsOf, type Import, isTest, sources } from './files.ts'
import { law } from './law.ts'

// Lowest first; a file imports from its own floor and those beneath.
const floors = [
  ['ground'],
  ['outside', 'http'],
  ['features/work'],
  ['features/tenancy'],
  ['features/money'],
  ['features/people'],
  ['features/keys'],
  ['features/rules', 'features/connect', 'features/oversight'],
  ['features/access'],
  ['protocols', 'jobs', 'demo', 'admin'],
]

const top = floors.length
const floorOf = (path: string): number => {
  const inside = path.replace(/^server\/src\//, '')
  const found = floors.findIndex(floor => floor.some(name => inside.startsWith(`${name}/`)))
  return found === -1 ? top : found
}
const wingOf = (path: string) => /^\w+\/src\/features\/(\w+)\//.exec(path)?.[1]
const roomOf = (path: string) => /^\w+\/src\/features\/(\w+\/[\w-]+)\//.exec(path)?.[1]

const arrows = (folder: string) =>
  sources([folder])
    .filter(file => !isTest(file.path))
    .flatMap(importsOf)
const server = arrows('server/src')

law('arrows point down in the server', {
  because: 'What lies beneath must not know what stands on it; otherwise nothing can be read or moved alone.',
  over: server,
  guilty: ({ from, to }: Import) =>
    to.startsWith('server/') && floorOf(to) > floorOf(from) && `${from} reaches up to ${to}`,
  bites: { from: 'server/src/ground/page.ts', to: 'server/src/features/people/users/users.ts' },
  passes: { from: 'server/src/features/access/sign-in/sign-in.ts', to: 'server/src/features/people/users/users.ts' },
})

law("a room's store is its own", {
  because: 'One table has one writer; other rooms go through the face of the room.',
  over: server,
  guilty: ({ from, to }: Import) =>
    to.endsWith('.store.ts') && roomOf(to) !== roomOf(from) && `${from} goes past the face of ${to}`,
  bites: {
    from: 'server/src/features/access/account/account.ts',
    to: 'server/src/features/people/users/users.store.ts',
  },
  passes: { from: 'server/src/features/people/users/users.ts', to: 'server/src/features/people/users/users.store.ts' },
})

law('rooms of the fifth floor do not know each other', {
  because: 'Rules, connections and oversight stand beside each other; what they share belongs beneath.',
  over: server,
  guilty({ from, to }: Import) {
    const side = ['rules', 'connect', 'oversight']
    return (
      side.includes(wingOf(from) ?? '') &&
      side.includes(wingOf(to) ?? '') &&
      roomOf(from) !== roomOf(to) &&
      `${from} knows ${to}`
    )
  },
  bites: { from: 'server/src/features/oversight/activity/a.ts', to: 'server/src/features/oversight/statistics/s.ts' },
  passes: { from: 'server/src/features/oversight/activity/a.ts', to: 'server/src/features/people/users/users.ts' },
})

law('programs meet in the contract only', {
  because: 'Whoever imports across the wire cannot be deployed apart, and leaks secrets into the browser.',
  over: [
    ...server,
    ...arrows('console/src'),
    ...arrows('contract/src'),
    ...arrows('extension/src'),
    ...arrows('reader/src'),
  ],
  guilty({ from, to }: Import) {
    const house = (path: string) => path.split('/')[0]
    return house(from) !== house(to) && house(to) !== 'contract' && `${from} imports ${to}`
  },
  bites: { from: 'console/src/main.tsx', to: 'server/src/app.ts' },
  passes: { from: 'console/src/main.tsx', to: 'contract/src/access/sign-in.ts' },
})

law("the console's ground knows no noun", {
  because: 'A button that knows users cannot serve groups.',
  over: arrows('console/src'),
  guilty: ({ from, to }: Import) =>
    from.startsWith('console/src/ground/') &&
    /^console\/src\/(features|shell)\//.test(to) &&
    `${from} reaches up to ${to}`,
  bites: { from: 'console/src/ground/ui/Form.tsx', to: 'console/src/features/people/users/UsersPage.tsx' },
  passes: { from: 'console/src/features/people/users/UsersPage.tsx', to: 'console/src/ground/ui/Form.tsx' },
})
