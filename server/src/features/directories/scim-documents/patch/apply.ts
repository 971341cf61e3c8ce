import { madeBy, matchesFilter } from '../filter/test.ts'
import { refuse } from '../protocol/scim-refusal.ts'
import type { Doc } from '../resource/complex-values.ts'
import { pathOf, type AttributeTarget } from '../resource/path.ts'
import {
  type DocValue,
  isObject,
  isUnset,
  onePrimary,
  type ComplexValue,
  readParts,
  type IgnoredValue,
  readPlain,
  readValue,
} from '../resource/complex-values.ts'

type Op = 'add' | 'replace' | 'remove'

/**
 * Changes an attribute as in RFC 7644 §3.5.2 and as Entra ID and Okta actually send it: adding to a single-valued
 * attribute replaces it, and a value that no filter matches is created.
 * @throws mutability, noTarget, invalidValue
 */
export function applyAt(doc: Doc, op: Op, target: AttributeTarget, value: unknown, unkept?: IgnoredValue[]): void {
  const { attribute, extension } = target
  const readOnly = attribute.mutability === 'readOnly' || target.part?.mutability === 'readOnly'
  if (readOnly) throw refuse('mutability', `“${pathOf(target)}” cannot be changed`)
  const within = holderOf(doc, extension?.id)
  const before = Object.hasOwn(within, attribute.name) ? within[attribute.name] : undefined
  const after = changed(op, target, before, value, unkept)
  if (attribute.mutability === 'immutable' && before !== undefined && after !== before)
    throw refuse('mutability', `“${pathOf(target)}” stays as it was first set`)
  if (after === undefined || (Array.isArray(after) && after.length === 0)) delete within[attribute.name]
  else within[attribute.name] = after
  if (!extension) return
  if (Object.keys(within).length === 0) delete doc[extension.id]
  else doc[extension.id] = within as Record<string, DocValue>
}

/** Container of an attribute: the resource, or an extension. */
function holderOf(doc: Doc, urn: string | undefined): Record<string, DocValue | Record<string, DocValue>> {
  if (urn === undefined) return doc
  const there = Object.hasOwn(doc, urn) ? doc[urn] : undefined
  return isObject(there) ? there : {}
}

function changed(
  op: Op,
  target: AttributeTarget,
  before: unknown,
  value: unknown,
  unkept: IgnoredValue[] | undefined,
): DocValue | undefined {
  const { attribute, part } = target
  if (attribute.multiValued)
    return changedValues(op, target, (before as ComplexValue[] | undefined) ?? [], value, unkept)
  if (attribute.type !== 'complex') return op === 'remove' ? undefined : readValue(attribute, value)
  const parts = (before as ComplexValue | undefined) ?? {}
  if (part)
    return filled(withPart(parts, part.name, op === 'remove' || isUnset(value) ? undefined : readPlain(part, value)))
  if (op === 'remove' || isUnset(value)) return undefined
  return filled({ ...parts, ...readParts(attribute, single(value), unkept) })
}

const single = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 1 ? (value as unknown[])[0] : value

function withPart(parts: ComplexValue, name: string, value: string | boolean | undefined): ComplexValue {
  const { [name]: _former, ...others } = parts
  return value === undefined ? others : { ...others, [name]: value }
}

const filled = (parts: ComplexValue): ComplexValue | undefined => (Object.keys(parts).length > 0 ? parts : undefined)

function changedValues(
  op: Op,
  target: AttributeTarget,
  before: ComplexValue[],
  value: unknown,
  unkept: IgnoredValue[] | undefined,
): ComplexValue[] {
  const { attribute, which, part } = target
  if (!which && !part) return changedList(op, target, before, value, unkept)
  const isMeant = (one: ComplexValue) => !which || matchesFilter(attribute, one, which)
  const change = (one: ComplexValue): ComplexValue | undefined => {
    if (part)
      return filled(
        withPart(one, part.name, op === 'remove' || isUnset(value) ? undefined : readPlain(part, single(value))),
      )
    if (op === 'remove' || isUnset(value)) return undefined
    return { ...one, ...readParts(attribute, single(value), unkept) }
  }
  const meant = before.map(isMeant)
  if (meant.includes(true))
    return primaryOf(
      before,
      before.flatMap((one, at) => (meant[at] ? listed(change(one)) : [one])),
    )
  if (op === 'remove' || isUnset(value)) return before
  const made = which ? madeBy(attribute, which) : {}
  if (!made) throw refuse('noTarget', `No value of “${attribute.name}” is meant by the filter`)
  return primaryOf(before, [...before, ...listed(change(made))])
}

function changedList(
  op: Op,
  { attribute }: AttributeTarget,
  before: ComplexValue[],
  value: unknown,
  unkept: IgnoredValue[] | undefined,
): ComplexValue[] {
  if (op === 'remove') {
    if (isUnset(value)) return []
    const gone = new Set((readValue(attribute, value) as ComplexValue[] | undefined)?.map(keyOf))
    return before.filter(one => !gone.has(keyOf(one)))
  }
  const said = (readValue(attribute, value, unkept) as ComplexValue[] | undefined) ?? []
  if (op === 'replace') return said
  const same = new Set(before.map(sameness))
  return primaryOf(before, [...before, ...said.filter(one => !same.has(sameness(one)))])
}

const keyOf = (one: ComplexValue) => String(one['value'] ?? sameness(one))
const sameness = (one: ComplexValue) =>
  JSON.stringify(Object.entries(one).toSorted(([left], [right]) => (left < right ? -1 : 1)))

const listed = (one: ComplexValue | undefined): ComplexValue[] => (one ? [one] : [])

const most = 100

function primaryOf(before: readonly ComplexValue[], after: ComplexValue[]): ComplexValue[] {
  if (after.length > most) throw refuse('invalidValue', `An attribute has at most ${most} values`)
  const former = new Set(before.filter(one => one['primary'] === true).map(sameness))
  const fresh = after.findLastIndex(one => one['primary'] === true && !former.has(sameness(one)))
  if (fresh < 0) return onePrimary(after)
  return after.map((one, at) => (one['primary'] === true && at !== fresh ? { ...one, primary: false } : one))
}
