import { isObject } from '../resource/complex-values.ts'
import { mostBulk } from './bounds.ts'
import { messageUrns, type ScimAnswer, type ScimRequest } from './messages.ts'
import { refuse, ScimRefusal } from './scim-refusal.ts'

export type ScimHandler = (request: ScimRequest) => Promise<ScimAnswer>

interface Operation {
  method: string
  path: string
  bulkId: string | undefined
  version: string | undefined
  data: unknown
}

/**
 * Executes the operations of a bulk request independently and in sequence (RFC 7644 §3.7): those that reference
 * another operation's bulkId wait for it; cyclic references are refused. `failOnErrors` ends it early.
 */
export async function bulk(body: unknown, doOne: ScimHandler): Promise<ScimAnswer> {
  const { operations, failOnErrors } = readBulk(body)
  const made = new Map<string, string>()
  const known = new Set(operations.flatMap(one => one.bulkId ?? []))
  const results = new Map<Operation, object>()
  let failed = 0
  let waiting = operations
  while (waiting.length > 0 && (failOnErrors === 0 || failed < failOnErrors)) {
    const later: Operation[] = []
    for (const one of waiting) {
      if (failOnErrors > 0 && failed >= failOnErrors) break
      if (namesIn(one).some(name => known.has(name) && !made.has(name) && name !== one.bulkId)) {
        later.push(one)
        continue
      }
      const answer = await doOne(requestOf(one, made))
      if (answer.status >= 400) failed++
      else if (one.bulkId !== undefined && answer.location !== undefined)
        made.set(one.bulkId, answer.location.slice(answer.location.lastIndexOf('/') + 1))
      if (answer.status >= 400 && one.bulkId !== undefined) known.delete(one.bulkId)
      results.set(one, resultOf(one, answer))
    }
    if (later.length === waiting.length) {
      for (const one of later) results.set(one, resultOf(one, circle()))
      break
    }
    waiting = later
  }
  return {
    status: 200,
    body: { schemas: [messageUrns.bulkAnswer], Operations: operations.flatMap(one => results.get(one) ?? []) },
  }
}

const circle = (): ScimAnswer => ({
  status: 409,
  body: { detail: 'Operations wait for each other, so none of them can be first' },
})

function readBulk(body: unknown): { operations: Operation[]; failOnErrors: number } {
  if (!isObject(body)) throw refuse('invalidSyntax', 'The body is no JSON object')
  const of = (from: Record<string, unknown>, name: string) =>
    Object.entries(from).find(([key]) => key.toLowerCase() === name)?.[1]
  const all = of(body, 'operations')
  if (!Array.isArray(all) || all.length === 0) throw refuse('invalidSyntax', '“Operations” is a list of at least one')
  if (all.length > mostBulk) throw new ScimRefusal(413, `A bulk request has at most ${mostBulk} operations`)
  const fail = of(body, 'failonerrors') ?? 0
  if (typeof fail !== 'number' || !Number.isInteger(fail) || fail < 0)
    throw refuse('invalidValue', '“failOnErrors” is a whole number')
  const operations = all.map((one: unknown): Operation => {
    if (!isObject(one)) throw refuse('invalidSyntax', 'Each operation is an object')
    const [method, path, bulkId, version] = ['method', 'path', 'bulkid', 'version'].map(name => of(one, name))
    if (typeof method !== 'string' || !/^(POST|PUT|PATCH|DELETE)$/i.test(method))
      throw refuse('invalidSyntax', '“method” is POST, PUT, PATCH or DELETE')
    if (typeof path !== 'string' || path.length > 500) throw refuse('invalidPath', '“path” is a text such as “/Users”')
    if (method.toUpperCase() === 'POST' && (typeof bulkId !== 'string' || bulkId === ''))
      throw refuse('invalidSyntax', 'A POST has a “bulkId”')
    return {
      method: method.toUpperCase(),
      path,
      bulkId: typeof bulkId === 'string' ? bulkId.slice(0, 200) : undefined,
      version: typeof version === 'string' ? version : undefined,
      data: of(one, 'data'),
    }
  })
  const ids = operations.flatMap(one => one.bulkId ?? [])
  if (new Set(ids).size < ids.length) throw refuse('invalidValue', 'Two operations have one “bulkId”')
  return { operations, failOnErrors: fail }
}

const mark = /bulkId:([^"/]{1,200})/gu

const namesIn = ({ path, data }: Operation): string[] =>
  [...`${path} ${JSON.stringify(data ?? null)}`.matchAll(mark)].map(found => found[1] ?? '')

function requestOf({ method, path, version, data }: Operation, made: ReadonlyMap<string, string>): ScimRequest {
  const known = path.replace(mark, (whole, name: string) => made.get(name) ?? whole)
  const [place = '', query = ''] = known.split('?', 2)
  return {
    method,
    path: place.split('/').filter(part => part !== ''),
    query: Object.fromEntries(new URLSearchParams(query)),
    body: resolved(data, made),
    ifMatch: version,
    ifNoneMatch: undefined,
  }
}

function resolved(data: unknown, made: ReadonlyMap<string, string>): unknown {
  if (typeof data === 'string')
    return data.startsWith('bulkId:') ? (made.get(data.slice('bulkId:'.length)) ?? data) : data
  if (Array.isArray(data)) return data.map(one => resolved(one, made))
  if (!isObject(data)) return data
  return Object.fromEntries(Object.entries(data).map(([key, one]) => [key, resolved(one, made)]))
}

function resultOf({ method, bulkId }: Operation, { status, body, etag, location }: ScimAnswer): object {
  return {
    method,
    ...(bulkId !== undefined && { bulkId }),
    ...(location !== undefined && { location }),
    ...(etag !== undefined && { version: etag }),
    status: String(status),
    ...(status >= 400 && { response: body }),
  }
}
