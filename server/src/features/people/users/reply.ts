import type { User } from '@claviger/contract/people/users'
import type { Ctx } from '../../../ground/world.ts'
import { type About, aboutUsers, type ShownRow } from './users.store.ts'

/** Users as the wire has them; what is told beside their rows comes in one question for all. */
export async function usersOf(ctx: Ctx, rows: readonly ShownRow[]): Promise<User[]> {
  if (rows.length === 0) return []
  const ids = rows.map(row => row.id)
  const all = new Map((await aboutUsers(ctx.db, ids)).map(one => [one.user_id, one]))
  return rows.map(row => userOfShown(row, all.get(row.id) ?? { last_sign_in_at: null, groups: [], units: [] }))
}

/** One user as the wire has it. */
export async function userOfRow(ctx: Ctx, row: ShownRow): Promise<User> {
  const [user] = await usersOf(ctx, [row])
  return user as User
}

/** A user as the wire has it, where everything has been read already. */
export const userOfShown = (row: ShownRow, about: About): User => ({
  id: row.id,
  userId: row.user_id,
  employeeId: row.employee_id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phoneNumber:
    row.phone_country && row.phone_number ? { countryCode: row.phone_country, mobileNumber: row.phone_number } : null,
  status: row.status,
  source: row.source,
  keys: row.active_keys,
  groups: about.groups,
  organizationUnits: about.units,
  scimAttribute1: row.scim_attribute_1,
  scimAttribute2: row.scim_attribute_2,
  scimAttribute3: row.scim_attribute_3,
  scimAttribute4: row.scim_attribute_4,
  scimAttribute5: row.scim_attribute_5,
  sharesEmail: row.shares_email,
  invitedAt: row.invited_at?.toISOString() ?? null,
  lastSignInAt: about.last_sign_in_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})
