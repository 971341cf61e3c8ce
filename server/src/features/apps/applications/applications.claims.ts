import type { Mapping, MappingSource } from '@claviger/contract/apps/applications'
import { secretSet } from '@claviger/contract/people/users'
import type { TransactionContext } from '#platform/app-context.ts'
import type { Application } from './applications.ts'
import { peopleFor, personFor, type PersonRow } from './uses.store.ts'

export type { PersonRow }
export { personOfApplication } from './uses.store.ts'

export type ClaimSubject = Record<Exclude<MappingSource, 'fixed' | 'groups'>, string | null> & {
  groups: readonly string[]
}

export const personOf = (row: PersonRow): ClaimSubject => ({
  id: row.id,
  userName: row.user_id,
  email: row.email,
  firstName: row.first_name || null,
  lastName: row.last_name || null,
  fullName: `${row.first_name} ${row.last_name}`.trim() || null,
  phone: row.phone_number === null ? null : `${row.phone_country ?? ''}${row.phone_number}`,
  attribute1: unlessSecret(row.scim_attribute_1),
  attribute2: unlessSecret(row.scim_attribute_2),
  attribute3: unlessSecret(row.scim_attribute_3),
  attribute4: unlessSecret(row.scim_attribute_4),
  attribute5: unlessSecret(row.scim_attribute_5),
  groups: row.groups,
})

const unlessSecret = (value: string | null) => (value === secretSet ? null : value)

/** A user's values for a mapping, without missing ones. */
export const mapClaims = (mapping: Mapping, person: ClaimSubject): Record<string, string | string[]> =>
  Object.fromEntries(
    mapping.flatMap(({ name, source, value = '' }): [string, string | string[]][] => {
      const found = source === 'fixed' ? value : source === 'groups' ? [...person.groups] : person[source]
      return found === null || found.length === 0 ? [] : [[name, found]]
    }),
  )

/** A user's claim values with the groups to send; undefined if deleted. */
export async function claimedPerson(
  ctx: TransactionContext,
  user: string,
  groupsFilter: readonly string[],
): Promise<ClaimSubject | undefined> {
  const row = await personFor(ctx.db, user, groupsFilter)
  return row && personOf(row)
}

/** Claim values of several users without groups; omits deleted ones. */
export async function claimedPeople(
  ctx: TransactionContext,
  users: readonly string[],
): Promise<Map<string, ClaimSubject>> {
  const rows = await peopleFor(ctx.db, users)
  return new Map(rows.map(row => [row.id, personOf(row)]))
}

export async function claimsOf(
  ctx: TransactionContext,
  application: Application,
  user: string,
): Promise<Record<string, string | string[]>> {
  const person = await claimedPerson(ctx, user, groupFilterOf(application))
  return person ? mapClaims(application.mapping, person) : {}
}

/** Groups that an application may receive; empty means all. */
export const groupFilterOf = (application: Application): readonly string[] =>
  'groupsFilter' in application.settings ? application.settings.groupsFilter : []
