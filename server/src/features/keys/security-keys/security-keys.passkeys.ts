import { cardModel, describeAuthenticator } from '@claviger/contract/keys/authenticators'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { activateKey, addKeyOfPasskey, forgetKey, keyToChange, pendingKeyOf } from './security-keys.ts'
import { cardHolding, changeKey, hasPasskeys } from './security-keys.store.ts'
import type { KeyProof } from './security-keys.proof.ts'

/** A phone answers by hybrid transport or reveals its model. */
const isPhone = (aaguid: string, transports: readonly string[]): boolean =>
  transports.includes('hybrid') || describeAuthenticator(aaguid).kind === 'phone'

interface Made {
  id: string
  user: string
  name: string
  aaguid: string
  credentialId: Buffer
  transports: readonly string[]
  by: { id: string; name: string }
  proof: KeyProof
}

/**
 * The security key for a new passkey: the card that holds it, a pending key, or a new one.
 * @throws card-taken for a passkey on another user's card, which would be deleted with it
 */
export async function keyOfPasskey(ctx: TransactionContext, made: Made): Promise<string> {
  const card = made.aaguid === cardModel ? await cardHolding(ctx.db, made.credentialId) : undefined
  if (card && card.user_id !== made.user)
    throw problem('card-taken', 'This card belongs to another user. Use your own card')
  if (card) return card.id
  const kind = isPhone(made.aaguid, made.transports) ? keyKinds.smartphone : keyKinds.hardware
  const waiting = await pendingKeyOf(ctx, made.user, kind)
  if (waiting) return (await activateKey(ctx, waiting.id, { aaguid: made.aaguid, by: made.by, proof: made.proof })).id
  return (await addKeyOfPasskey(ctx, { ...made, kind })).id
}

export async function renameKeyOfPasskey(ctx: TransactionContext, passkey: string, name: string): Promise<void> {
  const key = await keyToChange(ctx, passkey)
  if (key) await changeKey(ctx.db, key.id, { name })
}

/** Deletes a key whose last passkey was deleted; a card remains without passkeys. */
export async function forgetKeyOfPasskey(ctx: TransactionContext, id: string): Promise<void> {
  const key = await keyToChange(ctx, id)
  if (key?.card_hash === null && !(await hasPasskeys(ctx.db, id))) await forgetKey(ctx, key)
}
