import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

export type UserRow = Selectable<Tables['users']>

/** A user who is not in the bin. */
export const findUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** The same, held until the transaction ends, so that before and after in the log are true. */
export const lockUser = (db: Db, id: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).forUpdate().executeTakeFirst()

export async function insertUser(db: Db, row: Insertable<Tables['users']>): Promise<void> {
  await db.insertInto('users').values(row).execute()
}

export async function updateUser(db: Db, id: string, to: Updateable<Tables['users']>): Promise<void> {
  await db.updateTable('users').set(to).where('id', '=', id).execute()
}

/** Counts the keys of a user; whoever once had one is never "new" again. */
export async function updateKeys(db: Db, id: string, active: number): Promise<void> {
  const hadKey = active > 0 ? { had_key: true } : {}
  await db
    .updateTable('users')
    .set({ active_keys: active, ...hadKey })
    .where('id', '=', id)
    .execute()
}

export async function markProven(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** True when the user was not invited since `since`; of two at once only one is told so. */
export async function markInvited(db: Db, id: string, now: Date, since: Date): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ invited_at: now })
    .where('id', '=', id)
    .where(eb => eb.or([eb('invited_at', 'is', null), eb('invited_at', '<=', since)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Moves a user into the bin; false when there was none. */
export async function binUser(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Takes a user back out of the bin; undefined when nobody of that id lies there since `since`. */
export const unbinUser = (db: Db, id: string, since: Date): Promise<UserRow | undefined> =>
  db
    .updateTable('users')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '>', since)
    .returningAll()
    .executeTakeFirst()

export const countByStatus = (db: Db) =>
  db
    .selectFrom('users')
    .select(['status', eb => eb.fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .orderBy('status')
    .execute()

/** Groups and units of several users. */
export async function membershipsOf(db: Db, users: readonly string[]) {
  const { rows } = await sql<{ user_id: string; kind: 'group' | 'unit'; id: string; name: string }>`
    select m.user_id, 'group' as kind, g.id, g.name
      from group_members m join groups g on g.workspace_id = m.workspace_id and g.id = m.group_id
      where m.user_id = any(${users}::uuid[])
    union all
    select m.user_id, 'unit', o.id, o.name
      from unit_members m join organization_units o on o.workspace_id = m.workspace_id and o.id = m.unit_id
      where m.user_id = any(${users}::uuid[])
    order by name, id`.execute(db)
  return rows
}

/** Role of a user as administrator, 0 for a super administrator, undefined for neither. */
export async function roleOf(db: Db, id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('administrators as a', join =>
      join.onRef('a.workspace_id', '=', 'users.workspace_id').onRef('a.user_id', '=', 'users.id'),
    )
    .leftJoin('super_administrators as s', join =>
      join.onRef('s.workspace_id', '=', 'users.workspace_id').onRef('s.user_id', '=', 'users.id'),
    )
    .select(['a.role', 's.user_id as super'])
    .where('users.id', '=', id)
    .executeTakeFirst()
  return row?.super ? 0 : (row?.role ?? undefined)
}

/** What the log says was changed about a user since an instant. */
export const changesSince = (db: Db, id: string, since: Date) =>
  db
    .selectFrom('activities')
    .select(['actor_name', 'after'])
    .where('object_id', '=', id)
    .where('action', '=', 'user.updated')
    .where('at', '>', since)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()

export const workspaceName = async (db: Db): Promise<string> =>
  (await db.selectFrom('workspaces').select('name').executeTakeFirstOrThrow()).name
