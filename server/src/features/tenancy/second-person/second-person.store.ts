import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type RequestRow = Selectable<Tables['second_person_requests']>

/** Inserts a request, replacing an expired one; undefined if a request of this kind is pending. */
export async function insertRequest(
  db: Db,
  row: Insertable<Tables['second_person_requests']>,
  now: Date,
): Promise<RequestRow | undefined> {
  await db
    .deleteFrom('second_person_requests')
    .where('workspace_id', '=', row.workspace_id)
    .where('kind', '=', row.kind)
    .where('until', '<=', now)
    .execute()
  return db
    .insertInto('second_person_requests')
    .values(row)
    .onConflict(on => on.columns(['workspace_id', 'kind']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export const listRequests = (db: Db, workspace: string, now: Date): Promise<RequestRow[]> =>
  db
    .selectFrom('second_person_requests')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('until', '>', now)
    .orderBy('asked_at')
    .execute()

export const lockRequest = (db: Db, workspace: string, id: string): Promise<RequestRow | undefined> =>
  db
    .selectFrom('second_person_requests')
    .selectAll()
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function deleteRequest(db: Db, { workspace_id, id }: Pick<RequestRow, 'workspace_id' | 'id'>) {
  await db.deleteFrom('second_person_requests').where('workspace_id', '=', workspace_id).where('id', '=', id).execute()
}

/** Super administrators who can sign in, but for one. */
export async function otherSuperAdministrators(
  db: Db,
  home: string,
  but: string,
): Promise<{ name: string; email: string }[]> {
  const { rows } = await sql<{ name: string; email: string }>`
    select u.first_name || ' ' || u.last_name as name, u.email
    from super_administrators p join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
    where p.workspace_id = ${home}::uuid and p.user_id <> ${but}::uuid and u.email is not null
      and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
    order by u.id limit 50`.execute(db)
  return rows
}

export const isStillSuperAdministrator = async (db: Db, home: string, user: string): Promise<boolean> =>
  (await db
    .selectFrom('super_administrators as p')
    .innerJoin('users as u', join =>
      join.onRef('u.workspace_id', '=', 'p.workspace_id').onRef('u.id', '=', 'p.user_id'),
    )
    .select('p.user_id')
    .where('p.workspace_id', '=', home)
    .where('p.user_id', '=', user)
    .where('u.deleted_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .where('u.deactivated_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** When another super administrator made this one; null if the operator did. */
export const appointedAt = async (db: Db, home: string, user: string): Promise<Date | null> =>
  (
    await db
      .selectFrom('super_administrators')
      .select('appointed_at')
      .where('workspace_id', '=', home)
      .where('user_id', '=', user)
      .executeTakeFirst()
  )?.appointed_at ?? null
