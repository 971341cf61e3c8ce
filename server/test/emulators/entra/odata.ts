// Query parameters of Microsoft Graph: learn.microsoft.com/graph/query-parameters, aad-advanced-queries
import { badRequest, unsupported } from './refusal.ts'
import type { DirectoryObject } from './directory.ts'

export type Query = Readonly<Record<string, string>>

export function refuseOthers(query: Query, ...known: string[]): void {
  for (const name of Object.keys(query))
    if (!known.includes(name)) throw badRequest(`Unrecognized query argument specified: '${name}'.`)
}

/** The page size; values outside of 1 to 999 are refused. */
export function pageSizeOf(query: Query, usual = 100): number {
  const said = query['$top']
  if (said === undefined) return usual
  const top = Number(said)
  if (!/^\d+$/.test(said) || top < 1 || top > 999)
    throw badRequest(`Invalid page size specified: '${said}'. Must be between 1 and 999 inclusive.`)
  return top
}

export function selectFields(query: Query, known: readonly string[], usual: readonly string[] = known) {
  const names = query['$select']?.split(',').map(name => name.trim()) ?? usual
  for (const name of names)
    if (name !== 'id' && !known.includes(name))
      throw badRequest(`Could not find a property named '${name}' on type 'microsoft.graph.directoryObject'.`)
  return (thing: DirectoryObject): Record<string, unknown> =>
    Object.fromEntries(['id', ...names].flatMap(name => (name in thing ? [[name, thing[name]]] : [])))
}

type Test = (thing: DirectoryObject) => boolean
const text = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '')

function oneTest(words: string, filterable: readonly string[]): Test {
  const starts = /^startswith\(\s*(\w+)\s*,\s*'((?:[^']|'')*)'\s*\)$/i.exec(words)
  const equals = /^(\w+) eq (?:'((?:[^']|'')*)'|(true|false|null))$/i.exec(words)
  const name = starts?.[1] ?? equals?.[1]
  if (name === undefined) throw badRequest(`Invalid filter clause: ${words}`)
  if (!filterable.includes(name)) throw unsupported(`Unsupported or invalid query filter clause for '${name}'.`)
  const value = (starts?.[2] ?? equals?.[2])?.replaceAll("''", "'").toLowerCase()
  if (starts) return thing => text(thing[name]).startsWith(value ?? '')
  const word = equals?.[3]?.toLowerCase()
  if (word === 'null') return thing => thing[name] === null || thing[name] === undefined
  if (word !== undefined) return thing => thing[name] === (word === 'true')
  return thing => text(thing[name]) === value
}

/** Parses `$filter`: `eq` and `startswith`, joined by `or` or by `and`. */
export function filterOf(query: Query, filterable: readonly string[]): Test {
  const filter = query['$filter']
  if (filter === undefined) return () => true
  if (filter.length > 8000) throw badRequest('The filter is too long.')
  const quoted = /'(?:[^']|'')*'/g
  const held: string[] = []
  const bare = filter.replaceAll(quoted, one => `'${String(held.push(one) - 1)}'`)
  const back = (words: string) => words.replaceAll(/'(\d+)'/g, (_all, at: string) => held[Number(at)] ?? '')
  const tests = bare.split(/ or /i).map(any =>
    any.split(/ and /i).map(one =>
      oneTest(
        back(one)
          .trim()
          .replace(/^\((.*)\)$/, '$1'),
        filterable,
      ),
    ),
  )
  if (tests.flat().length > 50) throw badRequest('Too many child clauses specified in search filter expression.')
  return thing => tests.some(any => any.every(test => test(thing)))
}
