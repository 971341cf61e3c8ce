import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { applicationOf } from './applications.ts'
import { findListed, keepPresetValues } from './applications.store.ts'

/** Preset and inputs of an application, for its guide. @throws not-found */
export async function cameFrom(ctx: TransactionContext, id: string) {
  const row = await findListed(ctx.db, id)
  if (!row) throw problem('not-found')
  return {
    application: applicationOf(row),
    clientId: row.client_id,
    preset: row.preset,
    values: row.preset_values ?? {},
  }
}

export const saidOf = (ctx: TransactionContext, id: string, values: object): Promise<void> =>
  keepPresetValues(ctx.db, id, values)
