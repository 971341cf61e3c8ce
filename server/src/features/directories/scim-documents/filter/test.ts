import { refuse } from '../protocol/scim-refusal.ts'
import type { Attribute } from '../schemas/attribute.ts'
import { partOf } from '../schemas/schema-lookup.ts'
import type { ComplexValue } from '../resource/complex-values.ts'
import type { Comparison, ScimFilter, Value } from './filter-tree.ts'

export function matchesFilter(attribute: Attribute, parts: ComplexValue, filter: ScimFilter): boolean {
  if (filter.op === 'and') return filter.of.every(one => matchesFilter(attribute, parts, one))
  if (filter.op === 'or') return filter.of.some(one => matchesFilter(attribute, parts, one))
  if (filter.op === 'not') return !matchesFilter(attribute, parts, filter.of)
  if (filter.op === 'has') throw refuse('invalidFilter', 'A value of several has no further ones in it')
  if (filter.op === 'pr') return partFor(attribute, filter.path, parts) !== undefined
  const part = attributeNamed(attribute, filter.path)
  return compares(part, filter.op, own(parts, part.name), filter.value)
}

/** Sub-attribute by name. @throws invalidFilter */
export function attributeNamed(attribute: Attribute, name: string): Attribute {
  const part = partOf(attribute, name)
  if (!part) throw refuse('invalidFilter', `“${attribute.name}” has no part “${name.slice(0, 60)}”`)
  return part
}

const own = (parts: ComplexValue, name: string) => (Object.hasOwn(parts, name) ? parts[name] : undefined)
const partFor = (attribute: Attribute, name: string, parts: ComplexValue) =>
  own(parts, attributeNamed(attribute, name).name)

/** Comparison value; for a boolean also the text "True". */
export const comparableValue = ({ type }: Attribute, value: Value): Value => {
  if (type !== 'boolean' || typeof value !== 'string') return value
  const text = value.toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : value
}

function compares(part: Attribute, op: Comparison, is: string | boolean | undefined, value: Value): boolean {
  const wanted = comparableValue(part, value)
  if (wanted === null || is === undefined) {
    const same = wanted === null && is === undefined
    return op === 'eq' ? same : op === 'ne' ? !same : false
  }
  if (typeof is === 'boolean') return op === 'eq' ? is === wanted : op === 'ne' ? is !== wanted : false
  const [left, right] = part.caseExact ? [is, String(wanted)] : [is.toLowerCase(), String(wanted).toLowerCase()]
  const answers: Record<Comparison, boolean> = {
    eq: left === right,
    ne: left !== right,
    co: left.includes(right),
    sw: left.startsWith(right),
    ew: left.endsWith(right),
    gt: left > right,
    ge: left >= right,
    lt: left < right,
    le: left <= right,
  }
  return answers[op]
}

/** The value that a filter of equalities describes; undefined for other filters. */
export function madeBy(attribute: Attribute, filter: ScimFilter): ComplexValue | undefined {
  if (filter.op === 'and') {
    const all = filter.of.map(one => madeBy(attribute, one))
    return all.includes(undefined) ? undefined : (Object.assign({}, ...all) as ComplexValue)
  }
  if (filter.op !== 'eq') return undefined
  const part = attributeNamed(attribute, filter.path)
  const value = comparableValue(part, filter.value)
  if (value === null || (part.type === 'boolean') !== (typeof value === 'boolean')) return undefined
  return { [part.name]: typeof value === 'boolean' ? value : String(value) }
}
