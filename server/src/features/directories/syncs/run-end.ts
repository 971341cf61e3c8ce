import type { TransactionContext } from '#platform/app-context.ts'
import { noteConnection, noteReading } from '../connections/connections.ts'
import { lockRun, updateRun } from './runs.store.ts'

export async function endRun(ctx: TransactionContext, id: string): Promise<void> {
  const run = await lockRun(ctx.db, id)
  if (!run || run.state !== 'applying') return
  await updateRun(ctx.db, id, { state: 'done', finished_at: ctx.clock.now() })
  await noteConnection(ctx, run.connection_id, 'successful')
  if (run.only_some === null) await noteReading(ctx, run.connection_id, run.cursor, run.whole === true)
}
