import { setTimeout as sleep } from 'node:timers/promises'
import type { ScheduledTask } from '#platform/scheduled-tasks.ts'
import { transact } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { AppContext } from '#platform/app-context.ts'
import { provisioningKeeper, applyChangeNotices } from '../change-notices.ts'
import { continueComparison } from '../comparing/comparison-pages.ts'
import { renewTargetLease, noteTrouble, releaseTarget, type ClaimedTarget, claimTarget } from '../targets.store.ts'
import { clientOfTarget, DeliveryNotSent } from './client.ts'
import { bearerOf } from './bearer.ts'
import { keepConnections } from '#integrations/exchange.ts'
import { deny } from './denied-delivery.ts'
import { initialConcurrency, type RunInTransaction, maxConcurrency, deliverSlice } from './delivery-slice.ts'

const atOnce = 4
const holdEvery = 4000

export const provisioningTask: ScheduledTask = {
  name: 'provisioning',
  everySeconds: 2,
  async work(world, stopping) {
    const active = new Set<Promise<void>>()
    try {
      while (!stopping.aborted) {
        await applyChangeNotices(world, stopping)
        while (active.size < atOnce) {
          const taken = await takeNext(world)
          if (!taken) break
          const one = serve(world, taken, stopping).finally(() => active.delete(one))
          active.add(one)
        }
        await sleep(2000, undefined, { signal: stopping }).catch(() => undefined)
      }
    } finally {
      await Promise.all(active)
    }
  },
}

export async function provisionDue(world: AppContext, stopping = new AbortController().signal): Promise<void> {
  await applyChangeNotices(world, stopping)
  for (let taken = await takeNext(world); taken; taken = await takeNext(world)) await serve(world, taken, stopping)
}

interface With extends ClaimedTarget {
  sender: string
}

async function takeNext(world: AppContext): Promise<With | undefined> {
  const sender = newId()
  const taken = await transact(world, { ...provisioningKeeper, everywhere: true }, ctx =>
    claimTarget(ctx.db, sender, ctx.clock.now()),
  )
  return taken && { ...taken, sender }
}

/** Sends to one application in batches until nothing is due, it throttles, or the process stops. */
async function serve(
  world: AppContext,
  { workspace_id: workspace, id, sender }: With,
  ending: AbortSignal,
): Promise<void> {
  const inside: RunInTransaction = work => transact(world, { ...provisioningKeeper, workspace }, work)
  const lost = new AbortController()
  const stopping = AbortSignal.any([ending, lost.signal])
  const holding = setInterval(() => {
    inside(ctx => renewTargetLease(ctx.db, id, sender)).then(
      held => held ?? lost.abort(),
      () => undefined,
    )
  }, holdEvery)
  try {
    await tellOn(world, inside, { id, sender }, stopping)
    await inside(ctx => releaseTarget(ctx.db, id, sender))
  } catch (error) {
    // Work interrupted by our own shutdown is continued by the next sender
    if (stopping.aborted) return await inside(ctx => releaseTarget(ctx.db, id, sender))
    world.log.warn({ application: id, workspace, err: error }, 'an application was not told of its people')
    const untold = error instanceof DeliveryNotSent ? error : new DeliveryNotSent('faulty', null, true)
    await inside(ctx =>
      untold.reason === 'denied'
        ? deny(ctx, id, untold.detail)
        : noteTrouble(ctx.db, id, untold, ctx.clock.now(), untold.until),
    )
  } finally {
    clearInterval(holding)
  }
}

async function tellOn(
  world: AppContext,
  inside: RunInTransaction,
  { id, sender }: Pick<With, 'id' | 'sender'>,
  stopping: AbortSignal,
) {
  const { clock } = world
  const kept = keepConnections(maxConcurrency)
  // Concurrency increases with each batch while the application doesn't throttle
  let beside = initialConcurrency
  try {
    for (let more = true; more && !stopping.aborted;) {
      const held = await inside(async ctx => {
        const target = await renewTargetLease(ctx.db, id, sender)
        return target && { target, bearer: await bearerOf(ctx, target) }
      })
      if (!held) return
      const { target, bearer } = held
      const client = clientOfTarget({
        guard: world,
        workspace: target.workspace_id,
        now: () => clock.now(),
        address: target.address,
        bearer,
        stopping,
        kept,
      })
      const compared = await continueComparison(inside, client, target)
      more = (await deliverSlice(inside, client, target, beside)) || compared
      beside = Math.min(maxConcurrency, beside * 2)
    }
  } finally {
    kept.close()
  }
}
