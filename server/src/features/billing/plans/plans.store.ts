import type { BillingAddress, PaymentPlan } from '@claviger/contract/billing/money'
import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { ChargedLicenses } from '../prices/prices.charges.ts'

/** A workspace with its policy; the policy's columns are null if the workspace uses the default. */
export interface PolicyRow {
  workspace_id: string
  name: string
  type: number
  status: number
  installation: boolean
  language: string
  created_on: string
  trial_end_date: string | null
  own_address: BillingAddress | null
  currency: string | null
  key_limit: number | null
  own_limit: number | null
  discount: number | null
  exempt: boolean | null
  payment_method: number | null
  buyer: BillingAddress | null
  email: string | null
}

export interface PlanChange {
  from_day: string
  plan: PaymentPlan
  licenses: number | null
}

export async function findBillingPolicy(db: Db): Promise<PolicyRow | undefined> {
  const { rows } = await sql<PolicyRow>`
    select w.id as workspace_id, w.name, w.type, w.status, w.installation, w.language,
      (w.created_at at time zone 'UTC')::date::text as created_on, w.trial_end_date::text as trial_end_date,
      case when w.country <> '' and w.city <> '' and w.address <> '' and w.postal_code <> '' then
        jsonb_build_object('name', w.name, 'country', w.country, 'province', coalesce(w.province, ''), 'city', w.city,
          'address', w.address, 'postalCode', w.postal_code) end as own_address,
      p.currency, p.key_limit, p.own_limit, p.discount, p.exempt, p.payment_method, p.buyer, p.email
    from workspaces w left join billing_policies p on p.workspace_id = w.id
    where w.id = current_workspace()`.execute(db)
  return rows[0]
}

export interface PolicyChange {
  currency?: string
  key_limit?: number | null
  own_limit?: number | null
  discount?: number
  exempt?: boolean
  payment_method?: number
  buyer?: BillingAddress
  email?: string | null
}

/** Locks the policy; a workspace without one gets that of new workspaces. */
export async function lockPolicy(db: Db, currency: string, now: Date): Promise<void> {
  await sql`insert into billing_policies (workspace_id, currency, updated_at) values (current_workspace(), ${currency}, ${now})
    on conflict do nothing`.execute(db)
  await sql`select from billing_policies p where p.workspace_id = current_workspace() for update`.execute(db)
}

export async function changePolicy(db: Db, to: PolicyChange, now: Date): Promise<void> {
  const { buyer, ...plain } = to
  await db
    .updateTable('billing_policies')
    .set({ ...plain, ...(buyer && { buyer: JSON.stringify(buyer) }), updated_at: now })
    .where('workspace_id', '=', sql<string>`current_workspace()`)
    .execute()
}

export async function findPlanChanges(db: Db): Promise<PlanChange[]> {
  const { rows } = await sql<PlanChange>`
    select c.from_day::text as from_day, c.plan, c.licenses from plan_changes c
    where c.workspace_id = current_workspace() order by c.from_day`.execute(db)
  return rows
}

export async function putPlanChange(db: Db, change: PlanChange): Promise<void> {
  await sql`insert into plan_changes (workspace_id, from_day, plan, licenses)
    values (current_workspace(), ${change.from_day}::date, ${change.plan}, ${change.licenses})
    on conflict (workspace_id, from_day) do update set plan = excluded.plan, licenses = excluded.licenses`.execute(db)
}

export async function deletePlanChanges(db: Db, from: string): Promise<void> {
  await sql`delete from plan_changes c where c.workspace_id = current_workspace() and c.from_day >= ${from}::date`.execute(
    db,
  )
}

export interface PromoRow {
  keys: number
  percent: number
  from_day: string
  to_day: string
}

export async function findPromoUses(db: Db): Promise<PromoRow[]> {
  const { rows } = await sql<PromoRow>`
    select u.keys, u.percent, u.from_day::text as from_day, u.to_day::text as to_day from promo_uses u
    where u.workspace_id = current_workspace()`.execute(db)
  return rows
}

export async function findLastClosed(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select max(p.to_day)::text as day from billing_periods p where p.workspace_id = current_workspace()`.execute(db)
  return rows[0]?.day ?? undefined
}

/** License units that bills charged for days of a range. */
export async function findCharged(
  db: Db,
  from: string,
  to: string,
  kinds: readonly number[],
): Promise<ChargedLicenses[]> {
  const { rows } = await sql<ChargedLicenses>`
    select r.row ->> 'date' as date, (l.line -> 'tier')::integer as tier, (l.line -> 'price')::integer as price,
      sum((r.row -> 'count')::integer)::integer as count
    from billing_periods p join bills b on b.workspace_id = p.workspace_id and b.id = p.bill_id
      cross join lateral jsonb_array_elements(b.lines) as l(line)
      cross join lateral jsonb_array_elements(l.line -> 'rows') as r(row)
    where p.workspace_id = current_workspace() and p.to_day >= ${from}::date - 62
      and (l.line -> 'kind')::integer = any(${kinds}::integer[]) and r.row ->> 'date' between ${from} and ${to}
    group by 1, 2, 3`.execute(db)
  return rows
}

export async function setLicenseLimit(db: Db, limit: number | null, reason: string | null, now: Date): Promise<void> {
  await sql`select set_license_limit(current_workspace(), ${limit}, ${reason}, ${now})`.execute(db)
}

/** Workspaces that are billed: all but the personal ones and that of the installation. */
export async function findBilled(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from workspaces w where w.type <> ${workspaceTypes.individual} and not w.installation order by w.id`.execute(
    db,
  )
  return rows.map(row => row.id)
}

/** Email addresses of owners and billing managers. */
export async function findPayers(db: Db, roles: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct u.email from administrators a join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
    where a.workspace_id = current_workspace() and a.role = any(${roles}::smallint[]) and u.email is not null
      and u.deleted_at is null and u.suspended_at is null order by u.email`.execute(db)
  return rows.map(row => row.email)
}
