import { type Doc, isObject, ownUrn } from '../scim-documents/scim-documents.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { findCard, putCard } from './cards.store.ts'

export const cardSubject = (workspace: string, user: string): SealedSubject =>
  `scim_cards:sealed:${user} of ${workspace}`

/** Card data that a SCIM client sent for a user in write-only attributes. */
export interface ScimCard {
  cardId: string
  cardPin?: string
}

const longest = 200

/** Moves secret card data out of a resource, so that it is never stored with it. */
export function extractCard(doc: Doc): Partial<ScimCard> | undefined {
  const own = doc[ownUrn]
  if (!isObject(own)) return undefined
  const { cardId, cardPin, ...rest } = own as Record<string, string>
  if (cardId === undefined && cardPin === undefined) return undefined
  if (Object.keys(rest).length > 0) doc[ownUrn] = rest
  else delete doc[ownUrn]
  return {
    ...(cardId !== undefined && { cardId: cardId.slice(0, longest) }),
    ...(cardPin !== undefined && { cardPin: cardPin.slice(0, longest) }),
  }
}

export async function keepCard(ctx: TransactionContext, user: string, card: Partial<ScimCard>): Promise<void> {
  await putOnly(ctx, user, { ...(await openCard(ctx, user)), ...card })
}

export async function putOnly(ctx: TransactionContext, user: string, card: Partial<ScimCard>): Promise<void> {
  const sealer = await sealerOfWorkspace(ctx)
  const sealed = sealer.seal(JSON.stringify(card), cardSubject(workspaceOf(ctx), user))
  await putCard(ctx.db, user, sealed, ctx.clock.now())
}

export async function openCard(ctx: TransactionContext, user: string): Promise<Partial<ScimCard> | undefined> {
  const sealed = await findCard(ctx.db, user)
  if (!sealed) return undefined
  const sealer = await sealerOfWorkspace(ctx)
  return JSON.parse(sealer.open(sealed, cardSubject(workspaceOf(ctx), user)).toString()) as Partial<ScimCard>
}
