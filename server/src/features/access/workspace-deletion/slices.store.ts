import { endingKinds, type EndingCounts } from '@claviger/contract/access/workspace-deletion.others'
import { groupTypes } from '@claviger/contract/people/groups'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

interface Purged {
  table: string
  /** Rows of one slice. A user takes keys, passkeys, sessions, and memberships along. */
  rows: number
  but?: RawBuilder<unknown> | undefined
}

const owners = sql`id in (select user_id from administrators where workspace_id = current_workspace() and role = ${sql.lit(workspaceRoles.owner)})`

// Tables with workspace data, the largest first; the rest cascades. Policies are deleted before the lists that they use
const data: readonly Purged[] = [
  { table: 'works', rows: 1 },
  { table: 'application_attempts', rows: 2000 },
  { table: 'user_secrets', rows: 1000 },
  { table: 'users', rows: 200, but: owners },
  { table: 'groups', rows: 100, but: sql`type = ${sql.lit(groupTypes.everyone)}` },
  { table: 'organization_units', rows: 100 },
  { table: 'device_groups', rows: 100 },
  { table: 'devices', rows: 500 },
  { table: 'policies', rows: 100 },
  { table: 'policy_versions', rows: 1000 },
  { table: 'named_lists', rows: 20 },
  { table: 'named_list_versions', rows: 100 },
  { table: 'policy_replays', rows: 10 },
  { table: 'policy_reports', rows: 1000 },
  { table: 'applications', rows: 20 },
  { table: 'identity_providers', rows: 20 },
  { table: 'directory_runs', rows: 10 },
  { table: 'directory_connections', rows: 1 },
  { table: 'api_applications', rows: 20 },
  { table: 'workflows', rows: 20 },
  { table: 'api_keys', rows: 200 },
  { table: 'reader_apps', rows: 200 },
  { table: 'log_streams', rows: 20 },
  { table: 'self_service_pages', rows: 20 },
  { table: 'oidc_items', rows: 2000 },
  { table: 'head_counts', rows: 5000, but: sql`of = current_workspace()` },
]

const log: readonly Purged[] = [
  { table: 'activity_links', rows: 5000 },
  { table: 'activity_names', rows: 5000 },
  { table: 'activities', rows: 5000 },
]

export const purgedOf = (kind: number): readonly Purged[] =>
  kind === endingKinds.reset ? data : [...data.map(one => ({ ...one, but: undefined })), ...log]

/** Deletes one slice of the entered workspace and returns how many rows it deleted; more than its size from a table in parts. */
export async function purgeSlice(db: Db, { table, rows, but }: Purged): Promise<number> {
  const name = sql.table(table)
  const result = await sql`
    delete from ${name} where workspace_id = current_workspace() and ctid = any(array(
      select ctid from ${name} where workspace_id = current_workspace() ${but ? sql`and not (${but})` : sql``} limit ${sql.lit(rows)}))`.execute(
    db,
  )
  return Number(result.numAffectedRows ?? 0n)
}

const of = (table: string, where: RawBuilder<unknown> = sql`true`) =>
  sql`(select count(*)::integer from ${sql.table(table)} where workspace_id = current_workspace() and ${where})`

/** Counts of what a deletion or reset would delete; users and keys from the counts that are kept. */
export async function countPurged(db: Db): Promise<EndingCounts & { owners: number }> {
  const kept = (figure: string) =>
    sql`(select coalesce(sum(${sql.ref(figure)}), 0)::integer from head_counts where workspace_id = current_workspace() and of = current_workspace())`
  const { rows } = await sql<EndingCounts & { owners: number }>`select ${kept('users')} as users,
    (select coalesce(sum(keys), 0)::integer from key_counts where workspace_id = current_workspace()) as keys,
    ${of('credentials')} as passkeys, ${of('groups', sql`type <> ${sql.lit(groupTypes.everyone)}`)} as groups,
    ${of('organization_units')} as units, ${of('devices')} as devices, ${of('applications')} as applications,
    ${of('policies')} as policies, ${of('administrators', sql`role = ${sql.lit(workspaceRoles.owner)}`)} as owners`.execute(
    db,
  )
  return rows[0] as EndingCounts & { owners: number }
}
