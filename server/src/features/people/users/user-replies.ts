import { type ListedUser, type User, type UserDetail, userDetails } from '@claviger/contract/people/users'
import type { TransactionContext } from '#platform/app-context.ts'
import { type FurtherText, furtherTexts } from './users.columns.ts'
import { type UserDetails, findInvitationFacts, type UserListRow, type ShownUserColumns } from './users.store.ts'

/** Users for the API; details from other tables come in one query for all. */
export async function usersOf(ctx: TransactionContext, rows: readonly ShownUserColumns[]): Promise<User[]> {
  if (rows.length === 0) return []
  const ids = rows.map(row => row.id)
  const all = new Map((await findInvitationFacts(ctx.db, ids)).map(one => [one.of, one]))
  return rows.map(row => userOfShown(row, all.get(row.id) ?? { last_sign_in_at: null, groups: [], units: [] }))
}

export async function userOfRow(ctx: TransactionContext, row: ShownUserColumns): Promise<User> {
  const [user] = await usersOf(ctx, [row])
  return user as User
}

type Row = ShownUserColumns & UserDetails

const texts = Object.fromEntries(
  Object.entries(furtherTexts).map(([field, column]) => [field, (row: Row) => row[column]]),
) as { [Field in FurtherText]: (row: Row) => User[Field] }

const details: { [Detail in UserDetail]: (row: Row) => User[Detail] } = {
  organizationUnits: row => row.units,
  source: row => row.source,
  phoneNumber: row =>
    row.phone_country && row.phone_number ? { countryCode: row.phone_country, mobileNumber: row.phone_number } : null,
  ...texts,
  sharesEmail: row => row.shares_email,
  invitedAt: row => row.invited_at?.toISOString() ?? null,
  createdAt: row => row.created_at.toISOString(),
  updatedAt: row => row.updated_at.toISOString(),
}

const known = new Map<number, number[]>()
function kindsIn(bits: number): number[] {
  const before = known.get(bits)
  if (before) return before
  const kinds = Array.from({ length: 32 - Math.clz32(bits) }, (_, place) => place + 1).filter(
    kind => (bits & (1 << (kind - 1))) !== 0,
  )
  known.set(bits, kinds)
  return kinds
}

export function listedUserOf(row: UserListRow, also: readonly UserDetail[]): ListedUser {
  const user: ListedUser = {
    id: row.id,
    userId: row.user_id,
    employeeId: row.employee_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    status: row.status,
    keys: row.active_keys,
    keyKinds: kindsIn(row.key_kinds),
    groups: row.groups,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  }
  // A page has many users: an intermediate object would only be copied
  const told = user as unknown as Record<UserDetail, unknown>
  for (const detail of also) told[detail] = details[detail](row as Row)
  return user
}

export const userOfShown = (row: ShownUserColumns, about: UserDetails): User =>
  listedUserOf({ ...row, ...about }, userDetails) as User
