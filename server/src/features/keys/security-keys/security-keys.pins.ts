import { createHash } from 'node:crypto'
import type { PinConfig } from '@claviger/contract/ground/pin'
import { sealerOfWorkspace } from '../../tenancy/workspaces/workspaces.key.ts'
import { record } from '../../../ground/record/record.ts'
import type { About, Sealer } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'
import { makePin } from './make-pin.ts'
import { mailPin, notifyOwnerOfKey } from './security-keys.letters.ts'
import { objectOf } from './security-keys.ts'
import { provedBy, weighed } from './security-keys.proof.ts'
import { changeKey, type KeyRow } from './security-keys.store.ts'

// What a server-held authenticator needs of a key. Its own state (credentials, counters, wrong PINs) hangs on the key's
// row by a foreign key and goes with it; wrong PINs older than `pin_set_at` or `unblocked_at` no longer count.

/** What an authenticator keeps of a PIN: the first 16 bytes of its SHA-256 (CTAP 2.1 §6.5.5.5). */
const digestOf = (pin: string): Buffer => createHash('sha256').update(pin.normalize('NFC')).digest().subarray(0, 16)

const about = (key: Pick<KeyRow, 'id' | 'user_id'>): About => `security_keys:pin_sealed:${key.id} of ${key.user_id}`

/** The columns that hold a new PIN of a key; null takes it away. */
export async function pinColumns(ctx: Ctx, key: Pick<KeyRow, 'id' | 'user_id'>, pin: string | null) {
  const sealer = await sealerOfWorkspace(ctx)
  return {
    pin_sealed: pin === null ? null : sealer.seal(digestOf(pin), about(key)),
    pin_set_at: ctx.clock.now(),
    pin_due: false,
    blocked_at: null,
  }
}

/** The bearer of a card set its PIN at a reader, by what an authenticator keeps of it; logs it and tells the owner. */
export async function setHeldPin(
  ctx: Ctx,
  key: Pick<KeyRow, 'id' | 'user_id' | 'proof_due' | 'pin_due'>,
  digest: Uint8Array,
  by: { id: string; name: string },
) {
  const row = await changeKey(ctx.db, key.id, {
    pin_sealed: (await sealerOfWorkspace(ctx)).seal(digest, about(key)),
    pin_set_at: ctx.clock.now(),
    pin_due: false,
    // Whoever knew the PIN before; a first one shows nothing
    ...(!key.proof_due && !key.pin_due && { proved_at: ctx.clock.now() }),
  })
  await record(ctx, { action: 'security-key.pin-reset', object: objectOf(row), after: { by: 'owner' }, by })
  await notifyOwnerOfKey(ctx, 'pin-changed', row)
}

/** The digest that a PIN is checked against, by the sealer of the key's workspace; undefined for a key without one. */
export const openPinDigest = (sealer: Sealer, key: Pick<KeyRow, 'id' | 'user_id' | 'pin_sealed'>): Buffer | undefined =>
  key.pin_sealed === null ? undefined : sealer.open(key.pin_sealed, about(key))

/** Makes a PIN for a key and mails it; answers the PIN, and whether it went out. */
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
