import * as z from 'zod/mini'
import type { SourceGroup, SourcePerson } from '../syncs/syncs.sources.ts'
import { attributesOf } from '../cloud/cloud.reading.ts'
import { guidOf } from '../ldap/ldap.reader.ts'

export const selectedFields = [
  'id',
  'userPrincipalName',
  'mail',
  'givenName',
  'surname',
  'displayName',
  'accountEnabled',
  'userType',
  'employeeId',
  'mobilePhone',
  'businessPhones',
  'preferredLanguage',
  'department',
  'jobTitle',
  'companyName',
  'officeLocation',
  'onPremisesImmutableId',
  'onPremisesSamAccountName',
  'onPremisesExtensionAttributes',
].join(',')

const Person = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  accountEnabled: z.optional(z.nullable(z.boolean())),
  userType: z.optional(z.nullable(z.string())),
  '@removed': z.optional(z.unknown()),
})
export type EntraPerson = z.output<typeof Person>
const Group = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  displayName: z.nullable(z.optional(z.string())),
  description: z.nullable(z.optional(z.string())),
})

/** Parses a user of Graph. @throws if invalid */
export const entraPerson = (row: unknown): EntraPerson => Person.parse(row)

/** The source anchor of Microsoft Entra Connect: by default the objectGUID in Active Directory, in Base64. */
const immutableIn = (person: EntraPerson): string | undefined => {
  const { onPremisesImmutableId: text } = person
  return typeof text === 'string' ? guidOf(Buffer.from(text, 'base64')) : undefined
}

export const sourcePerson = (person: EntraPerson): SourcePerson => ({
  anchor: person.id.toLowerCase(),
  // Null if the application may not read it (learn.microsoft.com/graph/permissions-reference)
  active: person.accountEnabled ?? undefined,
  attributes: attributesOf(person),
  sameAs: immutableIn(person),
})

/** Parses a group of Graph for a run. @throws if invalid */
export function sourceGroup(row: unknown): SourceGroup {
  const { id, displayName, description } = Group.parse(row)
  return { anchor: id.toLowerCase(), name: displayName ?? '', description: description ?? '' }
}
