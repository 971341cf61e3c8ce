import { beginSync } from '../../../directories/syncs/syncs.ts'
import { syncStanding } from '../runs.store.ts'
import type { Type } from './type.ts'

/** People of a directory: a run of its own, which stands with the other runs of that directory. */
export const peopleType: Type = {
  async handOver(ctx, { groups, settings }, connection) {
    const only = groups.length > 0 ? { groups } : undefined
    return {
      kind: 'sync',
      id: await beginSync(ctx, connection, { mode: settings.mode, dry: false, by: 'workflow', only }),
    }
  },
  async outcome(ctx, { id }) {
    const run = await syncStanding(ctx.db, id)
    if (!run) return { done: 0, skipped: 0, failed: 0, reason: 'stopped' }
    const { done = 0, skipped = 0, refused: failed = 0 } = run.counts ?? {}
    if (run.state === 'braked') return { done, skipped, failed, reason: null, waits: true }
    if (run.state === 'reading' || (run.state === 'applying' && run.goes_on)) return undefined
    if (run.state === 'failed') return { done, skipped, failed, reason: 'directory-failed' }
    if (run.state !== 'done') return { done, skipped, failed, reason: 'stopped' }
    return { done, skipped, failed, reason: failed > 0 ? 'rows-failed' : null }
  },
}
