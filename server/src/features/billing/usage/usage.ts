import type { AppContext } from '#platform/app-context.ts'
import { transact } from '#platform/db/transaction.ts'
import { type Day, dayAfter, dayBefore, dayOfInstant } from '../prices/prices.days.ts'
import { findUsageProgress, foldLedger, noteUsageProgress, noteUsers, writeUsageDay } from './usage.store.ts'

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
export async function computeUsage(world: AppContext): Promise<void> {
  const yesterday = dayBefore(dayOfInstant(world.clock.now()))
  const { computed, first } = await transact(world, from, ctx => findUsageProgress(ctx.db))
  const start = computed ?? first
  if (start === null) return
  for (let day: Day = start; day <= yesterday; day = dayAfter(day)) await computeDay(world, day)
}

const workspacesAtOnce = 100

export async function computeDay(world: AppContext, day: Day): Promise<void> {
  await transact(world, from, async ctx => {
    await noteUsers(ctx.db, day)
    await writeUsageDay(ctx.db, day)
    await noteUsageProgress(ctx.db, day)
  })
  const fold = () => transact(world, from, ctx => foldLedger(ctx.db, day, workspacesAtOnce))
  while ((await fold()) === workspacesAtOnce);
}
