import { followStates, type BaselinePart, type Drift } from '@claviger/contract/governance/baselines'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { BaselineDocument } from './baseline-document.ts'

export interface OfferedRow {
  id: string
  partner: string
  name: string
  description: string
  version: number
  note: string
  published_at: Date
  contents: { part: BaselinePart; items: string[] }[]
  state: number
  offered_at: Date
  accepted_version: number | null
  accepted_at: Date | null
  accepted_by: string | null
  parts: BaselinePart[]
  drift: Drift[]
  drifted: number
}

export async function findOfferedBaselines(db: Db): Promise<OfferedRow[]> {
  const { rows } = await sql<OfferedRow>`select * from offered_baselines()`.execute(db)
  return rows
}

export async function documentOf(db: Db, baseline: string, version: number): Promise<BaselineDocument | undefined> {
  const { rows } = await sql<{ document: BaselineDocument | null }>`
    select baseline_document(${baseline}::uuid, ${version}::integer) as document`.execute(db)
  return rows[0]?.document ?? undefined
}

export async function lockFollowed(db: Db, baseline: string): Promise<void> {
  await sql`select from followed_baselines where workspace_id = current_workspace() and baseline_id = ${baseline}::uuid for update`.execute(
    db,
  )
}

export async function writeAccepted(
  db: Db,
  baseline: string,
  to: { version: number; parts: readonly BaselinePart[]; at: Date; by: string },
): Promise<void> {
  await sql`update followed_baselines set state = ${sql.lit(followStates.accepted)}, version = ${to.version}::integer,
      parts = ${to.parts}::text[], accepted_at = ${to.at}::timestamptz, accepted_by = ${to.by},
      drift = '[]', drifted = 0, checked_at = ${to.at}::timestamptz
    where workspace_id = current_workspace() and baseline_id = ${baseline}::uuid`.execute(db)
}

export async function writeDeclined(db: Db, baseline: string): Promise<void> {
  await sql`update followed_baselines set state = ${sql.lit(followStates.declined)}, version = null, parts = '{}',
      accepted_at = null, accepted_by = null, drift = '[]', drifted = 0, checked_at = null
    where workspace_id = current_workspace() and baseline_id = ${baseline}::uuid`.execute(db)
}

export async function writeDrift(db: Db, baseline: string, drift: readonly Drift[], at: Date): Promise<void> {
  await sql`update followed_baselines set drift = ${JSON.stringify(drift)}::jsonb, drifted = ${drift.length}::integer,
      checked_at = ${at}::timestamptz
    where workspace_id = current_workspace() and baseline_id = ${baseline}::uuid`.execute(db)
}

/** Workspaces whose settings changed since they were compared. */
export async function changedWorkspaces(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select distinct workspace_id from (select workspace_id from baseline_changes limit ${most}::integer) changed`.execute(
    db,
  )
  return rows.map(row => row.workspace_id)
}

export async function dequeueBaselineChanges(db: Db, workspace: string): Promise<void> {
  await sql`delete from baseline_changes where workspace_id = ${workspace}::uuid`.execute(db)
}
