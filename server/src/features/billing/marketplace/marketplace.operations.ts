import { purchaseStatus } from '@claviger/contract/billing/marketplace'
import * as z from 'zod/mini'
import { transact, workspaceOf } from '#platform/db/transaction.ts'
import { record } from '#platform/record/record.ts'
import type { JobKind } from '#platform/jobs.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import {
  type MarketplaceApi,
  marketplaceApi,
  MarketplaceRefusal,
  type Operation,
  type PurchasedSubscription,
} from './marketplace-api.ts'
import { subscriptionFacts, logObjectOfPurchase } from './marketplace.ts'
import * as store from './marketplace.store.ts'

const request = { id: 'marketplace', ip: '', userAgent: '' }
const service = { kind: 'operator', name: 'Cloud marketplace' } as const

/** Content of a webhook. Only the IDs are used: everything else is read from the marketplace. */
const Notice = z.object({
  id: z.guid(),
  subscriptionId: z.guid(),
  action: z.enum(['ChangePlan', 'ChangeQuantity', 'Suspend', 'Unsubscribe', 'Reinstate', 'Renew']),
})
type NoticeContent = z.output<typeof Notice>

/** Notices that need no response. */
const informsOnly = new Set<NoticeContent['action']>(['Suspend', 'Unsubscribe', 'Renew'])

export interface NoticeJob {
  readonly workspace: string
  readonly notice: NoticeContent
}

/** Queues a notice about a known subscription; `unknown` for others, and `unreadable` for what is no notice. */
export async function storeNotice(
  world: AppContext,
  job: JobKind<NoticeJob>,
  body: unknown,
): Promise<'taken' | 'unknown' | 'unreadable'> {
  const read = z.safeParse(Notice, body)
  if (!read.success) return 'unreadable'
  return transact(world, { actor: service, request, everywhere: true }, async ctx => {
    const workspace = await store.workspaceOfSubscription(ctx.db, read.data.subscriptionId)
    if (workspace === undefined) return 'unknown'
    await ctx.jobs.announce(ctx, job, { workspace, notice: read.data })
    return 'taken'
  })
}

/** Applies a notice if the marketplace confirms that the operation exists and matches the notice. */
export async function applyNotice(world: AppContext, { workspace, notice }: NoticeJob): Promise<void> {
  const api = marketplaceApi(world)
  if (!api) return
  const operation = await operationOf(api, notice)
  if (operation === 'forged') {
    world.log.warn({ action: notice.action }, 'A notice of the marketplace was not confirmed by the marketplace')
    return
  }
  const subscription = await api.subscription(notice.subscriptionId)
  // A plan or quantity counts as soon as we accept it, while the subscription shows the former one until then
  const wanted = operation?.status === 'InProgress' ? operation : undefined
  await transact(world, { actor: service, request, workspace }, ctx => apply(ctx, notice, subscription, wanted))
  if (wanted) await api.answerOperation(notice.subscriptionId, notice.id, true)
}

/** The operation at the marketplace; undefined where it keeps none for notices that only inform. */
async function operationOf(api: MarketplaceApi, notice: NoticeContent): Promise<Operation | 'forged' | undefined> {
  try {
    const operation = await api.operation(notice.subscriptionId, notice.id)
    const isSame = operation.action === notice.action && operation.subscriptionId === notice.subscriptionId
    return isSame && operation.status !== 'Failed' ? operation : 'forged'
  } catch (error) {
    if (!(error instanceof MarketplaceRefusal)) throw error
    return informsOnly.has(notice.action) ? undefined : 'forged'
  }
}

async function apply(
  ctx: TransactionContext,
  notice: NoticeContent,
  subscription: PurchasedSubscription,
  wanted: Operation | undefined,
): Promise<void> {
  const row = await store.lockPurchase(ctx.db, notice.subscriptionId)
  if (!row) return
  const at = ctx.clock.now()
  const operation = { workspace: workspaceOf(ctx), id: notice.id, subscription: row.subscription_id, at }
  if (!(await store.insertOperation(ctx.db, { ...operation, action: notice.action }))) return
  const facts = subscriptionFacts(subscription)
  const after = {
    plan: (notice.action === 'ChangePlan' && wanted?.planId) || facts.plan,
    quantity: notice.action === 'ChangeQuantity' && wanted ? (wanted.quantity ?? null) : facts.quantity,
    status: notice.action === 'Reinstate' && wanted ? purchaseStatus.subscribed : facts.status,
  }
  await store.changePurchase(ctx.db, { subscription_id: row.subscription_id, ...after, at })
  await record(ctx, {
    action: 'purchase.changed',
    object: logObjectOfPurchase(row),
    before: { plan: row.plan, quantity: row.quantity, status: statusNames[row.status] },
    after: { ...after, status: statusNames[after.status], operation: notice.action },
  })
}

const statusNames = ['pending', 'subscribed', 'suspended', 'unsubscribed'] as const
