import type { World } from '#platform/world.ts'
import { transact } from '#platform/db/transaction.ts'
import { type Day, dayAfter, dayBefore, dayOf } from '../prices/prices.days.ts'
import { findProgress, foldLedger, noteProgress, noteUsers, writeDay } from './usage.store.ts'

export { findDays, findFirstDay, rowOfDay, type UsageRow } from './usage.store.ts'

const from = {
  actor: { kind: 'operator', name: 'Claviger' },
  request: { id: 'usage', ip: '', userAgent: '' },
  everywhere: true,
} as const

/**
 * Computes the usage of all days up to yesterday that aren't computed yet, each in its own transaction, in order. The last
 * computed day is computed again, for changes that were committed late.
 */
export async function computeUsage(world: World): Promise<void> {
  const yesterday = dayBefore(dayOf(world.clock.now()))
  const { computed, first } = await transact(world, from, ctx => findProgress(ctx.db))
  const start = computed ?? first
  if (start === null) return
  for (let day: Day = start; day <= yesterday; day = dayAfter(day)) await computeDay(world, day)
}

export const computeDay = (world: World, day: Day): Promise<void> =>
  transact(world, from, async ctx => {
    await noteUsers(ctx.db, day)
    await writeDay(ctx.db, day)
    await noteProgress(ctx.db, day)
    await foldLedger(ctx.db, day)
  })
