import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { type KeyTraits, type securityKeys, traitsOf } from '@claviger/contract/keys/security-keys'
import { userPermissions } from '@claviger/contract/tenancy/workspace-settings'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustOfferStorage } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { notifyOwnerOfKey } from './security-keys.mails.ts'
import { keyChanged } from './security-keys.own.ts'
import { fullRow, keyOfRow } from './security-keys.reply.ts'
import { type SecurityKeyRow, objectOf, settingsOfKeys } from './security-keys.ts'
import { changeKey, type KeyChange } from './security-keys.store.ts'

type Input = OutputOf<typeof securityKeys.update.input>

const isThere: Partial<Record<keyof Input, (of: KeyTraits) => boolean>> = {
  proximity: of => of.proximity,
  credentialStorageLocation: of => of.storage === null,
  offlineLogin: of => of.offline,
  rememberedPinHours: of => of.remembersPin,
}

/**
 * Edits a key; omitted fields stay. Users can rename their own.
 * @throws not-found, above-you, own-keys-only, verify-first, setting-not-of-kind
 */
export async function updateKey(ctx: TransactionContext, input: Input) {
  const { key, own } = await keyChanged(ctx, input.id, userPermissions.edit)
  const before = logFieldsOfKey(key)
  const settings = Object.keys(input).filter(field => field !== 'id' && field !== 'name') as (keyof typeof before)[]
  const changed = settings.filter(
    field => input[field as keyof Input] !== undefined && input[field as keyof Input] !== before[field],
  )
  if (own && changed.length > 0) throw problem('own-keys-only')
  for (const field of changed)
    if (isThere[field as keyof Input]?.(traitsOf(key.kind)) === false)
      throw problem('setting-not-of-kind', undefined, [{ field, message: "Keys of this type don't have this setting" }])
  mustOfferStorage(ctx, input.credentialStorageLocation)
  const to: KeyChange = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.credentialStorageLocation !== undefined && { credential_storage: input.credentialStorageLocation }),
    ...(input.proximity !== undefined && { proximity: input.proximity }),
    ...(input.audit !== undefined && { audit: input.audit }),
    ...(input.offlineLogin !== undefined && { offline: input.offlineLogin }),
    ...(input.rememberedPinHours !== undefined && { remembered_pin_hours: input.rememberedPinHours }),
  }
  if (JSON.stringify(logFieldsOfKey({ ...key, ...(to as Partial<SecurityKeyRow>) })) !== JSON.stringify(before)) {
    const after = await changeKey(ctx.db, key.id, { ...to, changed_at: ctx.clock.now() })
    await record(ctx, { action: 'security-key.updated', object: objectOf(after), before, after: logFieldsOfKey(after) })
    if (own) await notifyOwnerOfKey(ctx, 'renamed', after)
  }
  const row = await fullRow(ctx.db, key.id)
  if (!row) throw problem('not-found')
  return keyOfRow(row)
}

export const logFieldsOfKey = (key: SecurityKeyRow) => {
  const { verification: _, ...settings } = settingsOfKeys(key)
  return { name: key.name, ...settings }
}
