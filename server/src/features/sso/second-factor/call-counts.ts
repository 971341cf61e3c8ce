import { minutes } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { writeCall } from './second-factor.store.ts'

const every = minutes(1)

export async function noteCall(ctx: TransactionContext, application: { id: string }, well: boolean): Promise<void> {
  const now = ctx.clock.now()
  const before = new Date(now.getTime() - every)
  await writeCall(ctx.db, { workspace: workspaceOf(ctx), application: application.id, well, now, before })
}
