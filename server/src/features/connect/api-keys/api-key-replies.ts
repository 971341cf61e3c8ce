import { type ApiKey, keyExpiry, keyTypes } from '@claviger/contract/connect/api-keys'
import { startOfKey } from '#platform/secrets/key-text.ts'
import { permissionsBehind, scopesOf } from '#http/api-key.ts'
import type { ApiKeyRow } from './api-keys.store.ts'

export function standingOfApiKey(row: Pick<ApiKeyRow, 'type' | 'scopes' | 'role' | 'additional' | 'units_only'>) {
  if (row.type !== keyTypes.admin) return 'whole'
  const left = permissionsBehind(row)
  if (left.size === 0) return 'orphaned'
  return scopesOf(row).every(may => left.has(may)) ? 'whole' : 'less'
}

export const logObjectOfApiKey = (row: { id: string; name: string }) => ({
  type: 'api-key',
  id: row.id,
  name: row.name,
})

export const apiKeyOfRow = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  type: row.type,
  start: startOfKey(row.type),
  expiry: row.expires_at ? keyExpiry.set : keyExpiry.none,
  expiresAt: row.expires_at?.toISOString() ?? null,
  scopes: row.scopes,
  granted: row.granted,
  addresses: row.addresses,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  keeperId: row.keeper_id,
  keeperName: row.keeper_name,
  keeperLeft: row.role === null,
  standing: standingOfApiKey(row),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedIp: row.last_used_ip,
})
