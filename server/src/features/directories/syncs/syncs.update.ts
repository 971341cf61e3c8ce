import type { connections } from '@claviger/contract/directories/connections'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { days, later } from '#platform/clock.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { getConnection } from '../connections/connections.calls.ts'
import { changeConnection, connectionById } from '../connections/connections.ts'
import { mappingWrong } from '../links/links.mapping.ts'
import { hasPreviewSince } from './runs.store.ts'
import { stopRunOf } from './syncs.acts.ts'

/**
 * Changes mapping and settings of a directory.
 * @throws not-found, connection-name-taken, changed-meanwhile, mapping-wrong, dry-run-first
 */
export async function updateSyncedConnection(
  ctx: TransactionContext,
  { id, ...to }: OutputOf<(typeof connections)['calls']['update']['input']>,
) {
  const wrong = to.mapping && mappingWrong(to.mapping)
  if (wrong) throw problem('mapping-wrong', undefined, [{ field: wrong.field, message: wrong.reason }])
  if (to.unmanagedLeave === true && !(await connectionById(ctx, id))?.unmanagedLeave) await mustHavePreview(ctx, id)
  await changeConnection(ctx, id, to)
  if (to.active === false) await stopRunOf(ctx, id)
  return getConnection(ctx, { id })
}

/** Suspending users without a directory requires a preview within the last day. @throws dry-run-first */
export async function mustHavePreview(ctx: TransactionContext, id: string): Promise<void> {
  if (!(await hasPreviewSince(ctx.db, id, later(ctx.clock.now(), -days(1))))) throw problem('dry-run-first')
}
