import { describeAuthenticator } from '@claviger/contract/keys/authenticators'
import type { CardFormat } from '@claviger/contract/keys/card-numbers'
import type { KeyPasskey, KeyQuery } from '@claviger/contract/keys/security-keys'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { userById } from '#features/people/users/users.ts'
import { tappedCard } from '../reader-settings/reader-settings.ts'
import { accountsOf } from '../sharing/sharing.accounts.ts'
import { pageOfKeys } from './security-keys.list.ts'
import { loadOwnKey, seenKeysOf } from './security-keys.own.ts'
import { fullRow, fullRowsOf, passkeysBy, keysWithPasskeys } from './filters.store.ts'
import { keyOfRow, pictureOf } from './security-keys.reply.ts'
import { keyById, keyOfCard } from './security-keys.ts'

/**
 * One page of keys: an administrator's workspace, or a user's own keys (decision G18). @throws own-keys-only
 */
export async function listKeys(ctx: TransactionContext, ask: KeyQuery) {
  const owner = await seenKeysOf(ctx)
  return pageOfKeys(ctx, owner === undefined ? ask : { ...ask, userId: owner, sharedTokenId: undefined })
}

export async function getKey(ctx: TransactionContext, input: { id: string }) {
  const { id } = await loadOwnKey(ctx, input.id)
  const row = await fullRow(ctx.db, id)
  if (!row) throw problem('not-found')
  return keyOfRow(row)
}

export async function keysOfOne(ctx: TransactionContext, input: { id: string }) {
  if (!(await userById(ctx, input.id))) throw problem('not-found')
  return { items: (await fullRowsOf(ctx.db, input.id)).map(keyOfRow) }
}

export async function activatedCard(
  ctx: TransactionContext,
  input: { cardId: string; cardFormat?: CardFormat | undefined },
) {
  const cardId = await tappedCard(ctx, input)
  const key = await keyOfCard(ctx, cardId)
  const row = key && (await fullRow(ctx.db, key.id))
  return { cardId, key: row ? keyOfRow(row) : null }
}

export async function connectedUsers(ctx: TransactionContext, input: { id: string }) {
  const key = await keyById(ctx, input.id)
  if (!key) throw problem('not-found')
  const accounts = await accountsOf(ctx, key)
  return { items: accounts.map(({ id, name, userId, own }) => ({ id, name, userId, owner: own })) }
}

export async function passkeysOfKey(ctx: TransactionContext, input: { id: string }) {
  const { id } = await loadOwnKey(ctx, input.id)
  return { items: (await keysWithPasskeys(ctx.db, id)).map(row => passkeyOf(ctx, row)) }
}

export async function passkeysOfUser(ctx: TransactionContext, input: { id: string }) {
  if (!(await userById(ctx, input.id))) throw problem('not-found')
  return { items: (await passkeysBy(ctx.db, input.id)).map(row => passkeyOf(ctx, row)) }
}

const passkeyOf = (ctx: TransactionContext, row: Awaited<ReturnType<typeof keysWithPasskeys>>[number]): KeyPasskey => ({
  id: row.id,
  name: row.name,
  rpId: row.rp_id ?? new URL(ctx.config.publicUrl).hostname,
  userName: row.login,
  model: describeAuthenticator(row.aaguid).name,
  synced: row.backup_state,
  securityKeyId: row.security_key_id,
  securityKeyName: row.key_name,
  picture: pictureOf(row.key_kind, row.aaguid),
  registeredBy: row.made_by_name,
  goneAt: row.gone_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
