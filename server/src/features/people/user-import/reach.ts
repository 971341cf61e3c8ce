import { msg } from '../../../ground/languages.ts'
import type { Ctx } from '../../../ground/world.ts'
import { aboveOf, type Asker, askerNow } from '../../tenancy/administrators/rank/asker.ts'
import type { ImportRecord } from './user-import.store.ts'

/** Whoever began an import, with what they hold now, and whom of the users that it names they may not act on. */
export async function reachOf(
  ctx: Ctx,
  of: ImportRecord,
  users: readonly string[],
): Promise<{ by: Asker; above: Set<string> }> {
  const by = await askerNow(ctx, of, 'users.write')
  return { by, above: await aboveOf(ctx, by, users) }
}

export const standsAboveYou = msg('This user stands above you')
