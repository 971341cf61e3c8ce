import { type Db, run } from '../../../ground/db/db.ts'

/** How many were let through within the hour, counting one more; what was held back before. */
export interface Leavings {
  since: Date
  let_through: number
  held: number
  told_at: Date | null
  free_until: Date | null
}

/** Counts somebody who leaves, in the hour that runs or in a new one; whoever else counts waits. */
export async function countLeaving(db: Db, connection: string, now: Date): Promise<Leavings> {
  const { rows } = await run<Leavings>(
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
  return rows[0] as Leavings
}

/** One who was counted is held back after all; says whether the owners are to be told now. */
export async function holdBack(db: Db, connection: string, now: Date): Promise<{ tell: boolean; held: number }> {
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

/** How many active people a client has. */
export async function countActive(db: Db, connection: string): Promise<number> {
  const { rows } = await run<{ n: number }>(
    db,
    `select count(*) as n from scim_resources where workspace_id = current_workspace() and connection_id = $1::uuid
       and what = 'user' and gone_at is null and active`,
    [connection],
  )
  return rows[0]?.n ?? 0
}

/** What is held back now, and until when all are let through. */
export async function findLeavings(db: Db, connection: string): Promise<Leavings | undefined> {
  const { rows } = await run<Leavings>(
    db,
    `select since, let_through, held, told_at, free_until from scim_leavings
     where workspace_id = current_workspace() and connection_id = $1::uuid`,
    [connection],
  )
  return rows[0]
}

/** Lets all through until then; what was held back is none any more. */
export async function freeUntil(db: Db, connection: string, until: Date, now: Date): Promise<void> {
  await run(
    db,
    `insert into scim_leavings as l (workspace_id, connection_id, since, free_until)
     values (current_workspace(), $1::uuid, $3::timestamptz, $2::timestamptz)
     on conflict (workspace_id, connection_id) do update set free_until = excluded.free_until, held = 0`,
    [connection, until, now],
  )
}

/** The client of which most is held back now. */
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
