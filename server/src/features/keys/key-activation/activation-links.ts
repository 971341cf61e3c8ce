import { idOfBytes } from '#platform/ids.ts'
import { mustBeOpenTo } from '#platform/entrance/entrance.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { isOfKey, keyLinksSince, type KeyPurpose, accountLinkOf } from '#features/people/account-links/account-links.ts'
import { lockUsers } from '#features/people/users/users.many.ts'
import { userById, type UserRow } from '#features/people/users/users.ts'
import { keyById, type SecurityKeyRow } from '../security-keys/security-keys.ts'

interface Opened {
  link: { id: string; purpose: KeyPurpose; key: string; challenge: Buffer | null; madeAt: Date; endsAt: Date }
  key: SecurityKeyRow
  user: UserRow
  by: { id: string; name: string }
}

/**
 * Whether a link to this key still has a purpose: activating the key or resetting the PIN of an active card.
 */
export const isOpen = (key: SecurityKeyRow, link: { madeAt: Date }): boolean =>
  key.status === keyStatus.pending || (isPinReset(key) && link.madeAt >= keyLinksSince(key))

export const isPinReset = (key: SecurityKeyRow): boolean =>
  key.status === keyStatus.active && key.kind === keyKinds.accessCard && key.verification === verifications.pin

export async function behindLink(ctx: TransactionContext): Promise<Opened> {
  if (ctx.actor.kind !== 'link') throw problem('link-spent')
  const link = await accountLinkOf(ctx, idOfBytes(ctx.actor.payload.subarray(16, 32)))
  if (!link || link.key === null || !isOfKey(link.purpose)) throw problem('link-spent')
  await mustBeOpenTo(ctx, 'key-link')
  const [key, user] = [await keyById(ctx, link.key), await userById(ctx, link.user)]
  if (!key || !user || !isOpen(key, link)) throw problem('link-spent')
  const by = { id: user.id, name: `${user.first_name} ${user.last_name}` }
  return { link: { ...link, key: key.id, purpose: link.purpose }, key, user, by }
}

/**
 * Like `behindLink`, with the owner locked until the transaction ends: a user suspended meanwhile can't
 * activate anything.
 */
export async function lockedLink(ctx: TransactionContext): Promise<Opened> {
  const { user } = await behindLink(ctx)
  // Lock the owner before the key, as everywhere
  await lockUsers(ctx.db, [user.id])
  return behindLink(ctx)
}
