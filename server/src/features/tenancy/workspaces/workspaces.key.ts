import { workspaceOf } from '../../../ground/db/transaction.ts'
import { type About, sealer, type Sealer } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'
import { sealedKeyOf } from './workspaces.store.ts'

/** Seals and opens by the key of the transaction's workspace, which the master key guards. */
export async function sealerOfWorkspace(ctx: Ctx): Promise<Sealer> {
  const workspace = workspaceOf(ctx)
  return sealer(keysOfWorkspace(ctx.sealer, workspace, await sealedKeyOf(ctx.db, workspace)))
}

const opened = new Map<string, Sealer>()
const mostOpened = 1000

/** Seals and opens by the sealed key of a workspace that has been read already; those in use stay open. */
export function sealerOfKey(ctx: Pick<Ctx, 'sealer'>, workspace: string, sealedKey: Uint8Array): Sealer {
  // Sealed anew it is another text, so that a rotation takes hold at once
  const name = `${workspace} ${Buffer.from(sealedKey).toString('latin1')}`
  const known = opened.get(name)
  if (known) return known
  const made = sealer(keysOfWorkspace(ctx.sealer, workspace, sealedKey))
  if (opened.size >= mostOpened) opened.clear()
  opened.set(name, made)
  return made
}

const about = (workspace: string): About => `workspaces:sealed_key:${workspace} of itself`
const keyLength = 32

/** The keys of a workspace: the first seals; those behind it are older, until nothing is sealed by them any more. */
export function keysOfWorkspace(master: Sealer, workspace: string, sealedKey: Uint8Array): Buffer[] {
  const all = master.open(sealedKey, about(workspace))
  return Array.from({ length: all.length / keyLength }, (_one, n) => all.subarray(n * keyLength, (n + 1) * keyLength))
}

/** What is stored of the keys of a workspace. */
export const sealedKeys = (master: Sealer, workspace: string, keys: readonly Uint8Array[]): Buffer =>
  master.seal(Buffer.concat(keys), about(workspace))
