import { type RawBuilder, sql } from 'kysely'
import type { LimitReason } from '@claviger/contract/billing/licenses'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import type { Db } from '#platform/db/db.ts'

export interface PoolRow {
  key_limit: number | null
  limited_by: LimitReason | null
  used: number
  waiting: number
  warned: number
}

/** The pool of the workspace. Without a limit the database keeps no count, so the keys are counted. */
export async function findPool(db: Db): Promise<PoolRow | undefined> {
  const { rows } = await sql<PoolRow>`
    select p.key_limit, p.limited_by, case when p.key_limit is null then keys_in_use(p.workspace_id) else p.used end as used,
      (select count(distinct w.user_id)::integer from license_waits w where w.workspace_id = current_workspace()) as waiting, p.warned
    from license_pools p where p.workspace_id = current_workspace()`.execute(db)
  return rows[0]
}

export async function noteLicenseWarning(db: Db, warned: number): Promise<void> {
  await sql`update license_pools p set warned = ${warned} where p.workspace_id = current_workspace()`.execute(db)
}

/** Pools whose warning level doesn't match their count. */
export async function findUnwarned(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.workspace_id as id from license_pools p where coalesce(p.warned, 0) <> ${levelOf}`.execute(db)
  return rows.map(row => row.id)
}

/** Workspaces that are billed and not counted yet. */
export async function findUncounted(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from workspaces w where w.type <> ${workspaceTypes.individual} and not w.installation
      and not exists (select from license_pools p where p.workspace_id = w.id)`.execute(db)
  return rows.map(row => row.id)
}

const levelOf: RawBuilder<unknown> = sql`case
  when p.key_limit is null or p.key_limit = 0 then 0
  when p.used >= p.key_limit then 100
  when p.used * 100 >= p.key_limit * 95 then 95
  when p.used * 100 >= p.key_limit * 80 then 80
  else 0 end`

/** With billing off nothing is counted, limited, or waited for. */
export async function deletePools(db: Db): Promise<void> {
  await sql`select end_licenses()`.execute(db)
}

/** In this transaction, keys above the limit wait for a license instead of being refused. */
export async function allowKeysToWait(db: Db): Promise<void> {
  await sql`select set_config('app.license_waits', 'true', true)`.execute(db)
}

/** How many more keys this transaction can activate; it has locked the pool. Undefined without a limit. */
export async function lockLicenses(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ left: number | null }>`
    select case when current_setting('app.license_waits', true) = 'true' then null else p.key_limit - p.used end as left
    from license_pools p where p.workspace_id = current_workspace() and p.key_limit is not null for update`.execute(db)
  return rows[0]?.left ?? undefined
}
