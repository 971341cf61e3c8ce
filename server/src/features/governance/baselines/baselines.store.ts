import { followStates, type BaselinePart, type Drift } from '@claviger/contract/governance/baselines'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ListQuery } from '#platform/db/page.ts'
import type { BaselineDocument } from './baseline-document.ts'

type Contents = { part: BaselinePart; items: string[] }[]

export interface BaselineRow {
  id: string
  name: string
  description: string
  version: number
  note: string
  published_at: Date
  published_by: string
  contents: Contents
  offered: number
  accepted: number
  declined: number
  drifted: number
}

const { offered, accepted, declined } = followStates
const ofState = (state: number, also: RawBuilder<unknown> = sql``) =>
  sql`(select count(*) from followed_baselines f where f.partner_id = b.workspace_id and f.baseline_id = b.id and f.state = ${sql.lit(state)} ${also})`

/** Baselines of a partner, all or one. */
export async function findBaselines(db: Db, partner: string, id?: string): Promise<BaselineRow[]> {
  const { rows } = await sql<BaselineRow>`
    select b.id, b.name, b.description, b.version, v.note, v.published_at, v.published_by, v.contents,
      ${ofState(offered)} as offered, ${ofState(accepted)} as accepted, ${ofState(declined)} as declined,
      ${ofState(accepted, sql`and f.drifted > 0`)} as drifted
    from baselines b join baseline_versions v
      on v.workspace_id = b.workspace_id and v.baseline_id = b.id and v.version = b.version
    where b.workspace_id = ${partner}::uuid and (${id ?? null}::uuid is null or b.id = ${id ?? null}::uuid)
    order by lower(b.name), b.id`.execute(db)
  return rows
}

export async function lockBaseline(db: Db, partner: string, id: string) {
  const { rows } = await sql<{ id: string; name: string; version: number }>`
    select id, name, version from baselines where workspace_id = ${partner}::uuid and id = ${id}::uuid for update`.execute(
    db,
  )
  return rows[0]
}

export async function countBaselines(db: Db, partner: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from baselines where workspace_id = ${partner}::uuid`.execute(db)
  return rows[0]?.n ?? 0
}

export async function putBaseline(db: Db, row: Insertable<Tables['baselines']>): Promise<void> {
  const { name, description, version } = row
  await db
    .insertInto('baselines')
    .values(row)
    .onConflict(on => on.columns(['workspace_id', 'id']).doUpdateSet({ name, description, version }))
    .execute()
}

export async function insertVersion(
  db: Db,
  row: Omit<Insertable<Tables['baseline_versions']>, 'document' | 'contents'> & {
    document: BaselineDocument
    contents: Contents
  },
): Promise<void> {
  await db
    .insertInto('baseline_versions')
    .values({ ...row, document: JSON.stringify(row.document), contents: JSON.stringify(row.contents) })
    .execute()
}

export async function deleteBaseline(db: Db, partner: string, id: string): Promise<void> {
  await db.deleteFrom('baselines').where('workspace_id', '=', partner).where('id', '=', id).execute()
}

export interface FollowerRow {
  id: string
  name: string
  state: number
  offered_at: Date
  version: number | null
  accepted_at: Date | null
  without: BaselinePart[]
  drift: Drift[]
  checked_at: Date | null
}

const followers = sql`followed_baselines f join workspaces w on w.id = f.workspace_id
  join baselines b on b.workspace_id = f.partner_id and b.id = f.baseline_id and b.workspace_id = w.partner_id
  left join baseline_versions v on v.workspace_id = b.workspace_id and v.baseline_id = b.id and v.version = f.version`
const followerColumns = sql`w.id, w.name, f.state, f.offered_at, f.version, f.accepted_at, f.drift, f.checked_at,
  coalesce((select jsonb_agg(part ->> 'part') from jsonb_array_elements(v.contents) part
    where not (part ->> 'part') = any(f.parts)), '[]') as without`

export const followerList = (
  partner: string,
  of: { baselineId: string; state?: number | undefined; drifted?: boolean | undefined },
): Omit<ListQuery<FollowerRow>, 'item'> => ({
  from: followers,
  select: followerColumns,
  where: [
    sql`f.partner_id = ${partner}::uuid`,
    sql`f.baseline_id = ${of.baselineId}::uuid`,
    ...(of.state === undefined ? [] : [sql`f.state = ${of.state}::smallint`]),
    ...(of.drifted === undefined ? [] : [of.drifted ? sql`f.drifted > 0` : sql`f.drifted = 0`]),
  ],
  sorts: {
    drift: { by: sql`f.drifted`, type: 'integer' },
    name: { by: sql`lower(w.name)`, type: 'text' },
  },
  id: sql`w.id`,
  defaultSort: 'name',
})

export type CustomerBaselineRow = FollowerRow & { baseline: { id: string; name: string }; latest: number }

export async function baselinesOfCustomer(db: Db, partner: string, customer: string): Promise<CustomerBaselineRow[]> {
  const { rows } = await sql<CustomerBaselineRow>`
    select ${followerColumns}, jsonb_build_object('id', b.id, 'name', b.name) as baseline, b.version as latest
    from ${followers} where f.partner_id = ${partner}::uuid and f.workspace_id = ${customer}::uuid
    order by lower(b.name), b.id`.execute(db)
  return rows
}

/** Offers a baseline to customers of the partner, chosen or all businesses, and returns the customers to notify. */
export async function putOffers(
  db: Db,
  {
    partner,
    baseline,
    customers,
    now,
  }: { partner: string; baseline: string; customers?: readonly string[]; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    insert into followed_baselines as f (workspace_id, partner_id, baseline_id, state, offered_at)
    select w.id, b.workspace_id, b.id, ${sql.lit(offered)}, ${now}::timestamptz from workspaces w join baselines b on b.workspace_id = w.partner_id
    where w.partner_id = ${partner}::uuid and b.id = ${baseline}::uuid
      and case when ${customers ?? null}::uuid[] is null then w.type <> ${sql.lit(workspaceTypes.individual)}
        else w.id = any(${customers ?? null}::uuid[]) end
    on conflict (workspace_id, baseline_id) do update set offered_at = excluded.offered_at,
      state = case f.state when ${sql.lit(accepted)} then f.state else excluded.state end
      where f.state <> ${sql.lit(accepted)} or f.drifted > 0
        or f.version < (select b.version from baselines b where b.workspace_id = excluded.partner_id and b.id = excluded.baseline_id)
    returning f.workspace_id`.execute(db)
  return rows.map(row => row.workspace_id)
}

export async function deleteOffer(db: Db, partner: string, baseline: string, customer: string): Promise<boolean> {
  const { rows } = await sql`
    delete from followed_baselines where partner_id = ${partner}::uuid and baseline_id = ${baseline}::uuid and workspace_id = ${customer}::uuid
    returning workspace_id`.execute(db)
  return rows.length > 0
}
