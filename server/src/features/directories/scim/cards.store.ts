import { type Db, run } from '#platform/db/db.ts'

export async function findCard(db: Db, user: string): Promise<Buffer | undefined> {
  const { rows } = await run<{ sealed: Buffer }>(
    db,
    'select sealed from scim_cards where workspace_id = current_workspace() and id = $1::uuid',
    [user],
  )
  return rows[0]?.sealed
}

/** Stores a user's encrypted card data. */
export async function putCard(db: Db, user: string, sealed: Buffer, at: Date): Promise<void> {
  await run(
    db,
    `insert into scim_cards (workspace_id, id, sealed, kept_at) values (current_workspace(), $1::uuid, $2::bytea, $3::timestamptz)
     on conflict (workspace_id, id) do update set sealed = excluded.sealed, kept_at = excluded.kept_at`,
    [user, sealed, at],
  )
}
