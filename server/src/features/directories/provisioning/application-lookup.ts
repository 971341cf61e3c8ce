import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { applicationById } from '#features/apps/applications/applications.ts'
import { lockTarget, type TargetRow } from './targets.store.ts'

/** The application. @throws not-found */
export async function applicationFor(ctx: TransactionContext, id: string) {
  const application = await applicationById(ctx, id)
  if (!application) throw problem('not-found')
  return application
}

/** Locks its provisioning until the transaction ends. @throws not-found */
export async function heldTarget(ctx: TransactionContext, id: string): Promise<TargetRow> {
  const row = await lockTarget(ctx.db, id)
  if (!row) throw problem('not-found')
  return row
}
