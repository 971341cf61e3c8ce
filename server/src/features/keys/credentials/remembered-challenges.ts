import type { AutocommitContext } from '#platform/app-context.ts'
import type { CredentialInUse } from './credentials.store.ts'

// About 800 bytes each
const most = 5000

// Keyed by database, because tests run several in one process
const kept = new WeakMap<AutocommitContext['superPool'], Map<string, CredentialInUse>>()

const placeOf = (at: AutocommitContext, credentialId: string) => `${at.workspace} ${credentialId}`

/** Data from the passkey's last use in this process. May be outdated, so the caller must compare. */
export function recallCredential(at: AutocommitContext, credentialId: string): CredentialInUse | undefined {
  return kept.get(at.superPool)?.get(placeOf(at, credentialId))
}

export function remember(at: AutocommitContext, credentialId: string, found: CredentialInUse): void {
  const all = kept.get(at.superPool) ?? new Map<string, CredentialInUse>()
  kept.set(at.superPool, all)
  const place = placeOf(at, credentialId)
  all.delete(place)
  // The driver's buffers are views of larger ones, which the cache would keep alive
  all.set(place, { ...found, public_key: Buffer.from(new Uint8Array(found.public_key)) })
  const oldest = all.size > most ? all.keys().next().value : undefined
  if (oldest !== undefined) all.delete(oldest)
}
