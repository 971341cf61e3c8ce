import { cardModel, describeAuthenticator } from '@claviger/contract/keys/authenticators'
import type { CardFormat } from '@claviger/contract/keys/card-numbers'
import type { KeyPasskey, KeyQuery } from '@claviger/contract/keys/security-keys'
import { sql } from 'kysely'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { userById } from '../../people/users/users.ts'
import { tappedCard } from '../reader-settings/reader-settings.ts'
import { accountsOf } from '../sharing/sharing.accounts.ts'
import { pageOfKeys } from './security-keys.list.ts'
import { keySeen, seenKeysOf } from './security-keys.own.ts'
import { fullRow, fullRowsOf, keyOfRow } from './security-keys.reply.ts'
import { keyById, keyOfCard } from './security-keys.ts'

/** One page of the keys: of the workspace for administrators, the own ones for users (decision G18). Throws own-keys-only. */
export async function listKeys(ctx: Ctx, ask: KeyQuery) {
  const owner = await seenKeysOf(ctx)
  return pageOfKeys(ctx, owner === undefined ? ask : { ...ask, userId: owner, sharedTokenId: undefined })
}

/** One key. Throws not-found and own-keys-only. */
export async function getKey(ctx: Ctx, input: { id: string }) {
  const { id } = await keySeen(ctx, input.id)
  const row = await fullRow(ctx.db, id)
  if (!row) throw problem('not-found')
  return keyOfRow(row)
}

/** The keys of a user, the default first. Throws not-found. */
export async function keysOfOne(ctx: Ctx, input: { id: string }) {
  if (!(await userById(ctx, input.id))) throw problem('not-found')
  return { items: (await fullRowsOf(ctx.db, input.id)).map(keyOfRow) }
}

/** Whose card a tapped number is. Throws card-unreadable. */
export async function activatedCard(ctx: Ctx, input: { cardId: string; cardFormat?: CardFormat | undefined }) {
  const cardId = await tappedCard(ctx, input)
  const key = await keyOfCard(ctx, cardId)
  const row = key && (await fullRow(ctx.db, key.id))
  return { cardId, key: row ? keyOfRow(row) : null }
}

/** Accounts that a key opens: its owner's, then those shared with the owner. Throws not-found. */
export async function connectedUsers(ctx: Ctx, input: { id: string }) {
  const key = await keyById(ctx, input.id)
  if (!key) throw problem('not-found')
  const accounts = await accountsOf(ctx, key)
  return { items: accounts.map(({ id, name, userId, own }) => ({ id, name, userId, owner: own })) }
}

/** Passkeys that a key holds. Throws not-found and own-keys-only. */
export async function passkeysOfKey(ctx: Ctx, input: { id: string }) {
  const { id } = await keySeen(ctx, input.id)
  return { items: await passkeys(ctx, sql`k.id = ${id}::uuid`) }
}

/** Passkeys of a user, on whichever key. Throws not-found. */
export async function passkeysOfUser(ctx: Ctx, input: { id: string }) {
  if (!(await userById(ctx, input.id))) throw problem('not-found')
  return { items: await passkeys(ctx, sql`c.user_id = ${input.id}::uuid`, sql`k.user_id = ${input.id}::uuid`) }
}

interface PasskeyRow {
  id: string
  name: string
  aaguid: string
  backup_state: boolean
  rp_id: string | null
  security_key_id: string
  key_name: string
  login: string | null
  created_at: Date
  last_used_at: Date | null
}

/** Passkeys of our own pages, and those that cards hold for any site; one that is both is told once. */
async function passkeys(
  ctx: Ctx,
  where: ReturnType<typeof sql>,
  whereHeld: ReturnType<typeof sql> = where,
): Promise<KeyPasskey[]> {
  const { rows } = await sql<PasskeyRow>`
    select c.id, c.name, c.aaguid::text, c.backup_state, null as rp_id, c.security_key_id, k.name as key_name,
      u.user_id as login, c.created_at, c.last_used_at
    from credentials c join security_keys k on k.id = c.security_key_id join users u on u.id = c.user_id
    where ${where}
    union all
    select h.id, coalesce(nullif(h.rp_name, ''), h.rp_id), ${cardModel}::text, false, h.rp_id, k.id, k.name, h.user_name,
      h.made_at, h.last_used_at
    from held_credentials h join security_keys k on k.id = h.security_key_id
    where ${whereHeld} and not exists (select from credentials c where c.credential_id = h.credential_id)
    order by created_at, id limit 500`.execute(ctx.db)
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    rpId: row.rp_id ?? new URL(ctx.config.publicUrl).hostname,
    userName: row.login,
    model: describeAuthenticator(row.aaguid).name,
    synced: row.backup_state,
    securityKeyId: row.security_key_id,
    securityKeyName: row.key_name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}
