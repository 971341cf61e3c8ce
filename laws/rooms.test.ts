import { importsOf, type Import, isTest, sources } from './files.ts'
import { law } from './law.ts'

/** Module of a server or console file: `server/src/features/people/users`. */
const moduleOf = (path: string) => /^\w+\/src\/features\/\w+\/[\w-]+(?=\/)/.exec(path)?.[0]

const packages = ['server/src', 'console/src', 'contract/src', 'extension/src', 'reader/src']
const files = sources(packages, /\.(tsx?|css)$/).filter(file => !isTest(file.path))
const imports = files.flatMap(importsOf)

// Route files map calls to functions of any module; only the feature list imports them
const between = imports.filter(({ from, to }) => {
  const [a, b] = [moduleOf(from), moduleOf(to)]
  return a !== undefined && b !== undefined && a !== b && !from.endsWith('.routes.ts')
})

function reached(arrows: readonly Import[]): { from: string; reaches: readonly string[] }[] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of arrows) next.set(from, (next.get(from) ?? new Set()).add(to))
  return [...next.keys()].map(from => {
    const visited = new Set<string>()
    const pending = [...(next.get(from) ?? [])]
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (visited.has(at)) continue
      visited.add(at)
      pending.push(...(next.get(at) ?? []))
    }
    return { from, reaches: [...visited] }
  })
}

law('modules have no import cycles', {
  because: "Modules that import each other can't be read or moved separately.",
  over: reached(between.map(({ from, to }) => ({ from: moduleOf(from) ?? '', to: moduleOf(to) ?? '' }))),
  guilty: ({ from, reaches }) => reaches.includes(from) && `${from} imports itself through other files or modules`,
  bites: { from: 'a/people/users', reaches: ['a/people/groups', 'a/people/users'] },
  passes: { from: 'a/people/users', reaches: ['a/people/groups'] },
})

law('files have no import cycles', {
  because: "Files that import each other can't be read separately. Put a shared type into its own file.",
  over: reached(imports.filter(({ from, to }) => from.split('/')[0] === to.split('/')[0])),
  guilty: ({ from, reaches }) => reaches.includes(from) && `${from} imports itself through other files or modules`,
  bites: { from: 'a/users.ts', reaches: ['a/groups.ts', 'a/users.ts'] },
  passes: { from: 'a/users.ts', reaches: ['a/groups.ts'] },
})

const short = ({ from, to }: Import) => `${from} -> ${to}`.replaceAll('server/src/features/', '')

/**
 * Is this file part of the module's public API? On the server, files named after the module (`users.ts`,
 * `users.rank.ts`); in the console, files in its top folder, which are parts of screens. Subfolders are private.
 */
function isPublic(path: string): boolean {
  const module = moduleOf(path) ?? ''
  const file = path.slice(module.length + 1)
  if (path.startsWith('console/')) return !file.includes('/')
  return file.startsWith(`${module.split('/').at(-1)}.`) && !/\.(store|routes)\.ts$/.test(file)
}

law('modules use each other through their public API', {
  because: "A file that other modules import can't be changed freely, so its name must show it.",
  over: between,
  guilty: (arrow: Import) => !isPublic(arrow.to) && short(arrow),
  bites: {
    from: 'server/src/features/access/account/account.ts',
    to: 'server/src/features/people/users/user-replies.ts',
  },
  passes: {
    from: 'server/src/features/access/account/account.ts',
    to: 'server/src/features/people/users/users.rank.ts',
  },
})
