import { workspaceOf } from '#platform/db/transaction.ts'
import type { StatementContext } from '#platform/app-context.ts'
import type { CredentialInUse } from './credentials.store.ts'

// About 800 bytes each
const most = 5000

// Keyed by database, because tests run several in one process
const kept = new WeakMap<StatementContext['superPool'], Map<string, CredentialInUse>>()

const placeOf = (ctx: StatementContext, credentialId: string) => `${workspaceOf(ctx)} ${credentialId}`

/** Data from the passkey's last use in this process. May be outdated, so the caller must compare. */
export function recallCredential(ctx: StatementContext, credentialId: string): CredentialInUse | undefined {
  return kept.get(ctx.superPool)?.get(placeOf(ctx, credentialId))
}

export function remember(ctx: StatementContext, credentialId: string, found: CredentialInUse): void {
  const all = kept.get(ctx.superPool) ?? new Map<string, CredentialInUse>()
  kept.set(ctx.superPool, all)
  const place = placeOf(ctx, credentialId)
  all.delete(place)
  // The driver's buffers are views of larger ones, which the cache would keep alive
  all.set(place, { ...found, public_key: Buffer.from(new Uint8Array(found.public_key)) })
  const oldest = all.size > most ? all.keys().next().value : undefined
  if (oldest !== undefined) all.delete(oldest)
}
