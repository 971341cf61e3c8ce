import { createHash } from 'node:crypto'
import { sealerOfWorkspace } from '../../tenancy/workspaces/workspace-key.ts'
import type { Ctx } from '../../../ground/world.ts'
import type { KeyRow } from './security-keys.store.ts'

// What a server-held authenticator needs of a key. Its own state (credentials, counters, wrong PINs) hangs on the key's
// row by a foreign key and goes with it; wrong PINs older than `pin_set_at` or `unblocked_at` no longer count.

/** What an authenticator keeps of a PIN: the first 16 bytes of its SHA-256 (CTAP 2.1 §6.5.5.5). */
const digestOf = (pin: string): Buffer => createHash('sha256').update(pin.normalize('NFC')).digest().subarray(0, 16)

const about = (id: string) => `security_keys:pin_sealed:${id}`

/** The columns that hold a new PIN of a key; null takes it away. */
export async function pinColumns(ctx: Ctx, id: string, pin: string | null) {
  const sealer = await sealerOfWorkspace(ctx)
  return {
    pin_sealed: pin === null ? null : sealer.seal(digestOf(pin), about(id)),
    pin_set_at: ctx.clock.now(),
    pin_due: false,
    blocked_at: null,
  }
}

/** The digest that a PIN is checked against; undefined for a key without one. */
export async function pinDigestOf(ctx: Ctx, key: KeyRow): Promise<Buffer | undefined> {
  if (key.pin_sealed === null) return undefined
  return (await sealerOfWorkspace(ctx)).open(key.pin_sealed, about(key.id))
}
