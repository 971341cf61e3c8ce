import { refuse, ScimRefusal } from '../protocol/scim-refusal.ts'
import type { Attribute, ResourceType } from '../schemas/attribute.ts'
import { inSchema, schemaOf } from '../schemas/schema-lookup.ts'
import { applyAt } from '../patch/apply.ts'
import { type AttributeTarget, findPath, pathOf } from './path.ts'
import { type Doc, isObject, isUnset, type IgnoredValue } from './complex-values.ts'

export interface ReadDoc {
  doc: Doc
  ignored: string[]
  /** Values that can't be stored; the rest of the request counts. */
  unkept: IgnoredValue[]
}

const mostKeys = 200
/** Of a stored resource, in bytes of JSON. */
const largest = 90_000

/** Parses a complete resource; drops unknown and read-only attributes. @throws invalidSyntax, invalidValue */
export function readDoc(type: ResourceType, body: unknown): ReadDoc {
  if (!isObject(body)) throw refuse('invalidSyntax', 'The body is no JSON object')
  checkSchemas(type, body)
  const read: ReadDoc = { doc: {}, ignored: [], unkept: [] }
  mergeInto(type, read, body, 'replace')
  checkRequired(type, read.doc)
  dropLargest(type, read)
  // Users are active by default
  if (type.what === 'user') read.doc['active'] ??= true
  return read
}

/** Essential attributes: a wrong value is refused instead of dropped. */
export const isEssential = ({ required, name }: Attribute): boolean => required || name === 'active'

/** Changes an attribute, or notes a value that can't be stored. @throws refusals of essential attributes */
export function applyOrNote(
  { doc, unkept }: ReadDoc,
  op: 'add' | 'replace' | 'remove',
  target: AttributeTarget,
  value: unknown,
): void {
  if (isEssential(target.attribute)) return applyAt(doc, op, target, value)
  try {
    applyAt(doc, op, target, value, unkept)
  } catch (error) {
    if (!(error instanceof ScimRefusal) || error.scimType !== 'invalidValue') throw error
    unkept.push({ path: pathOf(target), why: error.message })
  }
}

/** Drops the largest attributes of a resource that is too large to be stored. */
export function dropLargest(type: ResourceType, { doc, unkept }: ReadDoc): void {
  const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
  while (sizeOf(doc) > largest) {
    const optional = Object.keys(doc).filter(
      name => !type.core.attributes.some(one => one.name === name && isEssential(one)),
    )
    const [name] = optional.toSorted((one, other) => sizeOf(doc[other]) - sizeOf(doc[one]))
    if (name === undefined) return
    delete doc[name]
    unkept.push({ path: name, why: `A resource has at most ${largest} bytes` })
  }
}

/** If `schemas` is present, it must contain the core schema. */
function checkSchemas(type: ResourceType, body: Record<string, unknown>): void {
  const key = Object.keys(body).find(name => name.toLowerCase() === 'schemas')
  if (key === undefined) return
  const said: unknown = body[key]
  if (!Array.isArray(said)) throw refuse('invalidSyntax', '“schemas” is a list of URNs')
  if (!said.some(one => typeof one === 'string' && schemaOf(type, one)))
    throw refuse('invalidSyntax', `“schemas” names none that ${type.name}s have; it should name ${type.core.id}`)
}

/** Checks required attributes. @throws invalidValue */
export function checkRequired(type: ResourceType, doc: Doc): void {
  for (const { name, required } of type.core.attributes)
    if (required && (typeof doc[name] !== 'string' || doc[name].trim() === ''))
      throw refuse('invalidValue', `“${name}” is required`)
}

/** Merges an object's keys into a resource: plain, dotted, with a URN, and entire extensions. */
export function mergeInto(
  type: ResourceType,
  into: ReadDoc,
  body: Record<string, unknown>,
  op: 'add' | 'replace',
): void {
  const entries = Object.entries(body)
  if (entries.length > mostKeys) throw refuse('invalidValue', `A resource has at most ${mostKeys} attributes`)
  for (const [key, value] of entries) {
    const found = knownOf(type, key)
    if (found === undefined) {
      if (!always.has(key.toLowerCase())) into.ignored.push(key.slice(0, 100))
    } else if ('attributes' in found) {
      if (isUnset(value)) delete into.doc[found.id]
      else if (isObject(value)) mergeExtension(type, found.id, into, value, op)
      else into.unkept.push({ path: found.id, why: `“${found.id}” has parts` })
    } else if (found.attribute.mutability === 'readOnly' || found.attribute.name === 'schemas') continue
    else if (found.attribute.name === 'members') continue
    else applyOrNote(into, op, found, value)
  }
}

const always = new Set(['schemas', 'id', 'meta', 'password'])

function knownOf(type: ResourceType, key: string) {
  try {
    return findPath(type, key)
  } catch {
    return undefined
  }
}

function mergeExtension(
  type: ResourceType,
  urn: string,
  into: ReadDoc,
  body: Record<string, unknown>,
  op: 'add' | 'replace',
) {
  if (urn === type.core.id) return mergeInto(type, into, body, op)
  const schema = schemaOf(type, urn)
  for (const [key, value] of Object.entries(body)) {
    const found = schema && inSchema(schema, key)
    if (!found) into.ignored.push(`${urn}:${key}`.slice(0, 160))
    else applyOrNote(into, op, { extension: schema, attribute: found, which: undefined, part: undefined }, value)
  }
}

/** A text attribute; empty if missing. */
export function textIn(doc: Doc, name: string): string {
  const value = doc[name]
  return typeof value === 'string' ? value : ''
}

/** The directory's ID of a resource; null if missing. */
export const externalIdIn = (doc: Doc): string | null => textIn(doc, 'externalId') || null
