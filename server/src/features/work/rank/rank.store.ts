import type { Permission, WorkspaceRole } from '@claviger/contract/platform/permissions'
import { sql } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { permissionsBehind } from '#http/api-key.ts'

export interface Asker {
  id: string | null
  name: string
  /** Undefined if the actor lost the permission; no user can be changed then. */
  holds: readonly Permission[] | undefined
  /** Limits the permissions to users of the units that this user administers. */
  unitsOf: string | null
}

interface Rights {
  role: WorkspaceRole | null
  additional: number[] | null
  units_only: boolean
  super: boolean
}

export async function rightsNow(db: Db, user: string): Promise<Rights | undefined> {
  const { rows } = await sql<Rights>`select * from rights_now(${user}::uuid)`.execute(db)
  return rows[0]
}

/** Current permissions of an API key; none if it was deleted or has expired. */
export async function rightsOfKeyNow(ctx: TransactionContext, key: string): Promise<Permission[]> {
  const { rows } = await sql<Parameters<typeof permissionsBehind>[0]>`
    select k.type, k.scopes, r.role, r.additional, r.units_only
    from api_keys k left join lateral rights_of_keeper(k.workspace_id, k.keeper_id) r on true
    where k.workspace_id = current_workspace() and k.id = ${key}::uuid and (k.expires_at is null or k.expires_at > ${ctx.clock.now()}::timestamptz)`.execute(
    ctx.db,
  )
  return rows.flatMap(row => [...permissionsBehind(row)])
}

const aboveQuery = `
  select p.user_id as id, u.first_name || ' ' || u.last_name as name
  from people_above($2, $3, $1) p left join users u on u.workspace_id = current_workspace() and u.id = p.user_id
  order by u.sort_name, u.id`

/**
 * Users with a higher role than the actor, with names that the actor can see; all of them if the actor has no
 * permissions left.
 */
export async function findUsersAbove(
  db: Db,
  ids: readonly string[],
  { id, holds, unitsOf }: Asker,
): Promise<{ id: string; name: string | null }[]> {
  if (holds === undefined) return ids.map(one => ({ id: one, name: null }))
  const others = ids.filter(one => one !== id)
  if (others.length === 0) return []
  const { rows } = await run<{ id: string; name: string | null }>(db, aboveQuery, [others, holds, unitsOf])
  return rows
}

export async function accountsSharedWith(
  db: Db,
  groups: readonly string[],
): Promise<{ team: string; account: string }[]> {
  const { rows } = await sql<{ team: string; account: string }>`
    select team, account from accounts_shared_with(${groups}::uuid[])`.execute(db)
  return rows
}

export async function administratorsIn(db: Db, kind: 'group' | 'unit', ids: readonly string[]): Promise<string[]> {
  const members =
    kind === 'group'
      ? sql`select user_id from group_members where group_members.workspace_id = current_workspace() and group_id = any(${ids}::uuid[])`
      : sql`select user_id from unit_members where unit_id = any(${ids}::uuid[])
          union select user_id from unit_administrators where unit_id = any(${ids}::uuid[])`
  const { rows } = await sql<{ user_id: string }>`
    select user_id from (${members}) one
    where user_id in (select user_id from may_become(current_workspace()))`.execute(db)
  return rows.map(row => row.user_id)
}

/**
 * Sets who places keys in the rest of this transaction: the operator, or the holder of the mailbox that received a link.
 * Transactions of a session or an API key say so by themselves.
 */
export async function setPlacementOrigin(db: Db, origin: 'operator' | 'mailbox'): Promise<void> {
  await sql`select set_config('app.origin', ${origin}, true)`.execute(db)
}

/** A role that a user holds, or may come to hold. */
export interface RankSource {
  user_id: string
  role: WorkspaceRole | null
  additional: number[]
  super: boolean
  /** The user or directory that offers it; null for what is held. */
  given_by: string | null
}

/** All that some users hold or may become. */
export async function rankSources(db: Db, ids: readonly string[]): Promise<RankSource[]> {
  const { rows } = await sql<RankSource>`
    select user_id, role, additional, super, given_by from may_become(current_workspace(), ${ids}::uuid[])`.execute(db)
  return rows
}

/** Whether an account belongs to a user with a role and a group may not open it. */
export async function isAccountGuarded(
  db: Db,
  accounts: readonly string[],
  groups: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ shut: boolean }>`
    select exists (
      select from unnest(${accounts}::uuid[]) a(id), unnest(${groups}::uuid[]) g(id) where not opens_by_group(g.id, a.id)
    ) as shut`.execute(db)
  return rows[0]?.shut === true
}
