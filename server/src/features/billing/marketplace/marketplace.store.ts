import { keyStatus } from '@claviger/contract/keys/security-keys'
import type { Insertable, Selectable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type PurchaseRow = Selectable<Tables['marketplace_purchases']>
export type MeteredHourRow = Selectable<Tables['marketplace_usage']>

export async function findPurchases(db: Db): Promise<PurchaseRow[]> {
  const { rows } = await run<PurchaseRow>(
    db,
    'select * from marketplace_purchases where workspace_id = current_workspace() order by approved_at, subscription_id',
    [],
  )
  return rows
}

export async function lockPurchase(db: Db, subscription: string): Promise<PurchaseRow | undefined> {
  const { rows } = await run<PurchaseRow>(
    db,
    `select * from marketplace_purchases where workspace_id = current_workspace() and subscription_id = $1::uuid
     for update`,
    [subscription],
  )
  return rows[0]
}

/** Stores an approved purchase; a unique violation if another workspace has it. */
export const insertPurchase = (db: Db, row: Insertable<Tables['marketplace_purchases']>): Promise<PurchaseRow> =>
  db.insertInto('marketplace_purchases').values(row).returningAll().executeTakeFirstOrThrow()

export async function changePurchase(
  db: Db,
  to: Pick<PurchaseRow, 'subscription_id' | 'plan' | 'quantity' | 'status'> & { at: Date },
): Promise<void> {
  await run(
    db,
    `update marketplace_purchases set plan = $2, quantity = $3, status = $4, changed_at = $5
     where workspace_id = current_workspace() and subscription_id = $1::uuid`,
    [to.subscription_id, to.plan, to.quantity, to.status, to.at],
  )
}

/** The workspace of a subscription, for a transaction that sees all workspaces. */
export async function workspaceOfSubscription(db: Db, subscription: string): Promise<string | undefined> {
  const { rows } = await run<{ workspace: string }>(
    db,
    'select workspace_id as workspace from marketplace_subscriptions where subscription_id = $1::uuid',
    [subscription],
  )
  return rows[0]?.workspace
}

/** Notes an operation; false if it was done before. */
export async function insertOperation(
  db: Db,
  operation: { workspace: string; id: string; subscription: string; action: string; at: Date },
): Promise<boolean> {
  const { rows } = await run(
    db,
    `insert into marketplace_operations (workspace_id, id, subscription_id, action, done_at)
     values ($1::uuid, $2::uuid, $3::uuid, $4, $5) on conflict do nothing returning id`,
    [operation.workspace, operation.id, operation.subscription, operation.action, operation.at],
  )
  return rows.length > 0
}

/** Subscriptions with hours that are not counted yet. */
export async function findMetered(
  db: Db,
  status: number,
  hour: Date,
): Promise<{ workspace: string; subscription: string }[]> {
  const { rows } = await run<{ workspace: string; subscription: string }>(
    db,
    `select workspace_id as workspace, subscription_id as subscription from marketplace_purchases
     where status = $1 and metered_to < $2`,
    [status, hour],
  )
  return rows
}

/** Adds the hours up to `to` for a dimension, each with the same quantity; existing hours stay unchanged. */
export async function insertHours(
  db: Db,
  usage: { subscription: string; dimension: string; from: Date; to: Date; quantity: number; plan: string },
): Promise<void> {
  await run(
    db,
    `with hours as (
       insert into marketplace_usage (workspace_id, subscription_id, dimension, hour, quantity, plan, state)
       select current_workspace(), $1::uuid, $2, h, $5, $6, 'waiting'
       from generate_series($3::timestamptz, $4::timestamptz - interval '1 hour', interval '1 hour') as h
       where $5::integer > 0
       on conflict do nothing)
     update marketplace_purchases set metered_to = $4
     where workspace_id = current_workspace() and subscription_id = $1::uuid`,
    [usage.subscription, usage.dimension, usage.from, usage.to, usage.quantity, usage.plan],
  )
}

export async function findUnsentHours(db: Db, most: number): Promise<MeteredHourRow[]> {
  const { rows } = await run<MeteredHourRow>(
    db,
    `select * from marketplace_usage where state = 'waiting' order by hour, subscription_id, dimension limit $1`,
    [most],
  )
  return rows
}

export async function endHour(db: Db, row: MeteredHourRow, state: 'sent' | 'refused', answer: string): Promise<void> {
  await run(
    db,
    `update marketplace_usage set state = $5, answer = $6
     where workspace_id = $1::uuid and subscription_id = $2::uuid and dimension = $3 and hour = $4`,
    [row.workspace_id, row.subscription_id, row.dimension, row.hour, state, answer.slice(0, 200)],
  )
}

export async function countActiveKeys(db: Db): Promise<number> {
  const { rows } = await run<{ count: number }>(
    db,
    `select count(*)::integer as count from security_keys where workspace_id = current_workspace() and status = $1`,
    [keyStatus.active],
  )
  return rows[0]?.count ?? 0
}
