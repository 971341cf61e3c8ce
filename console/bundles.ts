import { join } from 'node:path'
import { parseSync } from 'vite'

interface Graph {
  getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null
}

/** An import or a re-export under another name; null stands for the whole module. */
interface Link {
  from: string
  name: string | null
  as: string | null
}

/** A module's imports and re-exports; `only` is true if it does nothing but re-export. */
interface Links {
  taken: Link[]
  passed: Link[]
  only: boolean
}

export type Bundles = Record<string, readonly string[]>

const cardPage = 'features/access/self-service'

export const aheadOf = { console: 'list-prefetch.ts', 'card-page': `${cardPage}/page-prefetch.ts` } as const

const home = 'features/oversight/dashboard/DashboardPage.tsx'

export const bundlesOf: Record<keyof typeof aheadOf | 'kiosk', Bundles> = {
  console: {
    ahead: [aheadOf.console],
    first: ['main.tsx'],
    'sign-in': ['features/access/sign-in/SignInPage.tsx'],
    inside: [
      'frame/opening/SignedInRoot.tsx',
      'frame/Frame.tsx',
      'platform/ui/list/ListPage.tsx',
      'features/directories/on-behalf/UsersPage.tsx',
    ],
    home: [home],
  },
  'card-page': { ahead: [aheadOf['card-page']], 'card-page': [`${cardPage}/page.tsx`] },
  kiosk: { kiosk: ['kiosk/page.tsx'] },
}

// The first screen after sign-in takes what the bundles before it leave, so that none of them grows. What other screens
// share with it is a bundle of its own
const last = 'home'
const shared = 'common'
const ofHome = /\/features\/oversight\/dashboard\//

// Modules shared by later bundles go into this one, which always loads before them
const before = 'first'

/**
 * Names the output file of a module. A bundle's files and their dependencies become one file instead of forty. Null
 * leaves the decision to the bundler. The bundler gives a group all that it imports, unless a group of a higher priority
 * has it.
 */
export function bundlesAsGroups(bundles: Bundles) {
  let places: Map<string, string> | undefined
  const placeOf = (id: string, graph: Graph) => (places ??= placesIn(bundles, graph)).get(id) ?? null
  const among = (isMeant: (place: string) => boolean) => (id: string, graph: Graph) => {
    const place = placeOf(id, graph)
    return place !== null && isMeant(place) ? place : null
  }
  return [
    { name: among(place => place !== last && place !== shared), priority: 2 },
    { name: among(place => place === shared), priority: 1 },
    { name: among(place => place === last), priority: 0 },
  ]
}

function placesIn(bundles: Bundles, graph: Graph): Map<string, string> {
  const places = new Map<string, string>()
  const known = new Map<string, Links>()
  const links = (id: string) => {
    const found = known.get(id) ?? linksOf(id, graph)
    known.set(id, found)
    return found
  }
  const follow = (id: string, bundle: string) => {
    for (const { from, name } of links(id).taken) take(from, name, bundle)
  }
  const take = (id: string, name: string | null, bundle: string) => {
    const { passed, only } = links(id)
    // A re-exporting file would pull in its whole package, so follow the name to its origin
    if (only && name !== null) {
      const exact = passed.filter(link => link.as === name)
      for (const { from } of exact.length > 0 ? [] : passed.filter(link => link.as === null)) take(from, name, bundle)
      for (const link of exact) take(link.from, link.name, bundle)
      return
    }
    const place = places.get(id)
    if (place === bundle || place === 'ahead' || place === before) return
    if (bundle === last && place !== undefined) return
    const own = bundle === last && !ofHome.test(id) ? shared : bundle
    places.set(id, place === undefined ? own : before)
    follow(id, bundle)
  }
  for (const [bundle, screens] of Object.entries(bundles))
    for (const screen of screens) take(join(import.meta.dirname, 'src', screen), null, bundle)
  return places
}

function linksOf(id: string, graph: Graph): Links {
  const info = graph.getModuleInfo(id)
  const [helpers, ids] = parted(info?.importedIds ?? [], added)
  const whole = (from: string): Link => ({ from, name: null, as: null })
  const { staticImports, staticExports } = parseSync(id, info?.code ?? '').module
  const imports = staticImports.filter(one => one.entries.length === 0 || one.entries.some(entry => !entry.isType))
  const exports = staticExports.flatMap(one => one.entries.filter(entry => !entry.isType))
  const requests = [...imports.map(one => one.moduleRequest), ...exports.flatMap(one => one.moduleRequest ?? [])]
  const sources = [...new Set(requests.toSorted((a, b) => a.start - b.start).map(one => one.value))].filter(
    one => one !== jsx,
  )
  // If the bundler sees other imports than the source text has, take all of each: too much rather than too little
  if (sources.length !== ids.length) return { taken: [...helpers, ...ids].map(whole), passed: [], only: false }
  const idOf = (source: string) => (source === jsx ? helpers[0] : ids[sources.indexOf(source)]) ?? id
  const imported = imports.flatMap(one => {
    const from = idOf(one.moduleRequest.value)
    const names = one.entries.filter(entry => !entry.isType)
    return names.length === 0
      ? [whole(from)]
      : names.map(({ importName, localName }) => ({
          from,
          name: importName.kind === 'Default' ? 'default' : importName.name,
          as: localName.value,
        }))
  })
  const passed = exports.flatMap(({ moduleRequest, importName, exportName, localName }) =>
    moduleRequest
      ? [{ from: idOf(moduleRequest.value), name: importName.name, as: exportName.name }]
      : imported.filter(link => link.as === localName.name).map(link => ({ ...link, as: exportName.name })),
  )
  const only = exports.length > 0 && passed.length === exports.length
  return { taken: [...helpers.map(whole), ...imported, ...passed], passed, only }
}

// The compiler may add this import to those in the source
const jsx = 'react/jsx-runtime'
const added = (id: string) => id.startsWith('\0') || /\/(?:react\/jsx-runtime\.js|preact\/jsx-runtime\/.*)$/.test(id)

const parted = <T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] => [
  all.filter(is),
  all.filter(one => !is(one)),
]
