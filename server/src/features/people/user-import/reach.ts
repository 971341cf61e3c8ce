import { msg } from '../../../ground/languages.ts'
import type { Ctx } from '../../../ground/world.ts'
import { aboveOf, type Asker, groupsAbove } from '../../work/rank/rank.ts'

/**
 * Whom of the users that an import names whoever began it may not act on, and into which of its groups they may put
 * nobody, for these open an account of somebody above.
 */
export const reachOf = async (
  ctx: Ctx,
  by: Asker,
  users: readonly string[],
  groups: readonly string[],
): Promise<{ above: Set<string>; shut: Set<string> }> => ({
  above: await aboveOf(ctx, by, users),
  shut: await groupsAbove(ctx, by, [...new Set(groups)]),
})

export const opensAboveYou = msg('A group of this row opens the account of somebody who stands above you')
