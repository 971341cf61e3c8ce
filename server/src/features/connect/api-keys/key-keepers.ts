import { sensitiveActsOf, type ApiKey } from '@claviger/contract/connect/api-keys'
import { userOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { type ApiKeyRow, findApiKey, updateApiKey } from './api-keys.store.ts'
import { apiKeyOfRow, logObjectOfApiKey } from './api-key-replies.ts'

async function there(ctx: TransactionContext, id: string): Promise<ApiKeyRow> {
  const row = await findApiKey(ctx.db, id)
  if (!row) throw problem('not-found')
  return row
}

/** The calling owner becomes a key's keeper and limits its permissions from now on. @throws not-found */
export async function takeOver(ctx: TransactionContext, { id }: { id: string }): Promise<ApiKey> {
  const owner = userOf(ctx)
  const before = await there(ctx, id)
  const after = (await updateApiKey(ctx.db, id, { keeper_id: owner.id, notified_loss: null })) as ApiKeyRow
  await record(ctx, {
    action: 'api-key.taken-over',
    object: logObjectOfApiKey(after),
    before: { keeper: before.keeper_name ?? before.created_by },
    after: { keeper: owner.name },
  })
  return apiKeyOfRow(after)
}

/**
 * Sets the sensitive actions that a key can do without a user; an empty list revokes all.
 * @throws not-found, invalid-input for actions outside its scopes
 */
export async function grantActs(ctx: TransactionContext, input: { id: string; granted: string[] }): Promise<ApiKey> {
  const before = await there(ctx, input.id)
  const granted = grantableScopes(before, input.granted)
  const after = (await updateApiKey(ctx.db, input.id, { granted })) as ApiKeyRow
  await record(ctx, {
    action: 'api-key.granted',
    object: logObjectOfApiKey(after),
    before: { granted: before.granted },
    after: { granted },
  })
  return apiKeyOfRow(after)
}

/** The granted actions without duplicates. @throws invalid-input for actions outside the key's scopes */
export function grantableScopes(key: { type: number; scopes: string[] | null }, wanted: readonly string[]): string[] {
  const granted = [...new Set(wanted)].toSorted()
  const within: readonly string[] = sensitiveActsOf(key)
  if (granted.every(may => within.includes(may))) return granted
  const message = 'Grant only actions that are covered by the permissions of this key'
  throw problem('invalid-input', message, [{ field: 'granted', message }])
}
