import { msg } from '../../../ground/languages.ts'
import type { Ctx } from '../../../ground/world.ts'
import { aboveOf, type Asker, askerNow, groupsAbove } from '../../work/rank/asker.ts'
import type { ImportRecord } from './user-import.store.ts'

/**
 * Whoever began an import, with what they hold now; whom of the users that it names they may not act on, and into which
 * of its groups they may put nobody, for these open an account of somebody above.
 */
export async function reachOf(
  ctx: Ctx,
  of: ImportRecord,
  users: readonly string[],
  groups: readonly string[],
): Promise<{ by: Asker; above: Set<string>; shut: Set<string> }> {
  const by = await askerNow(ctx, of, 'users.write')
  return {
    by,
    above: await aboveOf(ctx, by, users),
    shut: await groupsAbove(ctx, by, [...new Set(groups)]),
  }
}

export const standsAboveYou = msg('This user stands above you')
export const opensAboveYou = msg('A group of this row opens the account of somebody who stands above you')
