import { join } from 'node:path'
import { parseSync } from 'vite'

interface Graph {
  getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null
}

/** A name that a module takes from another, or passes on under a name of its own; null is all of it. */
interface Link {
  from: string
  name: string | null
  as: string | null
}

/** What a module takes, what it passes on, and whether it does nothing but pass on. */
interface Links {
  taken: Link[]
  passed: Link[]
  only: boolean
}

const cardPage = 'features/access/self-service'

// Screens and parts of screens that come together, in the order in which somebody meets them
const bundles: Record<string, readonly string[]> = {
  ahead: [`${cardPage}/ahead.ts`],
  shared: [`${cardPage}/page.tsx`],
  first: ['main.tsx', 'features/access/sign-in/SignInPage.tsx', 'ground/ui/over/Toasts.tsx'],
  frame: ['frame/opening/Inside.tsx', 'frame/Frame.tsx'],
  list: ['ground/ui/list/ListPage.tsx'],
}

/**
 * Names the file that a module goes into: whatever the screens of a bundle cannot do without is one file instead of
 * forty, the first bundle taking what later ones need too. Null leaves a module where the bundler puts it, and so
 * stay the screens themselves, which are asked for one by one. `only` names the modules of one bundle and no other.
 */
export function bundleOf(only?: string): (id: string, graph: Graph) => string | null {
  let places: Map<string, string> | undefined
  return (id, graph) => {
    places ??= placesIn(graph)
    const place = places.get(id) ?? null
    return only === undefined || place === only ? place : null
  }
}

function placesIn(graph: Graph): Map<string, string> {
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
    // A file that only passes names on would bring its whole package: what counts is where the name comes from
    if (only && name !== null) {
      const exact = passed.filter(link => link.as === name)
      for (const { from } of exact.length > 0 ? [] : passed.filter(link => link.as === null)) take(from, name, bundle)
      for (const link of exact) take(link.from, link.name, bundle)
    } else if (!places.has(id)) {
      places.set(id, placeOf(id, bundle))
      follow(id, bundle)
    }
  }
  for (const [bundle, screens] of Object.entries(bundles))
    for (const screen of screens) {
      const id = join(import.meta.dirname, 'src', screen)
      // Nobody asks for this one: the browser runs it as soon as it is there
      if (bundle === 'ahead') take(id, null, bundle)
      else follow(id, bundle)
    }
  return places
}

/** What the card page does not share with the console goes into its own two files, the calls that it begins with first. */
function placeOf(id: string, bundle: string): string {
  if (bundle !== 'ahead' && bundle !== 'shared') return bundle
  if (!/\/preact\//.test(id) && !id.includes(`/${cardPage}/`)) return 'shared'
  return bundle === 'ahead' ? bundle : 'card-page'
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
  // Where the bundler sees other modules than stand in the text, all of each is taken: too much rather than too little
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

// What the compiler may add beside the imports of the text
const jsx = 'react/jsx-runtime'
const added = (id: string) => id.startsWith('\0') || /\/(?:react\/jsx-runtime\.js|preact\/jsx-runtime\/.*)$/.test(id)

const parted = <T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] => [
  all.filter(is),
  all.filter(one => !is(one)),
]
