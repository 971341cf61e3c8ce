import type { Permission } from '@claviger/contract/platform/permissions'
import { userPermissions } from '@claviger/contract/tenancy/workspace-settings'
import { administratorOf, userOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { userToChange } from '#features/people/users/users.rank.ts'
import { endUserPermissions } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import { type SecurityKeyRow, keyById, keyToChange } from './security-keys.ts'

const has = (ctx: TransactionContext, permission: Permission) => administratorOf(ctx).permissions.has(permission)

export async function seenKeysOf(ctx: TransactionContext): Promise<string | undefined> {
  if (has(ctx, 'keys.read')) return undefined
  await mustBeLet(ctx, userPermissions.monitor)
  return userOf(ctx).id
}

export async function loadOwnKey(ctx: TransactionContext, id: string): Promise<SecurityKeyRow> {
  const owner = await seenKeysOf(ctx)
  const key = await keyById(ctx, id)
  if (!key || (owner !== undefined && key.user_id !== owner)) throw problem('not-found')
  return key
}

/**
 * Locks a key that the caller can change. `own` means that a user changes their own key: the workspace must
 * grant the right (101 to 104) and a passkey must have confirmed the user (decision G18).
 * @throws not-found; above-you for a key of a user with a higher role; own-keys-only; verify-first
 */
export async function keyChanged(
  ctx: TransactionContext,
  id: string,
  right: number,
): Promise<{ key: SecurityKeyRow; own: boolean }> {
  if (!has(ctx, 'keys.write')) {
    await mustBeLet(ctx, right)
    const key = await keyToChange(ctx, id)
    if (!key || key.user_id !== userOf(ctx).id) throw problem('not-found')
    mustBeFresh(ctx)
    return { key, own: true }
  }
  const seen = await keyById(ctx, id)
  if (!seen) throw problem('not-found')
  await userToChange(ctx, seen.user_id)
  const key = await keyToChange(ctx, id)
  if (!key) throw problem('not-found')
  return { key, own: false }
}

async function mustBeLet(ctx: TransactionContext, right: number): Promise<void> {
  if (!(await endUserPermissions(ctx)).includes(right)) throw problem('own-keys-only')
}
