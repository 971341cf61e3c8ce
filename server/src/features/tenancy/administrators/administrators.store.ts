import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { administratorTypes } from '@claviger/contract/tenancy/administrators'
import { type Insertable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export async function putAdministrator(db: Db, workspace: string, user: string, role: number): Promise<void> {
  await db
    .insertInto('administrators')
    .values({ workspace_id: workspace, user_id: user, role })
    .onConflict(conflict =>
      conflict
        .columns(['workspace_id', 'user_id'])
        .doUpdateSet({ role, type: administratorTypes.company, additional: [] }),
    )
    .execute()
}

export async function putSuperAdministrator(
  db: Db,
  workspace: string,
  user: string,
  appointedAt: Date | null,
): Promise<void> {
  await db
    .insertInto('super_administrators')
    .values({ workspace_id: workspace, user_id: user, appointed_at: appointedAt })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export const findSuperAdministrator = (db: Db, user: string) =>
  db
    .selectFrom('super_administrators')
    .innerJoin('users', join =>
      join
        .onRef('users.workspace_id', '=', 'super_administrators.workspace_id')
        .onRef('users.id', '=', 'super_administrators.user_id'),
    )
    .select(['users.id', 'users.first_name', 'users.last_name'])
    .where('super_administrators.user_id', '=', user)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

export async function deleteSuperAdministrator(db: Db, user: string): Promise<void> {
  await db.deleteFrom('super_administrators').where('user_id', '=', user).execute()
}

const owner = workspaceRoles.owner

/** Every owner, even inactive ones; locked until the transaction ends. */
export const allOwners = (db: Db) =>
  db.selectFrom('administrators').select('user_id').where('role', '=', owner).orderBy('user_id').forUpdate().execute()

/**
 * Active owners, the first one first. Locks their roles until the transaction ends, so that two owners can't
 * remove each other. Reads the list after locking, because it may change during the wait.
 */
export async function liveOwners(db: Db) {
  await allOwners(db)
  return db
    .selectFrom('administrators')
    .innerJoin('users', join =>
      join
        .onRef('users.workspace_id', '=', 'administrators.workspace_id')
        .onRef('users.id', '=', 'administrators.user_id'),
    )
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.email'])
    .where('administrators.role', '=', owner)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .where('users.deactivated_at', 'is', null)
    .orderBy('administrators.created_at')
    .orderBy('users.id')
    .execute()
}

export const source = sql`administrators a
  join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
  join user_sign_ins s on s.workspace_id = a.workspace_id and s.user_id = a.user_id`
// In lists, a pending role is shown next to the current role, or alone
export const pendingColumns = sql`a.pending_role, a.accepted`
export const administratorColumns = sql`u.id, u.first_name, u.last_name, u.user_id, u.email, u.status,
  nullif(s.last_sign_in_at, '-infinity') as last_sign_in_at, a.role, a.additional, a.type, a.created_at`

export interface AdministratorRow {
  id: string
  first_name: string
  last_name: string
  user_id: string
  email: string | null
  status: number
  last_sign_in_at: Date | null
  role: number
  additional: number[]
  type: number
  created_at: Date
  /** A role that waits to be accepted, in lists. */
  pending_role?: number | null
  /** False for a user who has only a pending role. */
  accepted?: boolean
}

export async function lockAdministrator(db: Db, user: string): Promise<AdministratorRow | undefined> {
  const found = await sql<AdministratorRow>`
    select ${administratorColumns} from ${source} where a.user_id = ${user} and u.deleted_at is null for update of a`.execute(
    db,
  )
  return found.rows[0]
}

/** Where the administrators of a workspace come from, and those who have not accepted a role yet. */
export const listSource = sql`(
    select a.workspace_id, a.user_id, a.role, a.additional, a.type, a.created_at, p.role as pending_role, true as accepted
    from administrators a left join pending_roles p on p.workspace_id = a.workspace_id and p.user_id = a.user_id
    union all
    select p.workspace_id, p.user_id, p.role, p.additional, p.type, p.given_at, p.role, false from pending_roles p
    where not exists (select from administrators a where a.workspace_id = p.workspace_id and a.user_id = p.user_id)
  ) a
  join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
  join user_sign_ins s on s.workspace_id = a.workspace_id and s.user_id = a.user_id`

/** An administrator as the list has it. */
export async function listedAdministrator(db: Db, user: string): Promise<AdministratorRow | undefined> {
  const { rows } = await sql<AdministratorRow>`
    select ${administratorColumns}, ${pendingColumns} from ${listSource}
    where a.workspace_id = current_workspace() and a.user_id = ${user}::uuid and u.deleted_at is null`.execute(db)
  return rows[0]
}

export async function changeAdministrator(
  db: Db,
  user: string,
  to: { role: number; additional: number[]; type: number },
): Promise<AdministratorRow | undefined> {
  await db.updateTable('administrators').set(to).where('user_id', '=', user).execute()
  return lockAdministrator(db, user)
}

export async function deleteAdministrator(db: Db, user: string): Promise<void> {
  await db.deleteFrom('administrators').where('user_id', '=', user).execute()
}

export async function findPromotableUsers(db: Db, patterns: readonly string[]) {
  const { rows } = await sql<{
    id: string
    first_name: string
    last_name: string
    user_id: string
    email: string | null
  }>`select * from find_non_administrators(${patterns}::text[])`.execute(db)
  return rows
}

export const findWorkspace = (db: Db, id: string) =>
  db.selectFrom('workspaces').select(['id', 'type', 'installation']).where('id', '=', id).executeTakeFirst()

export const findPerson = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
    .select(['first_name', 'last_name', 'email', 'suspended_at', 'deactivated_at', 'workspaces.name as workspace'])
    .where('users.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export async function putOffer(db: Db, row: Insertable<Tables['owner_changes']>): Promise<void> {
  const { workspace_id: _workspace, ...rest } = row
  await db
    .insertInto('owner_changes')
    .values(row)
    .onConflict(conflict => conflict.column('workspace_id').doUpdateSet(rest))
    .execute()
}

export interface OfferRow {
  from_user: string
  from_name: string
  to_user: string
  to_name: string
  expires_at: Date
}

export async function findOffer(db: Db, now: Date): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`
    select o.from_user, f.first_name || ' ' || f.last_name as from_name,
      o.to_user, t.first_name || ' ' || t.last_name as to_name, o.expires_at
    from owner_changes o
    join users f on f.workspace_id = o.workspace_id and f.id = o.from_user and f.deleted_at is null
    join users t on t.workspace_id = o.workspace_id and t.id = o.to_user and t.deleted_at is null
    where o.workspace_id = current_workspace() and o.expires_at > ${now}`.execute(db)
  return rows[0]
}

/** Ends the offer; of concurrent calls, only one gets true. */
export async function dropOffer(db: Db): Promise<boolean> {
  const result = await db
    .deleteFrom('owner_changes')
    .where('workspace_id', '=', sql<string>`current_workspace()`)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function nameOfUser(db: Db, id: string): Promise<string> {
  const user = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return `${user.first_name} ${user.last_name}`
}
