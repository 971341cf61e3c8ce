import { createHash } from 'node:crypto'
import type { Mapping } from '@claviger/contract/apps/applications'
import { mapClaims, type ClaimSubject } from '#features/apps/applications/applications.claims.ts'

export interface ProvisionedPerson {
  readonly id: string
  readonly active: boolean
  readonly values: Readonly<Record<string, string>>
}

export type Resource = Record<string, unknown>

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** A user's mapped attributes, without missing values. */
export function provisionedAttributes(mapping: Mapping, person: ClaimSubject, active: boolean): ProvisionedPerson {
  const values = Object.entries(mapClaims(mapping, person)).map(([name, value]) => [name, [value].flat().join(' ')])
  return { id: person.id ?? '', active, values: Object.fromEntries(values) as Record<string, string> }
}

export const hashOfPerson = (told: object): Buffer => createHash('sha256').update(JSON.stringify(told)).digest()

export const hashOfEnd: Buffer = hashOfPerson({ active: false })

interface Place {
  schema: string | null
  attribute: string
  part: string | null
  type: string | null
}

export function placeOfResource(name: string): Place {
  const colon = name.startsWith('urn:') ? name.lastIndexOf(':') : -1
  const schema = colon < 0 ? null : name.slice(0, colon)
  const [attribute = '', inner = null] = name.slice(colon + 1).split('.')
  if (schema === null && (attribute === 'emails' || attribute === 'phoneNumbers'))
    return { schema, attribute, part: null, type: inner }
  return { schema, attribute, part: inner, type: null }
}

export function resourceOf({ id, active, values }: ProvisionedPerson): Resource {
  const made: Resource = { externalId: id, active }
  const schemas = new Set([userSchema])
  for (const [name, value] of Object.entries(values)) {
    const place = placeOfResource(name)
    if (place.schema !== null) schemas.add(place.schema)
    const within = place.schema === null ? made : ((made[place.schema] ??= {}) as Resource)
    if (place.type !== null) {
      const all = (within[place.attribute] ??= []) as Resource[]
      all.push({ value, type: place.type, ...(all.length === 0 && { primary: true }) })
    } else if (place.part === null) within[place.attribute] = value
    else ((within[place.attribute] ??= {}) as Resource)[place.part] = value
  }
  return { schemas: [...schemas], ...made }
}

const pathOf = (name: string): string => {
  const { type, attribute } = placeOfResource(name)
  return type === null ? name : `${attribute}[type eq "${type}"]`
}

export function patchOf(told: ProvisionedPerson, namesBefore: readonly string[]): Resource {
  const { schemas: _schemas, ...value } = resourceOf(told)
  const gone = namesBefore.filter(name => !Object.hasOwn(told.values, name))
  // If another sub-attribute of the same attribute is set, its values are replaced entirely
  const left = gone.filter(name => {
    const { type, attribute } = placeOfResource(name)
    return type === null || !Object.hasOwn(value, attribute)
  })
  return {
    schemas: [patchSchema],
    Operations: [{ op: 'replace', value }, ...left.map(name => ({ op: 'remove', path: pathOf(name) }))],
  }
}

const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The existing resource merged with our attributes, for applications that support only PUT. */
export function mergedWith(there: Resource, told: ProvisionedPerson, namesBefore: readonly string[]): Resource {
  const { meta: _meta, groups: _groups, ...rest } = there
  const merged: Resource = { ...rest }
  for (const name of namesBefore) {
    const { schema, attribute, part } = placeOfResource(name)
    const within = schema === null ? merged : merged[schema]
    if (!isObject(within)) continue
    if (part === null) delete within[attribute]
    else if (isObject(within[attribute])) within[attribute] = { ...within[attribute], [part]: undefined }
  }
  const { schemas, ...value } = resourceOf(told)
  for (const [name, one] of Object.entries(value))
    merged[name] = isObject(one) && isObject(merged[name]) ? { ...merged[name], ...one } : one
  const known = Array.isArray(there['schemas']) ? (there['schemas'] as unknown[]) : []
  return { ...merged, schemas: [...new Set([...known, ...(schemas as string[])])] }
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

const attributeOf = (of: Resource, name: string): unknown => {
  const wanted = name.toLowerCase()
  const key = Object.keys(of).find(one => one.toLowerCase() === wanted)
  return key === undefined ? undefined : of[key]
}

export function valueIn(resource: Resource, name: string): string {
  const { schema, attribute, part, type } = placeOfResource(name)
  const within = schema === null ? resource : attributeOf(resource, schema)
  if (!isObject(within)) return ''
  const value = attributeOf(within, attribute)
  if (type !== null) {
    const all = Array.isArray(value) ? value.filter(isObject) : []
    return textOf(attributeOf(all.find(one => textOf(attributeOf(one, 'type')).toLowerCase() === type) ?? {}, 'value'))
  }
  return textOf(part === null ? value : isObject(value) ? attributeOf(value, part) : undefined)
}

export const isActivePerson = (resource: Resource): boolean =>
  !['false', 'False', false].includes(attributeOf(resource, 'active') as string | boolean)

export interface ResourceDifference {
  name: string
  theirs: string
  ours: string
}

export function differencesOfResource(resource: Resource, told: ProvisionedPerson): ResourceDifference[] {
  const found = Object.entries(told.values)
    .map(([name, ours]) => ({ name, theirs: valueIn(resource, name), ours }))
    // userName is case-insensitive (RFC 7643 §4.1.1), as are domains
    .filter(({ name, theirs, ours }) =>
      name === 'userName' || name.startsWith('emails.') ? theirs.toLowerCase() !== ours.toLowerCase() : theirs !== ours,
    )
  const active = isActivePerson(resource)
  return active === told.active ? found : [...found, { name: 'active', theirs: `${active}`, ours: `${told.active}` }]
}
