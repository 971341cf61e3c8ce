import { recordMany } from '../../../../ground/record/record-many.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { keysChanged } from '../../../people/users/users.ts'
import { tellOwnerOfKey } from '../letters.ts'
import { objectOf } from '../security-keys.ts'
import { deleteKeys } from '../security-keys.store.ts'
import { emptyCards } from './cards.store.ts'

interface Card {
  id: string
  name: string
  user_id: string
  /** It waited for its card before, and does so again; else it goes. */
  fills: boolean
  /** The owner was told of the card, so is told of this. */
  told: boolean
}

/** Takes cards back that were assigned together; the caller holds them and knows that nobody changed them since. */
export async function takeCardsBack(
  ctx: Ctx,
  by: { id: string | null; name: string },
  cards: readonly Card[],
): Promise<void> {
  if (cards.length === 0) return
  const idsOf = (fills: boolean) => cards.filter(card => card.fills === fills).map(card => card.id)
  await deleteKeys(ctx.db, idsOf(false))
  await emptyCards(ctx.db, idsOf(true), ctx.clock.now())
  await keysChanged(ctx, [...new Set(cards.map(card => card.user_id))])
  await recordMany(
    ctx,
    by,
    cards.map(card => ({
      action: card.fills ? 'security-key.updated' : 'security-key.deleted',
      object: objectOf(card),
      before: { owner: card.user_id },
      after: { undone: true },
    })),
  )
  for (const card of cards) if (card.told && !card.fills) await tellOwnerOfKey(ctx, 'deleted', card)
}
