import type { customerKinds, disableOrders } from '@claviger/contract/governance/partner-panel'
import { keyStatus } from '@claviger/contract/keys/security-keys'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { ListQuery } from '#platform/db/page.ts'
import { type Asker, hasHigherRole } from '#features/work/rank/rank.ts'

export interface CustomerRow {
  id: string
  name: string
  slug: string
  type: number
  status: number
  users: number
  keys: number
  licenses: number
  key_limit: number | null
  mails_new_keys: boolean
  monthly_report: boolean
  trial_ends: string | null
  last_used_at: Date | null
  created_at: Date
  leaves_at: Date | null
}

const columns = sql`w.id, w.name, w.slug, w.type, w.status, w.created_at, w.trial_end_date::text as trial_ends,
  nullif(w.last_used_at, '-infinity') as last_used_at,
  (select coalesce(sum(h.users), 0) from head_counts h where h.workspace_id = w.id and h.of = w.id) as users,
  (select coalesce(sum(h.keys), 0) from head_counts h where h.workspace_id = w.id and h.of = w.id) as keys,
  (select d.ends_at from workspace_deletions d where d.workspace_id = w.id) as leaves_at,
  coalesce(t.licenses, 0) as licenses, t.key_limit, coalesce(t.mails_new_keys, false) as mails_new_keys,
  coalesce(t.monthly_report, false) as monthly_report`
const customers = sql`workspaces w left join partner_terms t on t.workspace_id = w.id`

const individual = sql.lit(workspaceTypes.individual)

/** Base of every statement about customers: selects only workspaces of the partner. */
const ofPartner = (partner: string) => sql`w.partner_id = ${partner}::uuid`

const kinds: Record<(typeof customerKinds)[number], RawBuilder<unknown>> = {
  business: sql`w.type <> ${individual}`,
  personal: sql`w.type = ${individual}`,
}

export const customerList = (
  partner: string,
  of: { kind?: (typeof customerKinds)[number] | undefined; status?: number | undefined },
): Omit<ListQuery<CustomerRow>, 'item'> => ({
  from: customers,
  select: columns,
  where: [
    ofPartner(partner),
    ...(of.kind === undefined ? [] : [kinds[of.kind]]),
    ...(of.status === undefined ? [] : [sql`w.status = ${of.status}::smallint`]),
  ],
  search: { in: [sql`w.name || ' ' || w.slug`] },
  sorts: {
    name: { by: sql`lower(w.name)`, type: 'text' },
    created: { by: sql`w.created_at`, type: 'timestamptz' },
    users: { by: sql`w.user_count`, type: 'integer' },
    keys: { by: sql`w.key_count`, type: 'integer' },
    lastUse: { by: sql`w.last_used_at`, type: 'timestamptz' },
  },
  id: sql`w.id`,
  defaultSort: 'name',
})

export async function findCustomer(db: Db, partner: string, id: string): Promise<CustomerRow | undefined> {
  const { rows } = await sql<CustomerRow>`
    select ${columns} from ${customers} where ${ofPartner(partner)} and w.id = ${id}::uuid`.execute(db)
  return rows[0]
}

export interface CustomerRolesRow {
  id: string
  name: string
  owners: number
  administrators: number
  others: number
  last_sign_in_at: Date | null
}

const inRole = (condition: RawBuilder<unknown>) =>
  sql`(select count(*) from administrators a join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
    where a.workspace_id = w.id and u.deleted_at is null and ${condition})`

export const customerRoles = (
  partner: string,
  of: { customer?: string | undefined; personal: boolean },
): Omit<ListQuery<CustomerRolesRow>, 'item'> => ({
  from: customers,
  select: sql`w.id, w.name, ${inRole(sql`a.role = ${sql.lit(workspaceRoles.owner)}`)} as owners,
    ${inRole(sql`a.role = ${sql.lit(workspaceRoles.administrator)}`)} as administrators,
    ${inRole(sql`a.role > ${sql.lit(workspaceRoles.administrator)}`)} as others,
    (select max(nullif(s.last_sign_in_at, '-infinity')) from administrators a join user_sign_ins s on s.workspace_id = a.workspace_id and s.user_id = a.user_id
      where a.workspace_id = w.id) as last_sign_in_at`,
  where: [
    ofPartner(partner),
    of.personal ? kinds.personal : kinds.business,
    ...(of.customer === undefined ? [] : [sql`w.id = ${of.customer}::uuid`]),
  ],
  sorts: { name: { by: sql`lower(w.name)`, type: 'text' } },
  id: sql`w.id`,
  defaultSort: 'name',
})

export async function keysByKind(db: Db, customer: string): Promise<{ kind: number; count: number }[]> {
  const { rows } = await sql<{ kind: number; count: number }>`
    select kind, sum(keys) as count from key_counts where workspace_id = ${customer}::uuid group by kind having sum(keys) > 0 order by kind`.execute(
    db,
  )
  return rows
}

export async function keysAddedSince(db: Db, customer: string, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from security_keys where workspace_id = ${customer}::uuid and not binned and created_at >= ${since}::timestamptz`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export async function findRule(db: Db): Promise<(typeof disableOrders)[number]> {
  const { rows } = await sql<{ disables_first: (typeof disableOrders)[number] }>`
    select disables_first from partner_rules where workspace_id = current_workspace()`.execute(db)
  return rows[0]?.disables_first ?? 'idle'
}

export async function putRule(db: Db, workspace: string, disables_first: string): Promise<void> {
  await db
    .insertInto('partner_rules')
    .values({ workspace_id: workspace, disables_first })
    .onConflict(on => on.column('workspace_id').doUpdateSet({ disables_first }))
    .execute()
}

const keyOrders: Record<(typeof disableOrders)[number], RawBuilder<unknown>> = {
  idle: sql`idle_since, id`,
  newest: sql`created_at desc, id desc`,
}

/**
 * Active keys of the entered workspace that the asker can suspend, in the order of the workspace's rule. The server sends
 * no caller which ones they are.
 */
export async function keysToSuspend(
  db: Db,
  asker: Pick<Asker, 'id' | 'holds' | 'unitsOf'>,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from security_keys where workspace_id = current_workspace() and not binned and status = ${sql.lit(keyStatus.active)}
      and not ${hasHigherRole(asker, sql`user_id`)}
    order by ${keyOrders[await findRule(db)]} limit ${most}::integer`.execute(db)
  return rows.map(row => row.id)
}

export async function customerCounts(db: Db, partner: string): Promise<{ business: number; personal: number }> {
  const { rows } = await sql<{ business: number; personal: number }>`
    select count(*) filter (where ${kinds.business}) as business, count(*) filter (where ${kinds.personal}) as personal
    from workspaces w where ${ofPartner(partner)}`.execute(db)
  return rows[0] ?? { business: 0, personal: 0 }
}

export async function signUpsByWeek(db: Db, partner: string, weeks: readonly string[]) {
  const { rows } = await sql<{ week: string; count: number }>`
    select week::text as week, (select count(*) from workspaces w where ${ofPartner(partner)} and w.referrer is not null
      and w.created_at >= week and w.created_at < week + 7) as count
    from unnest(${weeks}::date[]) week order by week`.execute(db)
  return rows
}

export const trustDomainsOf = (db: Db, partner: string) =>
  db
    .selectFrom('trust_domains')
    .select(['domain', 'status'])
    .where('workspace_id', '=', partner)
    .orderBy('domain')
    .limit(100)
    .execute()
