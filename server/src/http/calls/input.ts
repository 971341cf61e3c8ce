import { Readable } from 'node:stream'
import type { Endpoint } from '@claviger/contract/ground/endpoint'
import type { FastifyRequest } from 'fastify'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { Problem } from '../../ground/problem.ts'

export type Parsed = { value: unknown } | { refusal: Problem }

/** Path, query and body as one input; a refusal is kept back until it is known whether the caller may ask at all. */
export function parse(endpoint: Endpoint, request: FastifyRequest): Parsed {
  const body = request.body instanceof Readable ? {} : (request.body ?? {})
  if (typeof body !== 'object' || Array.isArray(body))
    return { refusal: new Problem('broken-body', 'Send a JSON object') }
  const [query, path] = [request.query as object, request.params as object]
  const twice = givenTwice(body, query, path)
  if (twice !== undefined) {
    const message = 'This value is given twice: in the URL and in the body, or in two places of the URL'
    return { refusal: new Problem('invalid-input', message, [{ field: twice, message }]) }
  }
  const read = safeParse(endpoint.input as unknown as $ZodType, { ...body, ...query, ...path })
  if (read.success) return { value: read.data }
  const fields = read.error.issues.map(issue => ({ field: issue.path.join('.'), message: issue.message }))
  return { refusal: new Problem('invalid-input', fields[0]?.message, fields) }
}

/**
 * A field that comes from two places: what a proxy or a log saw of the call would not be what was done. Only what the
 * path says may be repeated elsewhere, in the same words.
 */
function givenTwice(body: object, query: object, path: object): string | undefined {
  const inQuery = Object.keys(query).find(name => Object.hasOwn(body, name))
  if (inQuery !== undefined) return inQuery
  const rest: Record<string, unknown> = { ...body, ...query }
  return Object.entries(path).find(([name, value]) => Object.hasOwn(rest, name) && rest[name] !== value)?.[0]
}

/** The input; throws the refusal that was kept back. */
export function checked(input: Parsed): unknown {
  if ('refusal' in input) throw input.refusal
  return input.value
}
