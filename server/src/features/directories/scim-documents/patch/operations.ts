import { refuse } from '../protocol/scim-refusal.ts'
import { isObject } from '../resource/complex-values.ts'
import { parserLimits } from '#platform/parsing/parser-limits.ts'

export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string | undefined
  readonly value: unknown
}

const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:patchop'

/**
 * Parses PATCH operations; names are case-insensitive, because Entra ID sends "Add". The bulk example of RFC 7644
 * §3.7.3 sends them as a list. @throws invalidSyntax
 */
export function readOperations(sent: unknown): PatchOperation[] {
  const body: unknown = Array.isArray(sent) ? { Operations: sent } : sent
  if (!isObject(body)) throw refuse('invalidSyntax', 'The body is no JSON object')
  const schemas = under(body, 'schemas')
  if (schemas !== undefined && !(Array.isArray(schemas) && schemas.some(one => String(one).toLowerCase() === patchUrn)))
    throw refuse('invalidSyntax', '“schemas” names urn:ietf:params:scim:api:messages:2.0:PatchOp')
  const all = under(body, 'operations')
  if (!Array.isArray(all) || all.length === 0) throw refuse('invalidSyntax', '“Operations” is a list of at least one')
  if (all.length > parserLimits.scimPatchOperations)
    throw refuse('invalidSyntax', `A PATCH has at most ${parserLimits.scimPatchOperations} operations`)
  return all.map(readOperation)
}

const under = (body: Record<string, unknown>, name: string): unknown => {
  const key = Object.keys(body).find(one => one.toLowerCase() === name)
  return key === undefined ? undefined : body[key]
}

function readOperation(one: unknown): PatchOperation {
  if (!isObject(one)) throw refuse('invalidSyntax', 'Each operation is an object')
  const op = String(under(one, 'op')).toLowerCase()
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw refuse('invalidSyntax', 'Each operation is “add”, “replace” or “remove”')
  const path = under(one, 'path')
  if (path !== undefined && path !== null && typeof path !== 'string') throw refuse('invalidPath', '“path” is a text')
  const value = under(one, 'value')
  const named = typeof path === 'string' && path.trim() !== '' ? path.trim() : undefined
  if (op === 'remove' && named === undefined) throw refuse('noTarget', 'A “remove” names what it removes in “path”')
  if (op !== 'remove' && value === undefined) throw refuse('invalidValue', `An “${op}” has a “value”`)
  return { op, path: named, value }
}
