import { findPath, type AttributeTarget } from '../resource/path.ts'
import { isObject } from '../resource/complex-values.ts'
import type { ResourceType } from '../schemas/attribute.ts'
import { refuse } from './scim-refusal.ts'
import { parserLimits } from '#platform/parsing/parser-limits.ts'

const most = 200

/** Attributes to return (RFC 7644 §3.9). */
export interface Selection {
  readonly of: (whole: Record<string, unknown>) => Record<string, unknown>
  readonly wants: (name: string) => boolean
}

const everything: Selection = { of: whole => whole, wants: () => true }

/** Parses `attributes` and `excludedAttributes`; ignores unknown names. */
export function selectionOf(type: ResourceType, only: string | undefined, without: string | undefined): Selection {
  if (only !== undefined && without !== undefined)
    throw refuse('invalidValue', 'Send “attributes” or “excludedAttributes”, not both')
  const said = only ?? without
  if (said === undefined || said.trim() === '') return everything
  if (said.length > parserLimits.scimAttributeListCharacters)
    throw refuse(
      'invalidValue',
      `A list of attributes has at most ${parserLimits.scimAttributeListCharacters} characters`,
    )
  const found = said
    .split(',')
    .slice(0, most)
    .flatMap(name => findPath(type, name.trim()) ?? [])
  return only === undefined ? excluding(found) : including(found)
}

type Named = AttributeTarget | { readonly id: string; readonly attributes: unknown }

const always = new Set(['schemas', 'id'])

function including(found: readonly Named[]): Selection {
  const wanted = tableOf(found)
  return {
    wants: name => wanted.has(name),
    of: whole =>
      Object.fromEntries(
        Object.entries(whole).flatMap(([name, value]) => {
          if (always.has(name)) return [[name, value]]
          const parts = wanted.get(name)
          if (parts === undefined) return []
          return parts === 'all' ? [[name, value]] : cut(name, value, part => parts.has(part))
        }),
      ),
  }
}

function excluding(found: readonly Named[]): Selection {
  const unwanted = tableOf(found)
  return {
    wants: name => unwanted.get(name) !== 'all',
    of: whole =>
      Object.fromEntries(
        Object.entries(whole).flatMap(([name, value]) => {
          const parts = always.has(name) ? undefined : unwanted.get(name)
          if (parts === undefined) return [[name, value]]
          return parts === 'all' ? [] : cut(name, value, part => !parts.has(part))
        }),
      ),
  }
}

function tableOf(found: readonly Named[]): Map<string, 'all' | Set<string>> {
  const table = new Map<string, 'all' | Set<string>>()
  for (const one of found) {
    const [key, part] = 'attributes' in one ? [one.id, undefined] : keyOf(one)
    const known = table.get(key)
    if (part === undefined || known === 'all') table.set(key, 'all')
    else table.set(key, (known ?? new Set<string>()).add(part))
  }
  return table
}

const keyOf = ({ extension, attribute, part }: AttributeTarget): [string, string | undefined] =>
  extension ? [extension.id, attribute.name] : [attribute.name, part?.name]

/** The selected sub-attributes of a value; empty if there are none. */
function cut(name: string, value: unknown, stays: (part: string) => boolean): [string, unknown][] {
  const one = (from: unknown) =>
    isObject(from) ? Object.fromEntries(Object.entries(from).filter(([part]) => stays(part))) : from
  const left = Array.isArray(value) ? value.map(one) : one(value)
  const isEmpty = Array.isArray(left)
    ? left.every(each => isObject(each) && Object.keys(each).length === 0)
    : isObject(left) && Object.keys(left).length === 0
  return isEmpty ? [] : [[name, left]]
}
