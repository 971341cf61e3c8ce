import { keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { settingsForKeys } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { notifyOwnerOfKey } from '../security-keys/security-keys.mails.ts'
import { forgetKey, lockKeysOf, type SecurityKeyRow, keysOf, objectOf } from '../security-keys/security-keys.ts'

/**
 * Whether the user can have another key of this kind. Returns the keys it replaces.
 * @throws kind-taken, fingerprint-taken; limits-exceeded if the workspace's maximum is reached (R156)
 */
export async function replaceIfNeeded(
  ctx: TransactionContext,
  user: string,
  kind: number,
  ifOneExists: 'allow' | 'block' | 'replace',
): Promise<SecurityKeyRow[]> {
  await lockKeysOf(ctx.db, user)
  const all = await keysOf(ctx.db, user)
  const { keys_per_user: most } = await settingsForKeys(ctx)
  return keysToReplace(all, most, kind, ifOneExists)
}

export function keysToReplace(
  all: readonly SecurityKeyRow[],
  most: number | null,
  kind: number,
  ifOneExists: 'allow' | 'block' | 'replace',
): SecurityKeyRow[] {
  const same = all.filter(key => key.kind === kind)
  if (same.length > 0 && ifOneExists === 'block') throw problem('kind-taken')
  const gone = ifOneExists === 'replace' ? same : []
  if (kind === keyKinds.fingerprint && same.length > gone.length) throw problem('fingerprint-taken')
  if (most !== null && all.length - gone.length >= most) throw problem('limits-exceeded')
  return gone
}

/** Whether the user can add another key; a pending one is replaced. @throws limits-exceeded */
export async function mustHaveFreeKeySlot(ctx: TransactionContext, user: string): Promise<void> {
  const { keys_per_user: most } = await settingsForKeys(ctx)
  if (most === null) return
  await lockKeysOf(ctx.db, user)
  const active = (await keysOf(ctx.db, user)).filter(key => key.status !== keyStatus.pending)
  if (active.length >= most) throw problem('limits-exceeded')
}

export async function replaceKeys(
  ctx: TransactionContext,
  gone: readonly SecurityKeyRow[],
  by: { id: string | null; name: string },
): Promise<void> {
  for (const key of gone) {
    await forgetKey(ctx, key)
    await record(ctx, { action: 'security-key.deleted', object: objectOf(key), before: { replaced: true }, by })
    await notifyOwnerOfKey(ctx, 'deleted', key)
  }
}
