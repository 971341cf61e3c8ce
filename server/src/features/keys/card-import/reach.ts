import { msg } from '../../../ground/languages.ts'
import type { Ctx } from '../../../ground/world.ts'
import { aboveOf, type Asker, askerNow } from '../../work/rank/asker.ts'
import type { CardImportRecord } from './card-import.store.ts'

/** Whoever began an import of cards, with what they hold now, and whom of the users that it names they may not act on. */
export async function cardsReach(
  ctx: Ctx,
  of: CardImportRecord,
  users: readonly string[],
): Promise<{ by: Asker; above: Set<string> }> {
  const by = await askerNow(ctx, of, 'keys.write')
  return { by, above: await aboveOf(ctx, by, users) }
}

export const standsAboveYou = msg('This user stands above you')
