import { type Db, run } from '../../../ground/db/db.ts'

/** What is told of a token; its text is kept nowhere. */
export interface TokenRow {
  id: string
  connection_id: string
  expires_at: Date | null
  created_at: Date
  created_by: string
  last_used_at: Date | null
  last_used_ip: string | null
}

/** The tokens of connections that are good now, the newest first. */
export async function goodTokens(db: Db, now: Date, connection?: string): Promise<TokenRow[]> {
  const { rows } = await run<TokenRow>(
    db,
    `select id, connection_id, expires_at, created_at, created_by, last_used_at, last_used_ip from scim_tokens
     where workspace_id = current_workspace() and ($1::uuid is null or connection_id = $1::uuid)
       and (expires_at is null or expires_at > $2::timestamptz)
     order by created_at desc, id desc`,
    [connection ?? null, now],
  )
  return rows
}

/** Adds a token. */
export async function insertToken(
  db: Db,
  token: { id: string; connection: string; hash: Buffer; at: Date; by: string },
): Promise<void> {
  await run(
    db,
    `insert into scim_tokens (workspace_id, id, connection_id, hash, created_at, created_by)
     values (current_workspace(), $1::uuid, $2::uuid, $3::bytea, $4::timestamptz, $5)`,
    [token.id, token.connection, token.hash, token.at, token.by],
  )
}

/** Ends all tokens of a connection: the newest then, all before it at once. */
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
