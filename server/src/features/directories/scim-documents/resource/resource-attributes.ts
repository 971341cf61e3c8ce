import type { Mapping } from '@claviger/contract/directories/connections/mapping'
import type { Attributes, MappedPerson } from '#features/directories/links/links.mapping.ts'
import type { RequestRecord } from '../protocol/messages.ts'
import { type Doc, isObject, type ComplexValue } from './complex-values.ts'

/** Flattens a resource for mappings: `name.givenName`, `emails[type eq "work"].value`, extensions with their URN. */
export function attributesOf(doc: Doc): Attributes {
  const attributes: Record<string, string | string[] | boolean> = {}
  addAll(attributes, '', doc)
  return attributes
}

type Flat = Record<string, string | string[] | boolean>

function addAll(into: Flat, prefix: string, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) {
    if (name.includes(':')) addAll(into, `${name}:`, value as Record<string, unknown>)
    else if (Array.isArray(value)) addSeveral(into, prefix + name, value as ComplexValue[])
    else if (isObject(value))
      for (const [part, one] of Object.entries(value)) into[`${prefix}${name}.${part}`] = one as string | boolean
    else into[prefix + name] = value as string | boolean
  }
}

function addSeveral(into: Flat, name: string, values: readonly ComplexValue[]): void {
  // The primary value comes first, so that a mapping without a type uses it
  const ordered = values.toSorted((one, other) => Number(other['primary'] === true) - Number(one['primary'] === true))
  const add = (key: string, value: string) => {
    const known = into[key]
    into[key] = Array.isArray(known) ? [...known, value] : [value]
  }
  for (const one of ordered)
    for (const [part, value] of Object.entries(one)) {
      if (part === 'primary' || part === 'type') continue
      if (part === 'value') add(name, String(value))
      add(`${name}.${part}`, String(value))
      if (typeof one['type'] === 'string') add(`${name}[type eq "${one['type']}"].${part}`, String(value))
      if (one['primary'] === true) add(`${name}[primary eq "True"].${part}`, String(value))
    }
}

/**
 * A resource with the values of some attributes (lowercase names) replaced by `by`. The user name
 * stays, because lookups use it.
 */
export function withoutAttributes(doc: Doc, names: ReadonlySet<string>, by: string): Doc {
  const hide = (value: unknown, ...keys: string[]) =>
    typeof value === 'string' && keys.some(key => key !== 'userName' && names.has(key.toLowerCase())) ? by : value
  const walk = (prefix: string, values: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (name.includes(':')) return [name, walk(`${name}:`, value as Record<string, unknown>)]
        const key = prefix + name
        if (Array.isArray(value)) return [name, (value as ComplexValue[]).map(one => hidingIn(one, key, hide))]
        if (isObject(value))
          return [
            name,
            Object.fromEntries(Object.entries(value).map(([part, one]) => [part, hide(one, `${key}.${part}`)])),
          ]
        return [name, hide(value, key)]
      }),
    )
  return walk('', doc) as Doc
}

const hidingIn = (one: ComplexValue, key: string, hide: (value: unknown, ...keys: string[]) => unknown) =>
  Object.fromEntries(
    Object.entries(one).map(([part, value]) => [
      part,
      part === 'primary' || part === 'type'
        ? value
        : hide(
            value,
            ...(part === 'value' ? [key] : []),
            `${key}.${part}`,
            `${key}[type eq "${String(one['type'])}"].${part}`,
            `${key}[primary eq "True"].${part}`,
          ),
    ]),
  )

export function filledBy(
  mapping: Mapping,
  attributes: Attributes,
  fields: MappedPerson,
): NonNullable<RequestRecord['filled']> {
  const there = new Set(Object.keys(attributes).map(name => name.toLowerCase()))
  return mapping.flatMap(({ field, from }) => {
    const value = fields[field]
    const text = Array.isArray(value) ? value.join(', ') : (value ?? '')
    const found = from.take === 'fixed' ? [] : from.of.filter(name => there.has(name.toLowerCase()))
    const used = from.take === 'first' ? found.slice(0, 1) : found
    return [{ field, value: text.slice(0, 200), from: used }]
  })
}
