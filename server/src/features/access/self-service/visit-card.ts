import { randomBytes } from 'node:crypto'
import type { InputOf, OutputOf } from '@claviger/contract/platform/endpoint'
import { type selfService, spelt } from '@claviger/contract/access/self-service'
import { cardOfDecimal, cardOfHex, canonicalCard, decimalOfCard } from '@claviger/contract/keys/card-numbers'
import { keyStatus } from '@claviger/contract/keys/security-keys'
import { problem } from '#platform/problem.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { userById } from '#features/people/users/users.ts'
import { hashOfCard, keyOfCard } from '#features/keys/security-keys/security-keys.ts'
import type { CardPage } from '../self-service-settings/self-service-settings.ts'
import { countTry } from './abuse/attempt-counts.ts'
import { workNeeded } from './abuse/work.ts'
import { askedFields } from './identification/entered-fields.ts'
import { countReached, stageChange } from './stage-counts.ts'
import { changeVisit } from './self-service.store.ts'
import { forgetVisitor, KeptRefusal, step, type Visit } from './visit.ts'
import { signInOfProvider } from './verification/provider.ts'

type Lookup = (typeof selfService.calls)['lookup']

/**
 * Accepts a tapped card and returns how to continue. Unassigned cards, own cards, and other users' cards get the same
 * response, unless the page's owner allows cards to identify their users.
 */
export const lookUpCard = step(async (ctx: TransactionContext, visit: Visit, input: OutputOf<Lookup['input']>) => {
  const { row, page } = visit
  if (input.id !== page.address || row.action === null) throw problem('wrong-step')
  const needed = await workNeeded(ctx, visit, input.proof)
  if (needed) return needed
  const card = cardOfText(page, input)
  // The refusal is committed, so that completed work stays valid
  if (card === undefined) return new KeptRefusal(problem('card-unreadable'))
  const hash = hashOfCard(ctx, card)
  const holder = page.settings.cardNamesHolder ? await holderOf(ctx, page, card) : undefined
  const signIn = await signInOfProvider(ctx, page, { typed: null, about: holder?.id ?? null })
  const named = signIn !== undefined && (holder !== undefined || askedFields(page).length === 0)
  const found = changeVisit(ctx.db, row.id, {
    ...forgetVisitor.card,
    ...stageChange(visit, 'tapped'),
    card_hash: hash,
    card_sealed: ctx.sealer.seal(card, aboutCard(visit)),
    card_read: input.type === 'query' ? 'link' : (input.reader ?? null),
    elsewhere: named,
    nonce: signIn?.step ?? null,
    ...(holder && { holder_id: holder.id, holder_word: holder.word }),
  })
  const tried = countTry(ctx, { ...visit, row: { ...row, card_hash: hash } })
  await sendTogether(found, tried, countReached(ctx, visit, 'tapped'))
  return {
    redirectMsal: signIn !== undefined,
    tokenId: named ? (signIn?.step ?? null) : null,
    cardIdDecimal: decimalOfCard(card),
    clientId: signIn?.clientId ?? null,
    tenantId: signIn?.tenantId ?? null,
    [spelt.tokenAttributes]: holder?.attributes ?? {},
    signIn: signIn?.told ?? null,
  } satisfies InputOf<Lookup['reply']>
})

/** Card number of the visit; undefined if it continues without a card. */
export const cardOfVisit = (ctx: TransactionContext, visit: Visit): string | undefined =>
  visit.row.card_sealed === null ? undefined : ctx.sealer.open(visit.row.card_sealed, aboutCard(visit)).toString()

const aboutCard = ({ row, page }: Visit): SealedSubject => `self_service_visits:card_sealed:${row.id} of ${page.id}`

/** Scanned numbers are already hexadecimal (R123); numbers in an address have the readers' format (G24). */
function cardOfText({ settings }: CardPage, { cardId, type }: { cardId: string; type: 'query' | 'card' }) {
  if (type === 'card') return cardOfHex(cardId)
  if (settings.inputReadingFormat === 'dec') return cardOfDecimal(cardId)
  return settings.inputReadingFormat === 'hex' ? cardOfHex(cardId) : canonicalCard(cardId)
}

/** The card's user, with an opaque token, valid only in this visit, that replaces what the user would type. */
async function holderOf(ctx: TransactionContext, page: CardPage, card: string) {
  const key = await keyOfCard(ctx, card)
  const user = key && key.status !== keyStatus.suspended ? await userById(ctx, key.user_id) : undefined
  if (!user || user.suspended_at !== null || user.deactivated_at !== null) return undefined
  const word = randomBytes(18).toString('base64url')
  // Phone numbers are never filled in automatically (R88)
  const fields = askedFields(page).filter(field => field !== 'phoneNumber')
  return { id: user.id, word, attributes: Object.fromEntries(fields.map(field => [field, word])) }
}
