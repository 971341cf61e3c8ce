import { createHash } from 'node:crypto'
import { sealerOfWorkspace } from '../../tenancy/workspaces/workspace-key.ts'
import { record } from '../../../ground/record/record.ts'
import type { About, Sealer } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'
import { tellOwnerOfKey } from './letters.ts'
import { objectOf } from './security-keys.ts'
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
  await tellOwnerOfKey(ctx, 'pin-changed', row)
}

/** The digest that a PIN is checked against; undefined for a key without one. */
export async function pinDigestOf(ctx: Ctx, key: KeyRow): Promise<Buffer | undefined> {
  return openPinDigest(await sealerOfWorkspace(ctx), key)
}

/** The same with the sealer of the key's workspace at hand. */
export const openPinDigest = (sealer: Sealer, key: Pick<KeyRow, 'id' | 'user_id' | 'pin_sealed'>): Buffer | undefined =>
  key.pin_sealed === null ? undefined : sealer.open(key.pin_sealed, about(key))
