import type { WorkspaceRole } from '@claviger/contract/platform/permissions'
import { type Db, run } from '#platform/db/db.ts'

/** Current permissions of a token's keeper; all null if the keeper was suspended, demoted, or deleted. */
export interface KeeperRights {
  keeper_id: string | null
  role: WorkspaceRole | null
  additional: readonly number[] | null
  units_only: boolean | null
  super: boolean | null
}

export interface TokenRow extends KeeperRights {
  keeper_name: string | null
  id: string
  connection_id: string
  expires_at: Date | null
  created_at: Date
  created_by: string
  last_used_at: Date | null
  last_used_ip: string | null
}

/**
 * The token with the ID $1 and the hash $2, if both are its own, and what it can do now. Not a function of the database,
 * because a function runs its own statement in addition to that of its caller.
 */
export const tokenSession = `select t.id as token_id, t.expires_at, t.last_used_at, c.id as connection_id, c.name, c.active, c.version,
    c.connection as state, c.settings -> 'addresses' as addresses, w.status as workspace_status,
    t.keeper_id, r.role, r.additional, r.units_only, r.super,
    -- So that no document of a client is kept with a secret
    array(select f.field from secret_fields f where f.workspace_id = current_workspace() order by f.field) as secret_fields
  from scim_tokens t
  join directory_connections c on c.workspace_id = current_workspace() and c.id = t.connection_id
  join workspaces w on w.id = current_workspace()
  left join lateral rights_in(current_workspace(), t.keeper_id) r on true
  where t.workspace_id = current_workspace() and t.id = $1::uuid and t.hash = $2::bytea`

export async function findValidTokens(db: Db, now: Date, connection?: string): Promise<TokenRow[]> {
  const { rows } = await run<TokenRow>(
    db,
    `select t.id, t.connection_id, t.expires_at, t.created_at, t.created_by, t.last_used_at, t.last_used_ip, t.keeper_id,
       r.role, r.additional, r.units_only, r.super, keeper.first_name || ' ' || keeper.last_name as keeper_name
     from scim_tokens t
     left join lateral rights_now(t.keeper_id) r on true
     left join users keeper on keeper.workspace_id = t.workspace_id and keeper.id = t.keeper_id
     where t.workspace_id = current_workspace() and ($1::uuid is null or t.connection_id = $1::uuid)
       and (t.expires_at is null or t.expires_at > $2::timestamptz)
     order by t.created_at desc, t.id desc`,
    [connection ?? null, now],
  )
  return rows
}

export async function insertToken(
  db: Db,
  token: { id: string; connection: string; hash: Buffer; at: Date; by: string; keeper: string | null },
): Promise<void> {
  await run(
    db,
    `insert into scim_tokens (workspace_id, id, connection_id, hash, created_at, created_by, keeper_id)
     values (current_workspace(), $1::uuid, $2::uuid, $3::bytea, $4::timestamptz, $5, $6::uuid)`,
    [token.id, token.connection, token.hash, token.at, token.by, token.keeper],
  )
}

/** Revokes a connection's tokens: the newest at a given time, all others immediately. */
export async function endTokens(db: Db, connection: string, then: Date, now: Date): Promise<void> {
  await run(
    db,
    `with newest as (
       select id from scim_tokens where workspace_id = current_workspace() and connection_id = $1::uuid
         and (expires_at is null or expires_at > $3::timestamptz) order by created_at desc, id desc limit 1
     ), kept as (
       update scim_tokens t set expires_at = least(coalesce(t.expires_at, $2::timestamptz), $2::timestamptz) from newest n
       where t.workspace_id = current_workspace() and t.id = n.id and $2::timestamptz > $3::timestamptz
     )
     delete from scim_tokens t where t.workspace_id = current_workspace() and t.connection_id = $1::uuid
       and not ($2::timestamptz > $3::timestamptz and t.id in (select id from newest))`,
    [connection, then, now],
  )
}

/** Lets some tokens of a connection act with the rights of a keeper, and deletes all others of it. */
export async function transferTokens(
  db: Db,
  connection: string,
  tokens: readonly string[],
  keeper: string,
): Promise<void> {
  await run(
    db,
    `with named as (
       update scim_tokens set keeper_id = $3::uuid
       where workspace_id = current_workspace() and connection_id = $1::uuid and id = any ($2::uuid[])
     )
     delete from scim_tokens
     where workspace_id = current_workspace() and connection_id = $1::uuid and id <> all ($2::uuid[])`,
    [connection, tokens, keeper],
  )
}
