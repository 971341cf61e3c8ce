import { type ApiKey, type ApiKeyInput, keyExpiry, keyTypes, keyTypeNames } from '@claviger/contract/connect/api-keys'
import { doneReply } from '@claviger/contract/platform/fields'
import type { Page } from '@claviger/contract/platform/page'
import { permissionsOfKeys } from '@claviger/contract/platform/permissions'
import { paginate } from '#platform/db/page.ts'
import { administratorOf, workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import { newKeySecret, writeKeyText } from '#platform/secrets/key-text.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { hashOfKey } from '#http/api-key.ts'
import { type ApiKeyRow, deleteApiKey, findApiKey, insertApiKey, apiKeyList } from './api-keys.store.ts'
import { grantableScopes } from './key-keepers.ts'
import { apiKeyOfRow, logObjectOfApiKey } from './api-key-replies.ts'

export const listApiKeys = (ctx: TransactionContext, ask: Page) =>
  paginate<ApiKey>(ctx, ask, { ...apiKeyList, item: apiKeyOfRow })

/**
 * Creates an API key; its value is returned only once.
 * @throws beyond-own if it would exceed its creator's permissions, invalid-input if it expires in the past
 */
export async function createKey(ctx: TransactionContext, input: ApiKeyInput) {
  const now = ctx.clock.now()
  const expiresAt = input.expiry === keyExpiry.set && input.expiresAt ? new Date(input.expiresAt) : null
  if (expiresAt && expiresAt <= now)
    throw problem('invalid-input', undefined, [{ field: 'expiresAt', message: 'Choose a date in the future' }])
  const scopes = input.type === keyTypes.admin ? (input.scopes ?? null) : null
  const maker = mayGive(ctx, input.type === keyTypes.admin ? (scopes ?? permissionsOfKeys) : [])
  const granted = grantsOf(ctx, input, scopes)
  const workspace = workspaceOf(ctx)
  const id = newId()
  const secret = newKeySecret()
  const row = await insertApiKey(ctx.db, {
    workspace_id: workspace,
    id,
    name: input.name,
    type: input.type,
    hash: hashOfKey(ctx, secret),
    scopes: scopes && [...scopes],
    granted,
    keeper_id: maker.keeper,
    addresses: input.addresses ?? [],
    expires_at: expiresAt,
    created_at: now,
    created_by: maker.name,
  })
  const key = apiKeyOfRow(row)
  await record(ctx, {
    action: 'api-key.created',
    object: logObjectOfApiKey(row),
    after: logFieldsOf(row),
  })
  return { key, value: writeKeyText({ type: row.type, workspace, id, secret }) }
}

const logFieldsOf = (row: Pick<ApiKeyRow, 'type' | 'expires_at' | 'granted' | 'scopes' | 'addresses'>) => ({
  type: keyTypeNames[row.type],
  expiresAt: row.expires_at?.toISOString() ?? 'Never',
  ...(row.granted.length > 0 && { granted: row.granted }),
  ...(row.scopes && { permissions: row.scopes }),
  ...(row.addresses.length > 0 && { addresses: row.addresses }),
})

/** Deletes an API key with immediate effect. @throws not-found */
export async function removeApiKey(ctx: TransactionContext, input: { id: string }) {
  const row = await findApiKey(ctx.db, input.id)
  if (!row || !(await deleteApiKey(ctx.db, row.id))) throw problem('not-found')
  await record(ctx, { action: 'api-key.deleted', object: logObjectOfApiKey(row), before: logFieldsOf(row) })
  return doneReply
}

/** Sensitive actions granted on creation. @throws beyond-own if the caller is no owner, invalid-input */
function grantsOf(ctx: TransactionContext, { type, granted = [] }: ApiKeyInput, scopes: string[] | null): string[] {
  if (granted.length > 0 && !administratorOf(ctx).permissions.has('api-keys.grant')) throw problem('beyond-own')
  return grantableScopes({ type, scopes }, granted)
}

/**
 * Creator and keeper of a new key, if they can grant all these permissions. A restricted key can't create keys,
 * because a child key would lack the restrictions on scope, network, and expiry.
 */
function mayGive(ctx: TransactionContext, permissions: readonly (typeof permissionsOfKeys)[number][]) {
  const actor = administratorOf(ctx)
  const narrow = actor.kind === 'api-key' && actor.limited
  if (narrow || permissions.some(may => !actor.permissions.has(may))) throw problem('beyond-own')
  return { name: shownAs(ctx).name, keeper: actor.kind === 'api-key' ? actor.keeper : actor.id }
}
