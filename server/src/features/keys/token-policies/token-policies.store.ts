import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type TokenPolicyRow = Selectable<Tables['token_policies']>

export async function policyRows(db: Db): Promise<(TokenPolicyRow & { users: number })[]> {
  const { rows } = await sql<TokenPolicyRow & { users: number }>`
    select p.*, (
      select count(*)::integer from user_token_policies g join users u on u.workspace_id = g.workspace_id and u.id = g.user_id
      where g.workspace_id = current_workspace() and g.policy_id = p.id and u.deleted_at is null
    ) as users
    from token_policies p where p.workspace_id = current_workspace() order by p.is_default desc, p.created_at desc, p.id`.execute(
    db,
  )
  return rows
}

export const findPolicy = (db: Db, id: string): Promise<TokenPolicyRow | undefined> =>
  db.selectFrom('token_policies').selectAll().where('id', '=', id).executeTakeFirst()

export const defaultPolicy = (db: Db): Promise<TokenPolicyRow | undefined> =>
  db.selectFrom('token_policies').selectAll().where('is_default', '=', true).executeTakeFirst()

export async function policyFor(db: Db, user: string): Promise<TokenPolicyRow | undefined> {
  const { rows } = await sql<TokenPolicyRow>`
    select p.* from token_policies p left join user_token_policies g on g.workspace_id = current_workspace() and g.policy_id = p.id and g.user_id = ${user}::uuid
    where p.workspace_id = current_workspace() and (g.user_id is not null or p.is_default) order by g.user_id nulls last limit 1`.execute(
    db,
  )
  return rows[0]
}

export async function policiesFor(db: Db, users: readonly string[]) {
  const { rows: given } = await sql<TokenPolicyRow & { user_id: string }>`
    select p.*, g.user_id from user_token_policies g join token_policies p on p.workspace_id = current_workspace() and p.id = g.policy_id
    where g.workspace_id = current_workspace() and g.user_id = any(${users}::uuid[])`.execute(db)
  const usual = await db.selectFrom('token_policies').selectAll().where('is_default', '=', true).executeTakeFirst()
  return { given, usual }
}

export async function insertPolicy(db: Db, row: Insertable<Tables['token_policies']>): Promise<void> {
  await db.insertInto('token_policies').values(row).execute()
}

/** Serializes creating policies and choosing the default. */
export async function lockPolicies(db: Db, workspace: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${workspace}, 8))`.execute(db)
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from token_policies where token_policies.workspace_id = current_workspace()`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export async function setDefaultTokenPolicy(db: Db, id: string): Promise<TokenPolicyRow | undefined> {
  const before = await db.selectFrom('token_policies').selectAll().where('is_default', '=', true).executeTakeFirst()
  if (before) await db.updateTable('token_policies').set({ is_default: false }).where('id', '=', before.id).execute()
  await db.updateTable('token_policies').set({ is_default: true }).where('id', '=', id).execute()
  return before
}

export async function setPolicyOf(
  db: Db,
  workspace: string,
  users: readonly string[],
  policy: string | null,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, first_name || ' ' || last_name as name from users
    where users.workspace_id = current_workspace() and id = any(${users}::uuid[]) and deleted_at is null order by id for no key update`.execute(
    db,
  )
  const reached = rows.map(row => row.id)
  if (policy === null)
    await sql`delete from user_token_policies where user_token_policies.workspace_id = current_workspace() and user_id = any(${reached}::uuid[])`.execute(
      db,
    )
  else
    await sql`insert into user_token_policies (workspace_id, user_id, policy_id)
      select ${workspace}::uuid, id, ${policy}::uuid from unnest(${reached}::uuid[]) as list(id)
      on conflict (workspace_id, user_id) do update set policy_id = excluded.policy_id`.execute(db)
  return rows
}
