import type { Mapping, MappingSource } from '@claviger/contract/apps/applications'
import type { Ctx } from '../../../ground/world.ts'
import type { Application } from './applications.ts'
import { peopleFor, personFor, type PersonRow } from './uses.store.ts'

export type { PersonRow }
export { personOfApplication } from './uses.store.ts'

/** What is told of a person, by where it comes from. */
export type Person = Record<Exclude<MappingSource, 'fixed' | 'groups'>, string | null> & { groups: readonly string[] }

/** A user's row, as it is told of. */
export const personOf = (row: PersonRow): Person => ({
  id: row.id,
  userName: row.user_id,
  email: row.email,
  firstName: row.first_name || null,
  lastName: row.last_name || null,
  fullName: `${row.first_name} ${row.last_name}`.trim() || null,
  phone: row.phone_number === null ? null : `${row.phone_country ?? ''}${row.phone_number}`,
  attribute1: row.scim_attribute_1,
  attribute2: row.scim_attribute_2,
  attribute3: row.scim_attribute_3,
  attribute4: row.scim_attribute_4,
  attribute5: row.scim_attribute_5,
  groups: row.groups,
})

/** The values of a mapping for a person; what the person has not is left out. */
export const mapClaims = (mapping: Mapping, person: Person): Record<string, string | string[]> =>
  Object.fromEntries(
    mapping.flatMap(({ name, source, value = '' }): [string, string | string[]][] => {
      const found = source === 'fixed' ? value : source === 'groups' ? [...person.groups] : person[source]
      return found === null || found.length === 0 ? [] : [[name, found]]
    }),
  )

/** What a user is, for claims, with the groups that are told; undefined for one who is gone. */
export async function claimedPerson(
  ctx: Ctx,
  user: string,
  groupsFilter: readonly string[],
): Promise<Person | undefined> {
  const row = await personFor(ctx.db, user, groupsFilter)
  return row && personOf(row)
}

/** What several users are, for claims, without their groups; who is gone is not among them. */
export async function claimedPeople(ctx: Ctx, users: readonly string[]): Promise<Map<string, Person>> {
  const rows = await peopleFor(ctx.db, users)
  return new Map(rows.map(row => [row.id, personOf(row)]))
}

/** What an application is told of a user by its mapping, with those groups that it may know. */
export async function claimsOf(
  ctx: Ctx,
  application: Application,
  user: string,
): Promise<Record<string, string | string[]>> {
  const person = await claimedPerson(ctx, user, groupsToldTo(application))
  return person ? mapClaims(application.mapping, person) : {}
}

/** The groups that an application may know, all where there are none. */
export const groupsToldTo = (application: Application): readonly string[] =>
  'groupsFilter' in application.settings ? application.settings.groupsFilter : []
