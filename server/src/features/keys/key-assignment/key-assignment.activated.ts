import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { keyStatus } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { spellingsOfCard } from '@claviger/contract/keys/card-numbers'
import { isGuessable, pinAccepted, type PinConfig, pinLength } from '@claviger/contract/platform/pin'
import { pinConfig } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { pinColumns, renewPin } from '../security-keys/security-keys.pins.ts'
import { notifyOwnerOfKey } from '../security-keys/security-keys.mails.ts'
import {
  activateKey,
  changeKey,
  hashOfCard,
  keyOfCard,
  type SecurityKeyRow,
  objectOf,
} from '../security-keys/security-keys.ts'
import { type KeyProof, proofDateOf, checkProofOfKey } from '../security-keys/security-keys.proof.ts'

interface Person {
  id: string
  name: string
}

/** Checks that the card is free for this key or already its card. @throws card-taken, card-other */
export async function cardMustFit(ctx: TransactionContext, key: SecurityKeyRow, card: string): Promise<void> {
  if (key.card_hash !== null) {
    if (!key.card_hash.equals(hashOfCard(ctx, card))) throw problem('card-other')
    return
  }
  if (await keyOfCard(ctx, card)) throw problem('card-taken')
}

/**
 * The owner tapped a key's card and chose its PIN, or will at the next tap. Activates a pending key; resets the
 * PIN of an active one. Returns whether the owner was told by email to set a PIN.
 * @throws card-taken, card-other, pin-unfit
 */
export async function cardSetUp(
  ctx: TransactionContext,
  key: SecurityKeyRow,
  chosen: { card: string; pin: string | undefined; by: Person; proof?: KeyProof },
): Promise<boolean> {
  await cardMustFit(ctx, key, chosen.card)
  const waits = key.status === keyStatus.pending
  const { proof } = chosen
  if (waits)
    await activateKey(ctx, key.id, {
      ...(key.card_hash === null && { card: chosen.card }),
      by: chosen.by,
      ...(proof && { proof }),
    })
  if (key.verification !== verifications.pin) return false
  let mailed = false
  if (chosen.pin === undefined) mailed = (await renewPin(ctx, key, 'later')).mailed
  else {
    pinMustFit(await pinConfig(ctx), chosen.pin, chosen.card)
    const columns = await pinColumns(ctx, key, chosen.pin)
    await checkProofOfKey(
      ctx,
      await changeKey(ctx.db, key.id, { ...columns, ...proofDateOf(ctx, key.user_id, proof) }),
      proof,
    )
  }
  if (!waits) {
    await record(ctx, {
      action: 'security-key.pin-reset',
      object: objectOf(key),
      after: { by: 'owner' },
      by: chosen.by,
    })
    if (chosen.pin !== undefined) await notifyOwnerOfKey(ctx, 'pin-changed', key)
  }
  return mailed
}

/** @throws pin-unfit for a PIN that violates these rules or CTAP. `card` is the number of its card, if known. */
export function pinMustFit(rules: PinConfig, pin: string, card?: string): void {
  if (isPin(pin) && rules.notGuessable && isGuessable(pin, card === undefined ? [] : spellingsOfCard(card)))
    throw unfit(msg('The PIN is easy to guess, for example a year or a part of the card number'))
  if (!isPin(pin) || !pinAccepted(rules, pin)) throw unfit(msg('PIN is not in the right format!'))
}

const unfit = (message: string) => problem('pin-unfit', undefined, [{ field: 'pin', message }])

// Authenticators accept no other PINs, whatever the rules allow (CTAP 2.1 §6.5.1)
const isPin = (pin: string): boolean =>
  Array.from(pin).length >= pinLength.min && Buffer.byteLength(pin) <= pinLength.max

export async function deviceSetUp(
  ctx: TransactionContext,
  id: string,
  made: { aaguid: string; name: string | undefined; by: Person },
): Promise<string> {
  const key = await activateKey(ctx, id, { aaguid: made.aaguid, by: made.by })
  if (made.name) await changeKey(ctx.db, id, { name: made.name })
  return key.id
}
