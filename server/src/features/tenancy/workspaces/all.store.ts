import { workspaceRoles } from '@claviger/contract/platform/permissions'
import type { SpecialConfig, WorkspaceFilter } from '@claviger/contract/tenancy/workspaces'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { ListQuery } from '#platform/db/page.ts'

export interface WorkspaceListRow {
  id: string
  name: string
  slug: string
  type: number
  status: number
  installation: boolean
  users: number
  keys: number
  owner: string | null
  partner_id: string | null
  partner_name: string | null
  trial_ends: string | null
  special: boolean
  special_config: Partial<SpecialConfig>
  last_used_at: Date | null
  created_at: Date
  updated_at: Date
}

const columns = sql`w.id, w.name, w.slug, w.type, w.status, w.installation, w.created_at, w.updated_at,
  w.special, w.special_config, w.partner_id, w.trial_end_date::text as trial_ends, nullif(w.last_used_at, '-infinity') as last_used_at,
  (select p.name from workspaces p where p.id = w.partner_id) as partner_name,
  (select coalesce(sum(h.users), 0) from head_counts h where h.workspace_id = w.id and h.of = w.id) as users,
  (select coalesce(sum(h.keys), 0) from head_counts h where h.workspace_id = w.id and h.of = w.id) as keys,
  (select u.email from administrators a join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
    where a.workspace_id = w.id and a.role = ${sql.lit(workspaceRoles.owner)} and u.deleted_at is null order by a.created_at, u.id limit 1) as owner`

export interface WorkspaceQuery extends WorkspaceFilter {
  /** Today, and the day up to which a trial counts as ending, as YYYY-MM-DD. */
  today: string
  soon: string
  unusedSince?: Date | undefined
}

const trials: Record<NonNullable<WorkspaceFilter['trial']>, (ask: WorkspaceQuery) => RawBuilder<unknown>> = {
  running: ({ today }) => sql`w.trial_end_date >= ${today}::date`,
  ending: ({ today, soon }) => sql`w.trial_end_date between ${today}::date and ${soon}::date`,
  ended: ({ today }) => sql`w.trial_end_date < ${today}::date`,
  none: () => sql`w.trial_end_date is null`,
}

function conditions(ask: WorkspaceQuery): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = []
  if (ask.type !== undefined && ask.type.length > 0) all.push(sql`w.type = any(${ask.type}::smallint[])`)
  if (ask.status !== undefined) all.push(sql`w.status = ${ask.status}::smallint`)
  if (ask.partner !== undefined) all.push(sql`w.partner_id = ${ask.partner}::uuid`)
  if (ask.trial !== undefined) all.push(trials[ask.trial](ask))
  if (ask.special !== undefined) all.push(sql`w.special = ${ask.special}`)
  if (ask.minUsers !== undefined) all.push(sql`w.user_count >= ${ask.minUsers}::integer`)
  if (ask.maxUsers !== undefined) all.push(sql`w.user_count <= ${ask.maxUsers}::integer`)
  if (ask.unusedSince !== undefined) all.push(sql`w.last_used_at < ${ask.unusedSince}::timestamptz`)
  return all
}

export const workspaceList = (ask: WorkspaceQuery): Omit<ListQuery<WorkspaceListRow>, 'item'> => ({
  from: sql`workspaces w`,
  select: columns,
  where: conditions(ask),
  search: { in: [sql`w.name || ' ' || w.slug`] },
  sorts: {
    name: { by: sql`lower(w.name)`, type: 'text' },
    created: { by: sql`w.created_at`, type: 'timestamptz' },
    users: { by: sql`w.user_count`, type: 'integer' },
    keys: { by: sql`w.key_count`, type: 'integer' },
    lastUse: { by: sql`w.last_used_at`, type: 'timestamptz' },
    trial: { by: sql`coalesce(w.trial_end_date, 'infinity')::timestamp at time zone 'utc'`, type: 'timestamptz' },
  },
  id: sql`w.id`,
  defaultSort: 'name',
})

export async function findListedWorkspaces(db: Db, id: string): Promise<WorkspaceListRow | undefined> {
  const { rows } = await sql<WorkspaceListRow>`select ${columns} from workspaces w where w.id = ${id}`.execute(db)
  return rows[0]
}

export async function countListedWorkspaces(db: Db) {
  const { rows } = await sql<{ type: number; status: number; n: number; users: number }>`
    select type, status, count(*) as n, sum(user_count) as users from workspaces group by type, status order by type, status`.execute(
    db,
  )
  return rows
}

/**
 * Writes the figures of workspaces for which they changed. A workspace that is locked just now is written the next time,
 * so that nothing waits.
 */
export async function refreshFigures(db: Db): Promise<void> {
  await sql`
    with held as materialized (
      select id from workspaces order by id for no key update skip locked
    ), counted as materialized (
      select h.workspace_id, sum(h.users) as users, sum(h.keys) as keys
      from head_counts h where h.of = h.workspace_id group by h.workspace_id
    )
    update workspaces w set user_count = now.users, key_count = now.keys, last_used_at = now.used
    from (
      select held.id, coalesce(c.users, 0) as users, coalesce(c.keys, 0) as keys, coalesce(s.used, '-infinity') as used
      from held left join counted c on c.workspace_id = held.id
      left join lateral (
        select i.last_sign_in_at as used from user_sign_ins i where i.workspace_id = held.id and not i.binned
        order by i.last_sign_in_at desc limit 1
      ) s on true
    ) now
    where w.id = now.id and (w.user_count, w.key_count, w.last_used_at) is distinct from (now.users, now.keys, now.used)`.execute(
    db,
  )
}
