import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type PendingRow = Selectable<Tables['pending_roles']>

/** What a role gives: `units` is null for the whole workspace. */
export interface RoleOffer {
  role: number
  additional: number[]
  units: string[] | null
}

/** The role that waits for this user to accept it. */
export const pendingRole = (db: Db, user: string): Promise<PendingRow | undefined> =>
  db.selectFrom('pending_roles').selectAll().where('user_id', '=', user).executeTakeFirst()

/** The role that waits for this user, held until the transaction ends. */
export const lockPendingRole = (db: Db, user: string): Promise<PendingRow | undefined> =>
  db.selectFrom('pending_roles').selectAll().where('user_id', '=', user).forUpdate().executeTakeFirst()

/** The role that this user is offered from now on, in place of an earlier one. */
export async function putPending(db: Db, row: Insertable<Tables['pending_roles']>): Promise<void> {
  const { workspace_id: _workspace, user_id: _user, ...rest } = row
  await db
    .insertInto('pending_roles')
    .values(row)
    .onConflict(conflict => conflict.columns(['workspace_id', 'user_id']).doUpdateSet(rest))
    .execute()
}

/** False where no role waited. */
export async function dropPending(db: Db, user: string): Promise<boolean> {
  const result = await db.deleteFrom('pending_roles').where('user_id', '=', user).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Can the giver of the role that waits for a user still give it? */
export async function isOfferValid(db: Db, user: string): Promise<boolean> {
  const { rows } = await sql<{ stands: boolean }>`select offer_stands(${user}::uuid) as stands`.execute(db)
  return rows[0]?.stands === true
}

/** Makes the role that waits the user's own; false where none waits. */
export async function acceptPendingRole(db: Db, user: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select take_pending_role(${user}::uuid) as taken`.execute(db)
  return rows[0]?.taken === true
}

/** Something that opens an account and that others placed. */
export interface PlacedRow {
  kind: 'key' | 'passkey' | 'share' | 'provider' | 'delegation' | 'password' | 'mailbox' | 'phone'
  id: string
  name: string
  by: string | null
}

const withNames = sql`select p.kind, p.id, p.name,
    coalesce((select u.first_name || ' ' || u.last_name from users u where u.workspace_id = current_workspace() and u.id = p.placed_by),
      (select k.name from api_keys k where k.workspace_id = current_workspace() and k.id = p.placed_by)) as by`
const argumentsOf = (user: string, { role, additional, units }: RoleOffer) =>
  sql`${user}::uuid, ${role}::smallint, ${additional}::smallint[], ${units}::uuid[]`

/** All that opens the account of a user and that others placed who held less than this role gives. */
export async function findPlacedByLowerRole(db: Db, user: string, offer: RoleOffer): Promise<PlacedRow[]> {
  const { rows } = await sql<PlacedRow>`
    ${withNames} from placed_by_lower(${argumentsOf(user, offer)}) p order by p.kind, p.name, p.id limit 500`.execute(
    db,
  )
  return rows
}

/** Closes all that, and ends every session of the user; answers what it closed. What is vouched for stays. */
export async function closePlacedByLower(
  db: Db,
  user: string,
  offer: RoleOffer,
  keep: { mailbox: object | null; phone: object | null },
): Promise<PlacedRow[]> {
  const json = (one: object | null) => (one === null ? null : JSON.stringify(one))
  const { rows } = await sql<PlacedRow>`
    ${withNames} from close_placed_by_lower(${argumentsOf(user, offer)}, ${json(keep.mailbox)}::jsonb, ${json(keep.phone)}::jsonb) p
    order by p.kind, p.name, p.id limit 500`.execute(db)
  return rows
}

/** Was this session just confirmed by a passkey that is worth the role? */
export async function mayAccept(
  db: Db,
  session: string,
  { role, additional, units }: RoleOffer,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select may_accept(${session}::uuid, ${role}::smallint, ${additional}::smallint[], ${units}::uuid[], ${now}::timestamptz) as may`.execute(
    db,
  )
  return rows[0]?.may === true
}

/** Records the caller's confirmation that a mailbox is the user's; false if the user has another one. */
export async function confirmMailbox(db: Db, user: string, address: string, voucher: string): Promise<boolean> {
  const { rows } = await sql<{ vouched: boolean }>`
    select vouch_for_mailbox(${user}::uuid, ${address}, ${voucher}::uuid) as vouched`.execute(db)
  return rows[0]?.vouched === true
}

/** Ids of the units that a user administers. */
export async function unitsAdministered(db: Db, user: string): Promise<string[]> {
  const rows = await db.selectFrom('unit_administrators').select('unit_id').where('user_id', '=', user).execute()
  return rows.map(row => row.unit_id)
}
