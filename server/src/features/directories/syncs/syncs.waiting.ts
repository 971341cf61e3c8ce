import type { SyncCounts } from '@claviger/contract/directories/syncs'
import type { Ctx } from '#platform/world.ts'
import { shutOut } from './plan.ts'
import { lastBraked } from './runs.store.ts'

/** A run above the safety threshold that waits for an owner's approval; undefined if none. */
export async function syncThatWaits(ctx: Ctx): Promise<{ run: string; name: string; people: number } | undefined> {
  const row = await lastBraked(ctx.db)
  return row && { run: row.id, name: row.connection_name, people: shutOut(row.counts as unknown as SyncCounts) }
}
