import { Readable } from 'node:stream'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import type { FastifyRequest } from 'fastify'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { Problem } from '#platform/problem.ts'

export type ParsedInput = { value: unknown } | { refusal: Problem }

/** Merges path, query, and body. A validation error is kept until the caller is known to be authorized. */
export function parse(endpoint: Endpoint, request: FastifyRequest): ParsedInput {
  if (request.body instanceof Problem) return { refusal: request.body }
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
 * Finds a field given in two places: a proxy or log would then see another value than the one used. Only path
 * values may be repeated, if identical.
 */
function givenTwice(body: object, query: object, path: object): string | undefined {
  const inQuery = Object.keys(query).find(name => Object.hasOwn(body, name))
  if (inQuery !== undefined) return inQuery
  const rest: Record<string, unknown> = { ...body, ...query }
  return Object.entries(path).find(([name, value]) => Object.hasOwn(rest, name) && rest[name] !== value)?.[0]
}

export function checkedInput(input: ParsedInput): unknown {
  if ('refusal' in input) throw input.refusal
  return input.value
}
