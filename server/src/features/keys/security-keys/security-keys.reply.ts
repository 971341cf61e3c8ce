import { describeAuthenticator } from '@claviger/contract/keys/authenticators'
import { keyKinds, type SecurityKey } from '@claviger/contract/keys/security-keys'
import type { KeyListRow } from './filters.store.ts'

export { fullRow } from './filters.store.ts'

const pictures: Record<number, SecurityKey['picture']> = {
  [keyKinds.smartphone]: 'phone',
  [keyKinds.accessCard]: 'card',
  [keyKinds.smartCard]: 'smart-card',
  [keyKinds.fingerprint]: 'fingerprint',
}

/** Picture of a key: by its type, or by its model for passkeys that users create themselves. */
export const pictureOf = (kind: number, aaguid: string | null): SecurityKey['picture'] =>
  pictures[kind] ?? (aaguid === null ? 'key' : describeAuthenticator(aaguid).kind)

export function keyOfRow(row: KeyListRow): SecurityKey {
  const model = row.aaguid === null ? undefined : describeAuthenticator(row.aaguid)
  return {
    id: row.id,
    name: row.name,
    type: row.kind,
    status: row.status,
    isBlocked: row.blocked_at !== null,
    owner: { id: row.user_id, name: row.owner_name, userId: row.owner_login },
    model: model && model.kind !== 'unknown' ? model.name : null,
    picture: pictureOf(row.kind, row.aaguid),
    aaguid: row.aaguid,
    cardEnd: row.card_end,
    verification: row.verification,
    credentialStorageLocation: row.credential_storage,
    proximity: row.proximity,
    audit: row.audit,
    offlineLogin: row.offline,
    rememberedPinHours: row.remembered_pin_hours,
    isDefault: row.is_default,
    hasPin: row.pin_sealed !== null,
    pinDue: row.pin_due,
    proofDue: row.proof_due,
    opensFrom: row.proof_counts_at?.toISOString() ?? null,
    passkeys: row.passkeys,
    totalActivities: row.activities,
    lastActivity: row.used_at?.toISOString() ?? null,
    activation: row.activation,
    createdAt: row.created_at.toISOString(),
    activatedAt: row.activated_at?.toISOString() ?? null,
  }
}
