import { readFilter } from '../filter/read.ts'
import type { Filter } from '../filter/tree.ts'
import { refuse } from '../words/refusal.ts'
import type { Attribute, ResourceType, Schema } from '../schemas/attribute.ts'
import { inCore, inSchema, partOf, splitUrn } from '../schemas/find.ts'

/** What a path of an attribute means (RFC 7644 §3.10, figure 7). */
export interface Target {
  /** Undefined for what every resource and the core schema have. */
  readonly extension: Schema | undefined
  readonly attribute: Attribute
  readonly which: Filter | undefined
  readonly part: Attribute | undefined
}

const longest = 2000
const form = /^(?<name>[A-Za-z$][\w$-]*)(?:\[(?<which>.*)\])?(?:\.(?<part>[A-Za-z$][\w$-]*))?$/su

/** The attribute that a path names; a schema where it names one whole, undefined where it names nothing that is known. */
export function findPath(type: ResourceType, path: string): Target | Schema | undefined {
  if (path.length > longest) throw refuse('invalidPath', `A path has at most ${longest} characters`)
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

/** The attribute that a path names. Throws invalidPath for one that names a schema or nothing. */
export function readPath(
  type: ResourceType,
  path: string,
  wrong: 'invalidPath' | 'invalidFilter' | 'invalidValue' = 'invalidPath',
): Target {
  const found = findPath(type, path)
  if (!found || 'attributes' in found) throw refuse(wrong, `There is no attribute “${path.slice(0, 100)}”`)
  return found
}

/** An attribute as paths write it, whole. */
export const pathOf = ({ extension, attribute, part }: Omit<Target, 'which'>): string =>
  `${extension ? `${extension.id}:` : ''}${attribute.name}${part ? `.${part.name}` : ''}`
