import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { signIn } from '@claviger/contract/access/sign-in'
import { msg } from '#platform/languages.ts'
import { Problem } from '#platform/problem.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { tappedCard } from '#features/keys/reader-settings/reader-settings.ts'
import { keyOfCard, objectOf, objectOfCard } from '#features/keys/security-keys/security-keys.ts'
import { userById } from '#features/people/users/users.ts'
import { cardMaySignIn } from '#features/tenancy/workspace-settings/workspace-settings.ts'

type Input = Pick<OutputOf<(typeof signIn)['calls']['cardLogin']['input']>, 'cardId'>

/**
 * Logs a card that is unassigned, not the named user's, or not allowed to sign in from here. Other problems are
 * logged where the card is processed.
 */
export async function noteUnknownCard(ctx: TransactionContext, input: Input, owner: string | undefined): Promise<void> {
  await note(ctx, input, owner, undefined)
}

/** Logs a card with too many PIN guesses. */
export async function noteGuessedCard(ctx: TransactionContext, input: Input, owner: string | undefined): Promise<void> {
  await note(ctx, input, owner, msg('Too many wrong attempts; further attempts are blocked for a while'))
}

async function note(
  ctx: TransactionContext,
  input: Input,
  owner: string | undefined,
  why: string | undefined,
): Promise<void> {
  const card = await tappedCard(ctx, input).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })
  if (card === undefined) return
  const found = await keyOfCard(ctx, card)
  const key = found?.binned || (owner !== undefined && found?.user_id !== owner) ? undefined : found
  const allowed = await cardMaySignIn(ctx, ctx.request.ip)
  if (key && allowed && why === undefined) return
  const person = owner ?? key?.user_id
  const user = person === undefined ? undefined : await userById(ctx, person)
  const nobodys = owner === undefined ? msg('No user here has this card') : msg("This user doesn't have this card")
  const entry = {
    action: 'sign-in.card',
    failed: why ?? (allowed ? nobodys : msg("Card sign-in isn't allowed from this network")),
    object: key ? objectOf(key) : objectOfCard(card),
    ...(user && { by: { id: user.id, name: `${user.first_name} ${user.last_name}` } }),
  } as const
  await recordRefused(ctx, entry, user ? { known: user.id } : { unknown: card })
}
