import type { Apart } from '../../../ground/world.ts'
import type { CredentialInUse } from './credentials.store.ts'

// Some 800 bytes each
const most = 5000

// Databases have processes of their own; only tests have several in one
const kept = new WeakMap<Apart['superPool'], Map<string, CredentialInUse>>()

const placeOf = (at: Apart, credentialId: string) => `${at.workspace} ${credentialId}`

/** What was found of a passkey when it was last used at this process; it may be so no more, and whoever uses it compares. */
export function recall(at: Apart, credentialId: string): CredentialInUse | undefined {
  return kept.get(at.superPool)?.get(placeOf(at, credentialId))
}

/** Keeps what was found of a passkey; those remembered longest ago are forgotten. */
export function remember(at: Apart, credentialId: string, found: CredentialInUse): void {
  const all = kept.get(at.superPool) ?? new Map<string, CredentialInUse>()
  kept.set(at.superPool, all)
  const place = placeOf(at, credentialId)
  all.delete(place)
  // Bytes that the driver gave lie in a larger piece, which would be kept along
  all.set(place, { ...found, public_key: Buffer.from(new Uint8Array(found.public_key)) })
  const oldest = all.size > most ? all.keys().next().value : undefined
  if (oldest !== undefined) all.delete(oldest)
}
