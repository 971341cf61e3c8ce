import type { CardPin, CardStatus } from '@claviger/contract/keys/access-keys'
import type { OpenedAccount } from '@claviger/contract/keys/sharing'
import { keyStatus } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { keyOfCard, keyToChange, objectOf } from '../security-keys/security-keys.ts'
import { accountsOf } from '../sharing/sharing.accounts.ts'
import { moduleOf } from '../vault/vault.ts'
import { answerInOneStatement } from './answer-in-one-statement.ts'
import { tapRequestOf, type ReadCard } from './card-asking.ts'
import {
  insertCreationClaim,
  deleteCredential,
  deleteCreationClaim,
  findCredential,
  isSignedOut,
} from './held-keys.store.ts'
import { answerInSteps } from './answer-in-steps.ts'
import { mayOpen, type AccountChoiceContext } from './held-keys.policies.ts'
import { cardStatusOf, CLIENT_PIN, type TapAnswer } from './card-context.ts'

interface AskedTap extends ReadCard {
  /** Command and parameters (CTAP 2.1 §8). */
  readonly request: Uint8Array
  readonly tapped: boolean
  /**
   * The program vouches that its reader recognized the owner, for this very request; only for keys with built-in
   * verification.
   */
  readonly matched?: boolean
  /** The account whose passkeys are used; defaults to the owner's. */
  readonly account: string | undefined
}

export type { ReadCard } from './card-asking.ts'
export type { RefusedTap } from './card-context.ts'

// MakeCredential, GetAssertion, GetNextAssertion
const usesKeys = [0x01, 0x02, 0x08]

/**
 * Lets the authenticator of a card answer. Its changes are committed before this resolves, even if the answer
 * is a refusal.
 * @throws reader-refused, card-unknown, key-pending, key-suspended, key-blocked, key-waiting,
 * account-not-shared
 */
export function answerTap(ctx: RequestContext, asked: AskedTap): Promise<TapAnswer> {
  const { request, tapped, matched = false, account = null } = asked
  const tap = { asking: tapRequestOf(ctx, asked), request, tapped, matched, account, newSession: newId() }
  const [command = 0] = request
  const inSteps = command === CLIENT_PIN || (moduleOf(ctx) !== undefined && usesKeys.includes(command))
  return inSteps ? answerInSteps(ctx, tap) : answerInOneStatement(ctx, tap)
}

export async function statusOfCard(
  ctx: TransactionContext,
  card: string,
): Promise<{ status: CardStatus; pin: CardPin }> {
  const key = await keyOfCard(ctx, card)
  const status = cardStatusOf(key, key !== undefined && (await isSignedOut(ctx.db, key.user_id)), ctx.clock.now())
  const pinless = status === 'unknown' || key?.verification === verifications.pinless
  return { status, pin: pinless || !key ? null : pinOf(key) }
}

/** A card without a PIN that no tap can set one for was reset by a link, or is not activated yet. */
function pinOf(key: { pin_due: boolean; pin_sealed: Buffer | null; status: number }): CardPin {
  if (key.pin_due) return 'due'
  if (key.pin_sealed !== null) return 'set'
  return key.status === keyStatus.pending ? 'due' : 'page'
}

/**
 * Accounts that a card opens, its owner's first; none for an unusable card. Omits those that access policies
 * block at this site and computer.
 */
export async function accountsOfCard(
  ctx: TransactionContext,
  card: string,
  at: AccountChoiceContext,
): Promise<OpenedAccount[]> {
  const key = await keyOfCard(ctx, card)
  const status = cardStatusOf(key, key !== undefined && (await isSignedOut(ctx.db, key.user_id)), ctx.clock.now())
  return key && status === 'active' ? mayOpen(ctx, key, await accountsOf(ctx, key), at) : []
}

/** Permanently deletes a server-held passkey and returns its site; the card stays. @throws not-found */
export async function removeHeldPasskey(ctx: TransactionContext, owner: string, id: string): Promise<{ site: string }> {
  const row = await findCredential(ctx.db, id)
  const key = row && (await keyToChange(ctx, row.security_key_id))
  if (!key || key.user_id !== owner) throw problem('not-found')
  await deleteCredential(ctx.db, id)
  await record(ctx, {
    action: 'security-key.passkey-deleted',
    object: objectOf(key),
    before: { site: row.rp_id, account: row.user_name },
  })
  return { site: row.rp_id }
}

/** Time limit for making a passkey, ms; then another request can try. */
const MAKING_LASTS = 10_000

/** Lets only one request make a card's passkey for this installation; false while another does. */
export function claimPasskeyCreation(ctx: TransactionContext, key: string): Promise<boolean> {
  const now = ctx.clock.now()
  return insertCreationClaim(ctx.db, key, now, new Date(now.getTime() - MAKING_LASTS))
}

export const finishPasskeyCreation = (ctx: TransactionContext, key: string): Promise<void> =>
  deleteCreationClaim(ctx.db, key)
