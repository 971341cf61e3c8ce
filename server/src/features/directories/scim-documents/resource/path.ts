import { readFilter } from '../filter/filter-parser.ts'
import type { ScimFilter } from '../filter/filter-tree.ts'
import { refuse } from '../protocol/scim-refusal.ts'
import type { Attribute, ResourceType, Schema } from '../schemas/attribute.ts'
import { inCore, inSchema, partOf, splitUrn } from '../schemas/schema-lookup.ts'
import { parserLimits } from '#platform/parsing/parser-limits.ts'

/** A resolved attribute path (RFC 7644 §3.10, figure 7). */
export interface AttributeTarget {
  readonly extension: Schema | undefined
  readonly attribute: Attribute
  readonly which: ScimFilter | undefined
  readonly part: Attribute | undefined
}

const form = /^(?<name>[A-Za-z$][\w$-]*)(?:\[(?<which>.*)\])?(?:\.(?<part>[A-Za-z$][\w$-]*))?$/su

/** Resolves a path to an attribute, or to an entire schema; undefined if unknown. */
export function findPath(type: ResourceType, path: string): AttributeTarget | Schema | undefined {
  if (path.length > parserLimits.scimPathCharacters)
    throw refuse('invalidPath', `A path has at most ${parserLimits.scimPathCharacters} characters`)
  const under = splitUrn(type, path)
  if (under?.rest === '') return under.schema
  const found = form.exec(under?.rest ?? path)
  if (!found?.groups) return undefined
  const { name = '', which, part } = found.groups
  const extension = under && under.schema !== type.core ? under.schema : undefined
  const attribute = extension ? inSchema(extension, name) : inCore(type, name)
  const inside = attribute && part !== undefined ? partOf(attribute, part) : undefined
  if (!attribute || (part !== undefined && !inside)) return undefined
  if (which !== undefined && !attribute.multiValued) return undefined
  return { extension, attribute, which: which === undefined ? undefined : readFilter(which), part: inside }
}

/** Resolves a path to an attribute. @throws invalidPath for a schema or an unknown path */
export function readPath(
  type: ResourceType,
  path: string,
  wrong: 'invalidPath' | 'invalidFilter' | 'invalidValue' = 'invalidPath',
): AttributeTarget {
  const found = findPath(type, path)
  if (!found || 'attributes' in found) throw refuse(wrong, `There is no attribute “${path.slice(0, 100)}”`)
  return found
}

export const pathOf = ({ extension, attribute, part }: Omit<AttributeTarget, 'which'>): string =>
  `${extension ? `${extension.id}:` : ''}${attribute.name}${part ? `.${part.name}` : ''}`
