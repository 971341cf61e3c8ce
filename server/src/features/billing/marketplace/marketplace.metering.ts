import { purchaseStatus } from '@claviger/contract/billing/marketplace'
import { hours, later } from '#platform/clock.ts'
import { transact } from '#platform/db/transaction.ts'
import type { AppContext } from '#platform/app-context.ts'
import { marketplaceApi } from './marketplace-api.ts'
import { hourOf } from './marketplace.ts'
import * as store from './marketplace.store.ts'

const request = { id: 'metering', ip: '', userAgent: '' }
const service = { kind: 'operator', name: 'Cloud marketplace' } as const

/** The marketplace takes usage of the past 24 hours only. */
const takenFor = 24
const batch = 25

/**
 * Counts the full hours since the last run, and sends them. Hours are stored before they are sent, and the marketplace
 * refuses an hour that it has, so that each counts once even if an answer is lost.
 */
export async function sendUsage(world: AppContext): Promise<void> {
  const api = marketplaceApi(world)
  const dimension = world.config.marketplaceDimension
  if (!api || dimension === undefined) return
  const now = world.clock.now()
  const hour = hourOf(now)
  const everywhere = { actor: service, request, everywhere: true }
  const metered = await transact(world, everywhere, ctx => store.findMetered(ctx.db, purchaseStatus.subscribed, hour))
  for (const { workspace, subscription } of metered)
    await transact(world, { actor: service, request, workspace }, async ctx => {
      const row = await store.lockPurchase(ctx.db, subscription)
      if (!row) return
      const oldest = later(hour, -hours(takenFor - 1))
      const from = row.metered_to > oldest ? row.metered_to : oldest
      const quantity = await store.countActiveKeys(ctx.db)
      await store.insertHours(ctx.db, { subscription, dimension, from, to: hour, quantity, plan: row.plan })
    })
  for (;;) {
    const waiting = await transact(world, everywhere, ctx => store.findUnsentHours(ctx.db, batch))
    if (waiting.length === 0) return
    const { result } = await api.sendUsage(
      waiting.map(row => ({
        resourceId: row.subscription_id,
        quantity: row.quantity,
        dimension: row.dimension,
        effectiveStartTime: row.hour.toISOString(),
        planId: row.plan,
      })),
    )
    await transact(world, everywhere, async ctx => {
      for (const [place, row] of waiting.entries()) {
        const status = result[place]?.status ?? 'no result'
        // A duplicate was sent before, and its answer was lost
        const isSent = status === 'Accepted' || status === 'Duplicate'
        await store.endHour(ctx.db, row, isSent ? 'sent' : 'refused', status)
        if (!isSent) world.log.error({ status, hour: row.hour }, 'The marketplace refused the usage of an hour')
      }
    })
  }
}
