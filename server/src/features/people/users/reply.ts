import type { User } from '@claviger/contract/people/users'
import type { Ctx } from '../../../ground/world.ts'
import { membershipsOf, type UserRow } from './users.store.ts'

/** Users as the wire has them; their groups and units come in one question for all. */
export async function usersOf(ctx: Ctx, rows: readonly UserRow[]): Promise<User[]> {
  const memberships =
    rows.length === 0
      ? []
      : await membershipsOf(
          ctx.db,
          rows.map(row => row.id),
        )
  const named = (user: string, kind: 'group' | 'unit') =>
    memberships.filter(one => one.user_id === user && one.kind === kind).map(({ id, name }) => ({ id, name }))
  return rows.map(row => ({
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
    groups: named(row.id, 'group'),
    organizationUnits: named(row.id, 'unit'),
    scimAttribute1: row.scim_attribute_1,
    scimAttribute2: row.scim_attribute_2,
    scimAttribute3: row.scim_attribute_3,
    scimAttribute4: row.scim_attribute_4,
    scimAttribute5: row.scim_attribute_5,
    sharesEmail: row.shares_email,
    invitedAt: row.invited_at?.toISOString() ?? null,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }))
}

/** One user as the wire has it. */
export async function userOfRow(ctx: Ctx, row: UserRow): Promise<User> {
  const [user] = await usersOf(ctx, [row])
  return user as User
}
