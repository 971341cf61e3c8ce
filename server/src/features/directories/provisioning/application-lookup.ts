import { problem } from '#platform/problem.ts'
import type { Ctx } from '#platform/world.ts'
import { applicationById } from '#features/apps/applications/applications.ts'
import { lockTarget, type TargetRow } from './targets.store.ts'

/** The application. @throws not-found */
export async function applicationFor(ctx: Ctx, id: string) {
  const application = await applicationById(ctx, id)
  if (!application) throw problem('not-found')
  return application
}

/** Locks its provisioning until the transaction ends. @throws not-found */
export async function heldTarget(ctx: Ctx, id: string): Promise<TargetRow> {
  const row = await lockTarget(ctx.db, id)
  if (!row) throw problem('not-found')
  return row
}
