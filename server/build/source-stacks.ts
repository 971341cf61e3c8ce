import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeNumbers, type LineMap } from './line-numbers.ts'

// Stacks of errors name the lines of sources. Node can do this, too (--enable-source-maps), but then it reads all maps
// at start and keeps them.

/** V8 has this method; the types of Node don't. */
interface Described {
  toString(): string
}

type Place = { readonly source: string; readonly line: number }
type Places = readonly (Place | undefined)[]

const own = import.meta.dirname
const known = new Map<string, Places>()

function placesOf(file: string): Places {
  const before = known.get(file)
  if (before) return before
  const places = read(file)
  known.set(file, places)
  return places
}

function read(file: string): Places {
  try {
    const { sources, mappings } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as LineMap
    const paths = sources.map(path => relative(resolve(own, '../..'), resolve(own, path)))
    let [source, line] = [0, 0]
    return mappings.split(';').map(segment => {
      const [, ofSource = 0, ofLine = 0] = decodeNumbers(segment)
      source += ofSource
      line += ofLine
      return segment === '' ? undefined : { source: paths[source] ?? '', line: line + 1 }
    })
  } catch {
    return []
  }
}

/** A line of a stack with the place in the source; unchanged if it is not in a built file. */
function inSource(site: NodeJS.CallSite): string {
  const said = (site as unknown as Described).toString()
  const at = site.getFileName()
  const line = site.getLineNumber()
  if (!at?.startsWith('file:') || line === null) return said
  const file = fileURLToPath(at)
  const place = dirname(file) === own ? placesOf(file)[line - 1] : undefined
  return place ? said.replace(/file:[^()]+:\d+:\d+/, `${place.source}:${place.line}`) : said
}

function headOf(error: Error): string {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}

Error.prepareStackTrace = (error, sites) => [headOf(error), ...sites.map(site => `    at ${inSource(site)}`)].join('\n')
