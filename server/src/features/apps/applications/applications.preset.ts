import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { applicationOf } from './applications.ts'
import { findListed, keepPresetValues } from './applications.store.ts'

/** What is known of an application for its guide: the preset that it came from, and what was said of it then. Throws not-found. */
export async function cameFrom(ctx: Ctx, id: string) {
  const row = await findListed(ctx.db, id)
  if (!row) throw problem('not-found')
  return {
    application: applicationOf(row),
    clientId: row.client_id,
    preset: row.preset,
    values: row.preset_values ?? {},
  }
}

/** Keeps what is said now of an application that came from the catalogue. */
export const saidOf = (ctx: Ctx, id: string, values: object): Promise<void> => keepPresetValues(ctx.db, id, values)
