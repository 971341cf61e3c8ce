import { type Attribute, attribute, complexAttribute, type ResourceType, type Schema } from './attribute.ts'
import { formerUrn, ownUrn } from './user-schema.ts'

/** Common attributes of all resources (RFC 7643 §3.1). */
export const common: readonly Attribute[] = [
  attribute('id', 'The id', { mutability: 'readOnly', returned: 'always', caseExact: true, uniqueness: 'server' }),
  attribute('externalId', 'The id at the directory', { caseExact: true }),
  attribute('schemas', 'The schemas in use', {
    type: 'reference',
    multiValued: true,
    caseExact: true,
    returned: 'always',
  }),
  complexAttribute(
    'meta',
    'About the resource itself',
    [
      attribute('resourceType', 'What it is', { mutability: 'readOnly', caseExact: true }),
      attribute('created', 'When it was made', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('lastModified', 'When it changed last', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('location', 'Its address', { type: 'reference', mutability: 'readOnly', caseExact: true }),
      attribute('version', 'Its version', { mutability: 'readOnly', caseExact: true }),
    ],
    { mutability: 'readOnly' },
  ),
]

type Names = ReadonlyMap<string, Attribute>

const tables = new WeakMap<object, Names>()

/** Attributes by lowercase name, because names are case-insensitive (RFC 7643 §2.1). */
function namesOf(of: {
  readonly attributes?: readonly Attribute[]
  readonly subAttributes?: readonly Attribute[]
}): Names {
  const known = tables.get(of)
  if (known) return known
  const all = of.attributes ?? of.subAttributes ?? []
  const made = new Map(all.map(one => [one.name.toLowerCase(), one]))
  tables.set(of, made)
  return made
}

const commonNames = namesOf({ attributes: common })

export const inSchema = (schema: Schema, name: string): Attribute | undefined => namesOf(schema).get(name.toLowerCase())

export const partOf = (of: Attribute, name: string): Attribute | undefined => namesOf(of).get(name.toLowerCase())

export const inCore = (type: ResourceType, name: string): Attribute | undefined =>
  inSchema(type.core, name) ?? commonNames.get(name.toLowerCase())

const former = formerUrn.toLowerCase()

export function schemaOf(type: ResourceType, urn: string): Schema | undefined {
  const small = urn.toLowerCase()
  const wanted = small === former ? ownUrn.toLowerCase() : small
  return [type.core, ...type.extensions].find(one => one.id.toLowerCase() === wanted)
}

/** Splits a leading URN off a path; the rest is empty for a URN only. */
export function splitUrn(type: ResourceType, path: string): { schema: Schema; rest: string } | undefined {
  const small = path.toLowerCase()
  for (const urn of [type.core.id, ...type.extensions.map(one => one.id), formerUrn]) {
    if (!small.startsWith(urn.toLowerCase())) continue
    const schema = schemaOf(type, urn)
    const rest = path.slice(urn.length)
    // Some clients separate the attribute with a dot instead of a colon
    if (schema && (rest === '' || rest.startsWith(':') || rest.startsWith('.'))) return { schema, rest: rest.slice(1) }
  }
  return undefined
}
