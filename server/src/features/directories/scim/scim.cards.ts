import type { TransactionContext } from '#platform/app-context.ts'
import { openCard, putOnly, type ScimCard } from './scim-cards.ts'

export type { ScimCard } from './scim-cards.ts'

/** Card data of a user for workflows that assign cards; undefined if none. */
export async function cardFromDirectory(ctx: TransactionContext, user: string): Promise<ScimCard | undefined> {
  const card = await openCard(ctx, user)
  return card?.cardId === undefined ? undefined : { ...card, cardId: card.cardId }
}

export async function forgetCardPin(ctx: TransactionContext, user: string): Promise<void> {
  const card = await openCard(ctx, user)
  if (card?.cardPin === undefined) return
  const { cardPin: _used, ...rest } = card
  await putOnly(ctx, user, rest)
}
