import { importsOf, type Import, isTest, sources } from './files.ts'
import { law } from './law.ts'

/** Module of a server or console file: `server/src/features/people/users`. */
const roomOf = (path: string) => /^\w+\/src\/features\/\w+\/[\w-]+(?=\/)/.exec(path)?.[0]

const packages = ['server/src', 'console/src', 'contract/src', 'extension/src', 'reader/src']
const files = sources(packages, /\.(tsx?|css)$/).filter(file => !isTest(file.path))
const imports = files.flatMap(importsOf)

// Route files map calls to functions of any module; only the feature list imports them
const between = imports.filter(({ from, to }) => {
  const [a, b] = [roomOf(from), roomOf(to)]
  return a !== undefined && b !== undefined && a !== b && !from.endsWith('.routes.ts')
})

function reached(arrows: readonly Import[]): { from: string; reaches: readonly string[] }[] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to))
  return [...next.keys()].map(from => {
    const met = new Set<string>()
    const ahead = [...(next.get(from) ?? [])]
    for (let at = ahead.pop(); at !== undefined; at = ahead.pop()) {
      if (met.has(at)) continue
      met.add(at)
      ahead.push(...(next.get(at) ?? []))
    }
    return { from, reaches: [...met] }
  })
}

law('modules have no import cycles', {
  because: "Modules that import each other can't be read or moved separately.",
  over: reached(between.map(({ from, to }) => ({ from: roomOf(from) ?? '', to: roomOf(to) ?? '' }))),
  guilty: ({ from, reaches }) => reaches.includes(from) && `${from} is reached by what it imports`,
  bites: { from: 'a/people/users', reaches: ['a/people/groups', 'a/people/users'] },
  passes: { from: 'a/people/users', reaches: ['a/people/groups'] },
})

law('files have no import cycles', {
  because: "Files that import each other can't be read separately. Put a shared type into its own file.",
  over: reached(imports.filter(({ from, to }) => from.split('/')[0] === to.split('/')[0])),
  guilty: ({ from, reaches }) => reaches.includes(from) && `${from} is reached by what it imports`,
  bites: { from: 'a/users.ts', reaches: ['a/groups.ts', 'a/users.ts'] },
  passes: { from: 'a/users.ts', reaches: ['a/groups.ts'] },
})

const short = ({ from, to }: Import) => `${from} -> ${to}`.replaceAll('server/src/features/', '')

/**
 * Is this file part of the module's public API? On the server, files named after the module (`users.ts`,
 * `users.rank.ts`); in the console, files in its top folder, which are parts of screens. Subfolders are private.
 */
function isFace(path: string): boolean {
  const room = roomOf(path) ?? ''
  const file = path.slice(room.length + 1)
  if (path.startsWith('console/')) return !file.includes('/')
  return file.startsWith(`${room.split('/').at(-1)}.`) && !/\.(store|routes)\.ts$/.test(file)
}

law('modules use each other through their public API', {
  because: "A file that other modules import can't be changed freely, so its name must show it.",
  over: between,
  guilty: (arrow: Import) => !isFace(arrow.to) && short(arrow),
  bites: {
    from: 'server/src/features/access/account/account.ts',
    to: 'server/src/features/people/users/user-replies.ts',
  },
  passes: {
    from: 'server/src/features/access/account/account.ts',
    to: 'server/src/features/people/users/users.rank.ts',
  },
})
