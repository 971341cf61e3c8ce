import { type Db, run } from '#platform/db/db.ts'

export interface LeaverCounts {
  since: Date
  let_through: number
  held: number
  told_at: Date | null
  free_until: Date | null
}

/** Counts a suspension in the current or a new hour; serializes concurrent ones. */
export async function countLeaving(db: Db, connection: string, now: Date): Promise<LeaverCounts> {
  const { rows } = await run<LeaverCounts>(
    db,
    `insert into scim_leavings as l (workspace_id, connection_id, since, let_through)
     values (current_workspace(), $1::uuid, $2::timestamptz, 1)
     on conflict (workspace_id, connection_id) do update set
       let_through = case when l.since > $2::timestamptz - interval '1 hour' then l.let_through else 0 end + 1,
       held = case when l.since > $2::timestamptz - interval '1 hour' then l.held else 0 end,
       since = case when l.since > $2::timestamptz - interval '1 hour' then l.since else $2::timestamptz end
     returning since, let_through, held, told_at, free_until`,
    [connection, now],
  )
  return rows[0] as LeaverCounts
}

/** Holds a counted suspension back; returns whether the owners must be notified now. */
export async function holdSuspension(db: Db, connection: string, now: Date): Promise<{ tell: boolean; held: number }> {
  const { rows } = await run<{ held: number; tell: boolean }>(
    db,
    `with was as (
       select told_at from scim_leavings where workspace_id = current_workspace() and connection_id = $1::uuid
     )
     update scim_leavings l set let_through = let_through - 1, held = held + 1,
       told_at = case when was.told_at is null or was.told_at < l.since then $2::timestamptz else l.told_at end
     from was
     where l.workspace_id = current_workspace() and l.connection_id = $1::uuid
     returning l.held, (was.told_at is null or was.told_at < l.since) as tell`,
    [connection, now],
  )
  return { tell: rows[0]?.tell ?? false, held: rows[0]?.held ?? 0 }
}

export async function countActive(db: Db, connection: string): Promise<number> {
  const { rows } = await run<{ n: number }>(
    db,
    `select count(*) as n from scim_resources where workspace_id = current_workspace() and connection_id = $1::uuid
       and what = 'user' and gone_at is null and active`,
    [connection],
  )
  return rows[0]?.n ?? 0
}

/** Number of held-back suspensions, and until when all are allowed. */
export async function findHeldSuspensions(db: Db, connection: string): Promise<LeaverCounts | undefined> {
  const { rows } = await run<LeaverCounts>(
    db,
    `select since, let_through, held, told_at, free_until from scim_leavings
     where workspace_id = current_workspace() and connection_id = $1::uuid`,
    [connection],
  )
  return rows[0]
}

/** Allows all suspensions until a time; resets the number held back. */
export async function allowSuspensionsUntil(db: Db, connection: string, until: Date, now: Date): Promise<void> {
  await run(
    db,
    `insert into scim_leavings as l (workspace_id, connection_id, since, free_until)
     values (current_workspace(), $1::uuid, $3::timestamptz, $2::timestamptz)
     on conflict (workspace_id, connection_id) do update set free_until = excluded.free_until, held = 0`,
    [connection, until, now],
  )
}

export async function mostHeld(db: Db, since: Date): Promise<{ name: string; held: number } | undefined> {
  const { rows } = await run<{ name: string; held: number }>(
    db,
    `select c.name, l.held from scim_leavings l
     join directory_connections c on c.workspace_id = l.workspace_id and c.id = l.connection_id
     where l.workspace_id = current_workspace() and l.held > 0 and l.since > $1::timestamptz order by l.held desc limit 1`,
    [since],
  )
  return rows[0]
}
