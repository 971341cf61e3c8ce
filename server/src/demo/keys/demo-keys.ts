import { verifications } from '@claviger/contract/keys/token-policies'
import { keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import type { Db } from '#platform/db/db.ts'
import { insertMany } from '../bulk.ts'

export interface DemoSecurityKey {
  id: string
  user: string
  kind: number
  name: string
  aaguid?: string | null
  status?: number
  blockedAt?: Date | null
  verification?: number | null
  cardEnd?: string | null
  isDefault: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

const columns = {
  workspace_id: 'uuid',
  id: 'uuid',
  user_id: 'uuid',
  kind: 'smallint',
  name: 'text',
  status: 'smallint',
  blocked_at: 'timestamptz',
  aaguid: 'uuid',
  card_end: 'text',
  pin_set_at: 'timestamptz',
  verification: 'smallint',
  credential_storage: 'smallint',
  proximity: 'boolean',
  audit: 'boolean',
  offline: 'boolean',
  remembered_pin_hours: 'smallint',
  is_default: 'boolean',
  activation: 'smallint',
  made_by_name: 'text',
  created_at: 'timestamptz',
  activated_at: 'timestamptz',
  changed_at: 'timestamptz',
  last_used_at: 'timestamptz',
}

const withUs: readonly number[] = [keyKinds.accessCard, keyKinds.fingerprint]

export function insertSecurityKeys(db: Db, workspace: string, keys: readonly DemoSecurityKey[]): Promise<void> {
  return insertMany(
    db,
    'security_keys',
    columns,
    keys.map(key => {
      const status = key.status ?? keyStatus.active
      return [
        workspace,
        key.id,
        key.user,
        key.kind,
        key.name,
        status,
        key.blockedAt ?? null,
        key.aaguid ?? null,
        key.cardEnd ?? null,
        status !== keyStatus.pending && key.verification === verifications.pin ? key.createdAt : null,
        key.verification ?? (key.kind === keyKinds.smartphone ? verifications.always : null),
        withUs.includes(key.kind) ? 2 : 1,
        false,
        true,
        key.kind === keyKinds.accessCard,
        0,
        key.isDefault,
        1,
        'Claviger',
        key.createdAt,
        status === keyStatus.pending ? null : key.createdAt,
        key.createdAt,
        key.lastUsedAt,
      ]
    }),
  )
}
