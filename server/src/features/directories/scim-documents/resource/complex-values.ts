import { refuse, ScimRefusal } from '../protocol/scim-refusal.ts'
import type { Attribute } from '../schemas/attribute.ts'
import { partOf } from '../schemas/schema-lookup.ts'

export type ComplexValue = Record<string, string | boolean>
export type DocValue = string | boolean | ComplexValue | ComplexValue[]

export type Doc = Record<string, DocValue | Record<string, DocValue>>

const longest = 1024
/** Certificates and similar values, in base64. */
const longestBinary = 16_384
const mostValues = 100

/** A value of a request that can't be stored, and why. */
export interface IgnoredValue {
  readonly path: string
  readonly why: string
}

/** Runs `read`; without a list of unkept values, its refusal is thrown, otherwise it is added there. */
function orUnkept<T>(unkept: IgnoredValue[] | undefined, path: string, read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!unkept || !(error instanceof ScimRefusal)) throw error
    unkept.push({ path, why: error.message })
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Does the value count as unset (RFC 7643 §2.5)? */
export const isUnset = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

export function readPlain({ name, type }: Attribute, value: unknown): string | boolean {
  if (type === 'boolean') {
    if (typeof value === 'boolean') return value
    const text = typeof value === 'string' ? value.toLowerCase() : ''
    if (text === 'true' || text === 'false') return text === 'true'
    throw refuse('invalidValue', `“${name}” is true or false`)
  }
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string') throw refuse('invalidValue', `“${name}” is a text`)
  const most = type === 'binary' ? longestBinary : longest
  if (text.length > most) throw refuse('invalidValue', `“${name}” has at most ${most} characters`)
  if (text.includes('\0')) throw refuse('invalidValue', `“${name}” holds a character that cannot be kept`)
  return text
}

/** Parses a complex value; a simple one becomes its `value`, as Entra ID sends managers. Undefined if empty. */
export function readParts(attribute: Attribute, value: unknown, unkept?: IgnoredValue[]): ComplexValue | undefined {
  const whole = isObject(value) ? value : { value }
  if (!isObject(value) && !partOf(attribute, 'value')) throw refuse('invalidValue', `“${attribute.name}” has parts`)
  const parts: ComplexValue = {}
  for (const [key, one] of Object.entries(whole)) {
    const part = partOf(attribute, key)
    if (!part || part.mutability === 'readOnly' || isUnset(one)) continue
    const read = orUnkept(unkept, `${attribute.name}.${part.name}`, () => readPlain(part, one))
    if (read !== undefined) parts[part.name] = read
  }
  return Object.keys(parts).length > 0 ? parts : undefined
}

/** Parses an attribute's value; undefined if unset. Parts that can't be stored are added to `unkept`, if given. */
export function readValue(attribute: Attribute, value: unknown, unkept?: IgnoredValue[]): DocValue | undefined {
  if (isUnset(value)) return undefined
  const { name } = attribute
  if (attribute.multiValued) {
    const all = Array.isArray(value) ? (value as unknown[]) : [value]
    if (all.length > mostValues)
      orUnkept(unkept, name, () => {
        throw refuse('invalidValue', `“${name}” has at most ${mostValues} values`)
      })
    const parts = (one: unknown) => orUnkept(unkept, name, () => readParts(attribute, one, unkept))
    const read = onePrimary(all.slice(0, mostValues).flatMap(one => listed(parts(one))))
    return read.length > 0 ? read : undefined
  }
  const one: unknown = Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : value
  if (attribute.type === 'complex') return readParts(attribute, one, unkept)
  return readPlain(attribute, one)
}

const listed = (one: ComplexValue | undefined): ComplexValue[] => (one ? [one] : [])

/** Ensures at most one primary value: the last one wins. */
export function onePrimary(values: readonly ComplexValue[]): ComplexValue[] {
  const last = values.findLastIndex(one => one['primary'] === true)
  return values.map((one, at) => (one['primary'] === true && at !== last ? { ...one, primary: false } : one))
}
