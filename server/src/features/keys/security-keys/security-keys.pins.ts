import { createHash } from 'node:crypto'
import type { PinConfig } from '@claviger/contract/platform/pin'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { record } from '#platform/record/record.ts'
import type { SealedSubject, Sealer } from '#platform/secrets/seal.ts'
import type { Ctx } from '#platform/world.ts'
import { makePin } from './make-pin.ts'
import { mailPin, notifyOwnerOfKey } from './security-keys.letters.ts'
import { objectOf } from './security-keys.ts'
import { provedBy, weighed } from './security-keys.proof.ts'
import { changeKey, type SecurityKeyRow } from './security-keys.store.ts'

// The part of a key that a server-held authenticator needs. Its own state (credentials, counters, wrong PINs)
// references the key's row and is deleted with it; wrong PINs before `pin_set_at` or `unblocked_at` no longer
// count.

/** What an authenticator stores of a PIN: the first 16 bytes of its SHA-256 (CTAP 2.1 §6.5.5.5). */
const digestOf = (pin: string): Buffer => createHash('sha256').update(pin.normalize('NFC')).digest().subarray(0, 16)

const about = (key: Pick<SecurityKeyRow, 'id' | 'user_id'>): SealedSubject =>
  `security_keys:pin_sealed:${key.id} of ${key.user_id}`

export async function pinColumns(ctx: Ctx, key: Pick<SecurityKeyRow, 'id' | 'user_id'>, pin: string | null) {
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
  ctx: Ctx,
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

export const openPinDigest = (
  sealer: Sealer,
  key: Pick<SecurityKeyRow, 'id' | 'user_id' | 'pin_sealed'>,
): Buffer | undefined => (key.pin_sealed === null ? undefined : sealer.open(key.pin_sealed, about(key)))

export async function givePin(
  ctx: Ctx,
  key: { id: string; name: string; user_id: string },
  rules: PinConfig,
): Promise<{ pin: string; mailed: boolean }> {
  const pin = makePin(rules)
  const columns = await pinColumns(ctx, key, pin)
  await weighed(ctx, await changeKey(ctx.db, key.id, { ...columns, ...provedBy(ctx, key.user_id) }))
  return { pin, mailed: await mailPin(ctx, key, pin) }
}
