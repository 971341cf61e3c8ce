import { workspaceOf } from '#platform/db/transaction.ts'
import { type SealedSubject, sealer, type Sealer } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sealedKeyOf } from './workspaces.store.ts'

/** Seals and opens with the key of the transaction's workspace, which the master key protects. */
export async function sealerOfWorkspace(ctx: TransactionContext): Promise<Sealer> {
  const workspace = workspaceOf(ctx)
  return sealer(keysOfWorkspace(ctx.sealer, workspace, await sealedKeyOf(ctx.db, workspace)))
}

const opened = new Map<string, Sealer>()
const mostOpened = 1000

/** Like `sealerOfWorkspace`, for a key already read; caches keys in use. */
export function sealerOfKey(ctx: Pick<TransactionContext, 'sealer'>, workspace: string, sealedKey: Uint8Array): Sealer {
  // A resealed key has different bytes, so a rotation takes effect immediately
  const name = `${workspace} ${Buffer.from(sealedKey).toString('latin1')}`
  const known = opened.get(name)
  if (known) return known
  const made = sealer(keysOfWorkspace(ctx.sealer, workspace, sealedKey))
  if (opened.size >= mostOpened) opened.clear()
  opened.set(name, made)
  return made
}

const about = (workspace: string): SealedSubject => `workspaces:sealed_key:${workspace} of itself`
const keyLength = 32

/** A workspace's keys: the first seals; older ones only open, until nothing sealed with them is left. */
export function keysOfWorkspace(master: Sealer, workspace: string, sealedKey: Uint8Array): Buffer[] {
  const all = master.open(sealedKey, about(workspace))
  return Array.from({ length: all.length / keyLength }, (_one, n) => all.subarray(n * keyLength, (n + 1) * keyLength))
}

export const sealedKeys = (master: Sealer, workspace: string, keys: readonly Uint8Array[]): Buffer =>
  master.seal(Buffer.concat(keys), about(workspace))
