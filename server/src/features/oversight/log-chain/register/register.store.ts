import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ChainRow } from '../log-chain.store.ts'

export type RegisterEntryRow = Selectable<Tables['log_register']>
export type KnownRow = Selectable<Tables['log_register_chains']>
export type HeadRow = Omit<Selectable<Tables['log_register_head']>, 'one'>

const headColumns = ['position', 'hash', 'sealed_at', 'seal'] as const

export const readHead = (db: Db): Promise<HeadRow | undefined> =>
  db.selectFrom('log_register_head').select(headColumns).executeTakeFirst()

/** Only the holder of this lock may write to the register. */
export const lockHead = (db: Db): Promise<HeadRow | undefined> =>
  db.selectFrom('log_register_head').select(headColumns).forUpdate().executeTakeFirst()

export const updateHead = (db: Db, to: HeadRow) =>
  db.updateTable('log_register_head').set(to).where('one', '=', true).execute()

export const insertEntry = (db: Db, row: Insertable<Tables['log_register']>) =>
  db.insertInto('log_register').values(row).execute()

export const entryAt = (db: Db, position: number): Promise<RegisterEntryRow | undefined> =>
  db.selectFrom('log_register').selectAll().where('position', '=', position).executeTakeFirst()

export const entriesAfter = (db: Db, position: number, most: number): Promise<RegisterEntryRow[]> =>
  db.selectFrom('log_register').selectAll().where('position', '>', position).orderBy('position').limit(most).execute()

export const knownChains = (db: Db): Promise<KnownRow[]> =>
  db.selectFrom('log_register_chains').selectAll().orderBy('chain').execute()

export const knownChain = (db: Db, chain: string): Promise<KnownRow | undefined> =>
  db.selectFrom('log_register_chains').selectAll().where('chain', '=', chain).executeTakeFirst()

export const insertKnown = (db: Db, rows: Insertable<Tables['log_register_chains']>[]) =>
  db.insertInto('log_register_chains').values(rows).execute()

export const noteHeads = (db: Db, of: { chains: string[]; positions: number[]; hashes: Buffer[] }) =>
  sql`update log_register_chains k set noted_position = n.position, noted_hash = n.hash
    from unnest(${of.chains}::uuid[], ${of.positions}::bigint[], ${of.hashes}::bytea[]) as n(chain, position, hash)
    where k.chain = n.chain`.execute(db)

export const markChainEnded = (db: Db, chain: string, at: Date) =>
  db.updateTable('log_register_chains').set({ ended_at: at }).where('chain', '=', chain).execute()

/** A chain that is not where it was recorded; `at_noted` is the hash now at the recorded position. */
export type MovedRow = ChainRow & { slug: string; noted_position: number; noted_hash: Buffer; at_noted: Buffer | null }

export async function movedChains(db: Db): Promise<MovedRow[]> {
  const { rows } = await sql<MovedRow>`
    select c.*, k.slug, k.noted_position, k.noted_hash, l.hash as at_noted
    from log_register_chains k join activity_chains c on c.workspace_id = k.chain
    left join activity_links l on l.workspace_id = k.chain and l.position = k.noted_position
    where k.ended_at is null and (c.position, c.hash) is distinct from (k.noted_position, k.noted_hash)
    order by k.chain`.execute(db)
  return rows
}

/** Chains that have started and not ended, but are missing. */
export async function lostChains(db: Db): Promise<Pick<KnownRow, 'chain' | 'slug'>[]> {
  const { rows } = await sql<Pick<KnownRow, 'chain' | 'slug'>>`
    select k.chain, k.slug from log_register_chains k
    where k.ended_at is null and not exists (select from activity_chains c where c.workspace_id = k.chain)
    order by k.slug`.execute(db)
  return rows
}

export const isAnyChain = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('activity_chains').select('position').limit(1).executeTakeFirst()) !== undefined

export const slugsOf = (db: Db, workspaces: readonly string[]) =>
  db.selectFrom('workspaces').select(['id', 'slug']).where('id', 'in', workspaces).execute()

export const hashAt = async (db: Db, workspace: string, position: number): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('activity_links')
      .select('hash')
      .where('workspace_id', '=', workspace)
      .where('position', '=', position)
      .executeTakeFirst()
  )?.hash
