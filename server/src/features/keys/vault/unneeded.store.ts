import { type Db, run } from '#platform/db/db.ts'

const expect = `
  insert into unneeded_module_keys (workspace_id, kept, due_at)
  values (current_setting('app.workspace')::uuid, $1, $2) on conflict do nothing`

/** Records a key before it is made; it is destroyed at `due` unless its passkey is stored first. */
export async function expectKey(db: Db, kept: Uint8Array, due: Date): Promise<void> {
  await run(db, expect, [kept, due])
}

export async function markKeyNeeded(db: Db, kept: Uint8Array): Promise<void> {
  await run(db, 'delete from unneeded_module_keys where kept = $1', [kept])
}

export interface UnneededKey {
  workspace_id: string
  kept: Buffer
  tries: number
}

// The taking process owns it exclusively for ten minutes
const take = `
  update unneeded_module_keys k set tries = least(k.tries + 1, 1000), due_at = $1::timestamptz + interval '10 minutes'
  from (
    select workspace_id, kept from unneeded_module_keys where due_at <= $1 order by due_at limit 100 for update skip locked
  ) due
  where k.workspace_id = due.workspace_id and k.kept = due.kept
  returning k.workspace_id, k.kept, k.tries`

export const claimUnneeded = async (db: Db, now: Date): Promise<UnneededKey[]> =>
  (await run<UnneededKey>(db, take, [now])).rows

export async function forgetUnneeded(db: Db, { workspace_id, kept }: UnneededKey): Promise<void> {
  await run(db, 'delete from unneeded_module_keys where workspace_id = $1 and kept = $2', [workspace_id, kept])
}

export async function postponeUnneeded(db: Db, { workspace_id, kept }: UnneededKey, due: Date): Promise<void> {
  const later = 'update unneeded_module_keys set due_at = $3 where workspace_id = $1 and kept = $2'
  await run(db, later, [workspace_id, kept, due])
}
