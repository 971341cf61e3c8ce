import { createHash } from 'node:crypto'
import { type SinglePinResetMethod, singlePinResetMethods } from '@claviger/contract/keys/key-acts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { pinConfig } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { SealedSubject, Sealer } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { PinTries } from '../authenticator/authenticator.card.ts'
import { FULL } from '../authenticator/authenticator.tries.ts'
import { findPinPage } from './cards.store.ts'
import { makePin } from './make-pin.ts'
import { mailPinDue, notifyOwnerOfKey } from './security-keys.mails.ts'
import { objectOf } from './security-keys.ts'
import { proofDateOf, checkProofOfKey } from './security-keys.proof.ts'
import { changeKey, type SecurityKeyRow } from './security-keys.store.ts'

// The part of a key that a server-held authenticator needs. Its own state (credentials, counters, wrong PINs)
// references the key's row and is deleted with it; wrong PINs before `pin_set_at` or `unblocked_at` no longer
// count.

/** What an authenticator stores of a PIN: the first 16 bytes of its SHA-256 (CTAP 2.1 §6.5.5.5). */
const digestOf = (pin: string): Buffer => createHash('sha256').update(pin.normalize('NFC')).digest().subarray(0, 16)

const about = (key: Pick<SecurityKeyRow, 'id' | 'user_id'>): SealedSubject =>
  `security_keys:pin_sealed:${key.id} of ${key.user_id}`

export async function pinColumns(
  ctx: TransactionContext,
  key: Pick<SecurityKeyRow, 'id' | 'user_id'>,
  pin: string | null,
) {
  const sealer = await sealerOfWorkspace(ctx)
  return {
    pin_sealed: pin === null ? null : sealer.seal(digestOf(pin), about(key)),
    pin_set_at: ctx.clock.now(),
    pin_due: false,
    blocked_at: null,
  }
}

/**
 * A card's holder set its PIN at a reader, given as the authenticator's digest. Logs it and notifies the
 * owner.
 */
export async function setHeldPin(
  ctx: TransactionContext,
  key: Pick<SecurityKeyRow, 'id' | 'user_id' | 'proof_due' | 'pin_due'>,
  digest: Uint8Array,
  by: { id: string; name: string },
) {
  const row = await changeKey(ctx.db, key.id, {
    pin_sealed: (await sealerOfWorkspace(ctx)).seal(digest, about(key)),
    pin_set_at: ctx.clock.now(),
    pin_due: false,
    // Proves that the user knew the old PIN; setting a first PIN proves nothing
    ...(!key.proof_due && !key.pin_due && { proved_at: ctx.clock.now() }),
  })
  await record(ctx, { action: 'security-key.pin-reset', object: objectOf(row), after: { by: 'owner' }, by })
  await notifyOwnerOfKey(ctx, 'pin-changed', row)
}

type PinStart = Pick<SecurityKeyRow, 'pin_set_at' | 'unblocked_at'>

/** When wrong PINs started to count: the PIN was set, or the key unblocked. */
export function triesSince({ pin_set_at, unblocked_at }: PinStart): Date | null {
  if (pin_set_at === null || unblocked_at === null) return pin_set_at ?? unblocked_at
  return pin_set_at > unblocked_at ? pin_set_at : unblocked_at
}

interface StoredTries {
  tries_left: number | null
  not_before: Date | null
  tries_of: Date | null
}

export function pinTriesOf(key: PinStart, row: StoredTries | undefined): PinTries {
  if (!row || row.tries_left === null) return FULL
  if (row.tries_of?.getTime() !== triesSince(key)?.getTime()) return FULL
  return { left: row.tries_left, notBefore: row.not_before?.getTime() ?? 0 }
}

export const openPinDigest = (
  sealer: Sealer,
  key: Pick<SecurityKeyRow, 'id' | 'user_id' | 'pin_sealed'>,
): Buffer | undefined => (key.pin_sealed === null ? undefined : sealer.open(key.pin_sealed, about(key)))

export { hasPinPage } from './cards.store.ts'

/** Link to the card page on which users reset PINs; undefined if the workspace has none. */
export async function pinPage(ctx: TransactionContext): Promise<string | undefined> {
  const address = await findPinPage(ctx.db)
  return address === undefined ? undefined : `${ctx.config.publicUrl}/self-service/${address}?action=recovery`
}

export const pinWaysOf = async (ctx: TransactionContext): Promise<{ ways: SinglePinResetMethod[] }> => {
  const page = await pinPage(ctx)
  return { ways: singlePinResetMethods.filter(way => way !== 'link' || page !== undefined) }
}

/**
 * Ends a key's PIN and unblocks the key. The card holder sets a new PIN at the next tap, the user sets one on a
 * card page, or a generated one is returned, to be shown once. `mailed` if the owner was told how to set one.
 * @throws change-refused for a link without a card page; no-email for a link to a user without an email address
 */
export async function renewPin(
  ctx: TransactionContext,
  key: { id: string; name: string; user_id: string },
  way: SinglePinResetMethod,
): Promise<{ pin: string | null; mailed: boolean }> {
  const pin = way === 'show' ? makePin(await pinConfig(ctx)) : null
  const page = way === 'link' ? await neededPinPage(ctx) : undefined
  // Without a PIN, only `pin_due` lets the holder set one at a tap; a link leads through the checks of the page
  const columns = { ...(await pinColumns(ctx, key, pin)), pin_due: way === 'later' }
  await checkProofOfKey(ctx, await changeKey(ctx.db, key.id, { ...columns, ...proofDateOf(ctx, key.user_id) }))
  if (pin !== null) {
    await notifyOwnerOfKey(ctx, 'pin-changed', key)
    return { pin, mailed: false }
  }
  const mailed = await mailPinDue(ctx, key, page)
  if (page !== undefined && !mailed) throw problem('no-email')
  return { pin, mailed }
}

/** @throws change-refused */
export async function neededPinPage(ctx: TransactionContext): Promise<string> {
  const page = await pinPage(ctx)
  if (page === undefined)
    throw problem('change-refused', 'Your workspace has no active card page that resets PINs. Choose another option')
  return page
}
