import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { licenseWarnings, type Licenses, type licenses } from '@claviger/contract/billing/licenses'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { dayOfInstant } from '../prices/prices.days.ts'
import { priceTables, tableOn } from '../prices/prices.ts'
import { lockBillingPolicy, setPlan, writePolicy } from '../plans/plans.change.ts'
import { refreshLimit } from '../plans/plans.limits.ts'
import { isPrepaid, planOn, policyHere } from '../plans/plans.ts'
import { findPool, allowKeysToWait, lockLicenses, type PoolRow } from './licenses.store.ts'

type InputFor<Call extends keyof typeof licenses.calls> = OutputOf<(typeof licenses.calls)[Call]['input']>

/** The highest threshold that is reached, in percent. */
export function warningOf({ used, key_limit: limit }: Pick<PoolRow, 'used' | 'key_limit'>): number | null {
  if (limit === null || limit === 0) return null
  return licenseWarnings.findLast(percent => used * 100 >= limit * percent) ?? null
}

const noPool: PoolRow = { key_limit: null, limited_by: null, used: 0, waiting: 0, warned: 0 }

export async function readLicenses(ctx: TransactionContext): Promise<Licenses> {
  const pool = (await findPool(ctx.db)) ?? noPool
  const { row, changes, currency } = await policyHere(ctx)
  const today = dayOfInstant(ctx.clock.now())
  const { plan, licenses: paid } = planOn(changes, today)
  return {
    plan,
    used: pool.used,
    limit: pool.key_limit,
    limitedBy: pool.limited_by,
    licenses: paid,
    free: tableOn(await priceTables(ctx), currency, today).freeKeys,
    ownLimit: row.own_limit,
    waiting: pool.waiting,
    warning: warningOf(pool),
  }
}

export async function limitKeys(ctx: TransactionContext, { limit }: InputFor<'limit'>): Promise<Licenses> {
  const before = (await policyHere(ctx)).row.own_limit
  await writePolicy(ctx, { own_limit: limit })
  await record(ctx, { action: 'licenses.limited', before: { limit: before }, after: { limit } })
  return readLicenses(ctx)
}

/** @throws not-prepaid, too-few-licenses */
export async function buyLicenses(ctx: TransactionContext, { licenses: wanted }: InputFor<'buy'>): Promise<Licenses> {
  await lockBillingPolicy(ctx)
  const policy = await policyHere(ctx)
  const { plan, licenses: had } = planOn(policy.changes, dayOfInstant(ctx.clock.now()))
  if (!isPrepaid(plan)) throw problem('not-prepaid')
  if (wanted < ((await findPool(ctx.db))?.used ?? 0)) throw problem('too-few-licenses')
  await setPlan(ctx, policy, { plan, licenses: wanted })
  await record(ctx, { action: 'licenses.bought', before: { licenses: had }, after: { licenses: wanted } })
  return readLicenses(ctx)
}

/** Counts the keys of a new workspace from its first moment: a limit applies to the first key. */
export async function beginCounting(ctx: TransactionContext): Promise<void> {
  if (!ctx.config.billing) return
  await refreshLimit(ctx)
}

/**
 * Keys that this transaction activates are not refused above the limit: they wait for a license, and their users get
 * status 41.
 */
export async function waitForLicenses(ctx: TransactionContext): Promise<void> {
  if (ctx.config.billing) await allowKeysToWait(ctx.db)
}

/** The first of several keys, as many as licenses are left. */
export async function withinLicenses<T>(ctx: TransactionContext, keys: readonly T[]): Promise<T[]> {
  if (!ctx.config.billing) return [...keys]
  return keys.slice(0, Math.max(0, (await lockLicenses(ctx.db)) ?? keys.length))
}
