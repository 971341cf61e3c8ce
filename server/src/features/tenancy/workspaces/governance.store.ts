import { billKinds, paymentStatus } from '@claviger/contract/billing/money'
import { workspaceTypes, type SpecialConfig } from '@claviger/contract/tenancy/workspaces'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

export interface GovernedRow {
  id: string
  name: string
  installation: boolean
  type: number
  status: number
  partner_id: string | null
  trial_end_date: string | null
  special: boolean
  special_config: Partial<SpecialConfig>
  updated_at: Date
}

export async function lockGoverned(db: Db, id: string): Promise<GovernedRow | undefined> {
  const { rows } = await sql<GovernedRow>`
    select id, name, installation, type, status, partner_id, trial_end_date::text as trial_end_date, special, special_config, updated_at
    from workspaces where id = ${id}::uuid for no key update`.execute(db)
  return rows[0]
}

export async function writeGoverned(
  db: Db,
  id: string,
  to: Partial<Omit<GovernedRow, 'id' | 'name' | 'installation'>>,
): Promise<void> {
  const { special_config: config, ...rest } = to
  const given = config && { special_config: sql<never>`${JSON.stringify(config)}::jsonb` }
  await db
    .updateTable('workspaces')
    .set({ ...rest, ...given })
    .where('id', '=', id)
    .execute()
}

export async function findPartner(db: Db, id: string): Promise<{ name: string; status: number } | undefined> {
  return db
    .selectFrom('workspaces')
    .select(['name', 'status'])
    .where('id', '=', id)
    .where('type', '=', workspaceTypes.partner)
    .executeTakeFirst()
}

export const isLeaving = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('workspace_deletions')
    .select('workspace_id')
    .where('workspace_id', '=', id)
    .executeTakeFirst()) !== undefined

/** Whether invoices of a workspace are issued and not paid. */
export const hasUnpaidInvoices = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('bills')
    .select('id')
    .where('workspace_id', '=', id)
    .where('kind', '=', billKinds.invoice)
    .where('status', 'in', [paymentStatus.pending, paymentStatus.overdue])
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Whether imports, bulk actions, or directory runs are running in a workspace. */
export async function hasOpenWork(db: Db, id: string): Promise<boolean> {
  const work = await db
    .selectFrom('works')
    .select('id')
    .where('workspace_id', '=', id)
    .where('state', 'in', ['reviewing', 'running'])
    .limit(1)
    .executeTakeFirst()
  const run = await db
    .selectFrom('directory_runs')
    .select('id')
    .where('workspace_id', '=', id)
    .where('state', 'in', ['reading', 'applying'])
    .limit(1)
    .executeTakeFirst()
  return work !== undefined || run !== undefined
}
