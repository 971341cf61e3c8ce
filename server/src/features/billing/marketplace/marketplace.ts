import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import {
  type ApprovedPurchase,
  type marketplace,
  type Purchase,
  purchaseStatus,
} from '@claviger/contract/billing/marketplace'
import { hours, later } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, RequestContext, AppContext } from '#platform/app-context.ts'
import { DeliveryError } from '#integrations/target.ts'
import {
  type MarketplaceApi,
  marketplaceApi,
  MarketplaceRefusal,
  type PurchasedSubscription,
} from './marketplace-api.ts'
import * as store from './marketplace.store.ts'
import type { PurchaseRow } from './marketplace.store.ts'

type InputFor<Call extends keyof typeof marketplace.calls> = OutputOf<(typeof marketplace.calls)[Call]['input']>

/** As long as the token of the marketplace. */
const startedFor = hours(24)

const statusOf: Record<PurchasedSubscription['saasSubscriptionStatus'], number> = {
  NotStarted: purchaseStatus.pending,
  PendingFulfillmentStart: purchaseStatus.pending,
  Subscribed: purchaseStatus.subscribed,
  Suspended: purchaseStatus.suspended,
  Unsubscribed: purchaseStatus.unsubscribed,
}

export const subscriptionFacts = (one: PurchasedSubscription) => ({
  name: one.name.slice(0, 200),
  offer: one.offerId.slice(0, 100),
  plan: one.planId.slice(0, 100),
  quantity: one.quantity ?? null,
  status: statusOf[one.saasSubscriptionStatus],
})

const sealedAbout = 'marketplace:purchase:start of itself'

/** @throws marketplace-not-configured */
function mustSell(world: AppContext): MarketplaceApi {
  const api = marketplaceApi(world)
  if (!api) throw problem('marketplace-not-configured')
  return api
}

/** @throws purchase-unidentified, marketplace-away */
async function asBuyer<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof MarketplaceRefusal) throw problem('purchase-unidentified')
    if (error instanceof DeliveryError) throw problem('marketplace-away')
    throw error
  }
}

function replyOf(world: AppContext, one: PurchasedSubscription, endsAt: Date): Purchase {
  const sealed = world.sealer.seal(JSON.stringify({ id: one.id, endsAt: endsAt.getTime() }), sealedAbout)
  return {
    ...subscriptionFacts(one),
    buyer: one.purchaser?.emailId ?? '',
    purchase: sealed.toString('base64url'),
    endsAt: endsAt.toISOString(),
  }
}

/** Opens a started purchase. @throws purchase-unidentified if it is not ours, or too old */
function opened(world: AppContext, purchase: string): { id: string; endsAt: Date } {
  try {
    const text = world.sealer.open(Buffer.from(purchase, 'base64url'), sealedAbout).toString()
    const { id, endsAt } = JSON.parse(text) as { id: string; endsAt: number }
    if (endsAt > world.clock.now().getTime()) return { id, endsAt: new Date(endsAt) }
  } catch {
    // Not sealed by us
  }
  throw problem('purchase-unidentified')
}

/** Exchanges the token of the landing page for the purchase (R200). */
export async function startPurchase(ctx: RequestContext, { token }: InputFor<'start'>): Promise<Purchase> {
  const api = mustSell(ctx)
  const { subscription } = await asBuyer(() => api.resolve(token))
  return replyOf(ctx, subscription, later(ctx.clock.now(), startedFor))
}

export async function readPurchase(ctx: RequestContext, { purchase }: InputFor<'update'>): Promise<Purchase> {
  const { id, endsAt } = opened(ctx, purchase)
  const api = mustSell(ctx)
  return replyOf(ctx, await asBuyer(() => api.subscription(id)), endsAt)
}

export function abandonPurchase(ctx: TransactionContext, { purchase }: InputFor<'abandon'>) {
  opened(ctx, purchase)
  return doneReply
}

const approvedOf = (row: PurchaseRow): ApprovedPurchase => ({
  subscriptionId: row.subscription_id,
  name: row.name,
  offer: row.offer,
  plan: row.plan,
  quantity: row.quantity,
  status: row.status,
  approvedAt: row.approved_at.toISOString(),
})

export const logObjectOfPurchase = (row: Pick<PurchaseRow, 'subscription_id' | 'name'>) => ({
  type: 'purchase',
  id: row.subscription_id,
  name: row.name,
})

export const listPurchases = async (ctx: TransactionContext) => ({
  items: (await store.findPurchases(ctx.db)).map(approvedOf),
})

/**
 * Gives a purchase to the workspace, and activates it. A repeated call activates it again only if that had failed.
 * @throws purchase-unidentified, purchase-taken, marketplace-away, change-refused
 */
export async function approvePurchase(
  ctx: RequestContext,
  { purchase }: InputFor<'approve'>,
): Promise<ApprovedPurchase> {
  const { id } = opened(ctx, purchase)
  const api = mustSell(ctx)
  const bought = await asBuyer(() => api.subscription(id))
  const facts = subscriptionFacts(bought)
  if (facts.status !== purchaseStatus.pending && facts.status !== purchaseStatus.subscribed)
    throw problem('change-refused')
  // Stored first: a purchase that is activated must belong to a workspace
  const row = await ctx.transact(async one => (await store.lockPurchase(one.db, id)) ?? add(one, bought))
  if (facts.status === purchaseStatus.pending) await asBuyer(() => api.activate(id))
  const after = { plan: facts.plan, quantity: facts.quantity, status: purchaseStatus.subscribed }
  if (row.status === purchaseStatus.pending)
    await ctx.transact(async one => {
      await store.changePurchase(one.db, { ...after, subscription_id: id, at: one.clock.now() })
      await record(one, {
        action: 'purchase.changed',
        object: logObjectOfPurchase(row),
        after: { status: 'subscribed' },
      })
    })
  return { ...approvedOf(row), ...after }
}

async function add(ctx: TransactionContext, bought: PurchasedSubscription): Promise<PurchaseRow> {
  const now = ctx.clock.now()
  const facts = subscriptionFacts(bought)
  const row = await store.insertPurchase(ctx.db, {
    ...facts,
    workspace_id: workspaceOf(ctx),
    subscription_id: bought.id,
    status: purchaseStatus.pending,
    buyer: (bought.purchaser?.emailId ?? '').slice(0, 254),
    approved_at: now,
    changed_at: now,
    metered_to: hourOf(now),
  })
  const { plan, quantity, offer } = facts
  await record(ctx, { action: 'purchase.approved', object: logObjectOfPurchase(row), after: { offer, plan, quantity } })
  return row
}

/** The start of an hour. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / hours(1)) * hours(1))
