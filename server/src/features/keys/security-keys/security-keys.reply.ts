import { describeAuthenticator } from '@claviger/contract/keys/authenticators'
import { activitiesCounted, keyKinds, type SecurityKey } from '@claviger/contract/keys/security-keys'
import { sql } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { KeyRow } from './security-keys.store.ts'

/** A key as lists and pages read it; its owner, passkeys and uses are looked up for the rows of a page only. */
export interface FullRow extends KeyRow {
  owner_name: string
  owner_login: string
  /** Big numbers in a list arrive as text. */
  passkeys: number
  activities: number
  used_at: Date | null
}

/** Columns of such a row, over `security_keys`. */
export const fullColumns = sql`security_keys.*,
  (select u.first_name || ' ' || u.last_name from users u where u.id = security_keys.user_id) as owner_name,
  (select u.user_id from users u where u.id = security_keys.user_id) as owner_login,
  (select count(*)::integer from credentials c where c.security_key_id = security_keys.id)
    + (select count(*)::integer from held_credentials h where h.security_key_id = security_keys.id
      and not exists (select from credentials c where c.credential_id = h.credential_id)) as passkeys,
  (select greatest(max(c.last_used_at), security_keys.last_used_at) from credentials c
    where c.security_key_id = security_keys.id) as used_at,
  (select count(*)::integer from (
    select from activities a where a.kind = 'use' and a.object_id = any(
      array(select c.id::text from credentials c where c.security_key_id = security_keys.id) || security_keys.id::text
    ) limit ${sql.lit(activitiesCounted)}
  ) used) as activities`

/** One key in full; undefined where there is none or its owner is in the bin. */
export async function fullRow(db: Db, id: string): Promise<FullRow | undefined> {
  const { rows } = await sql<FullRow>`
    select ${fullColumns} from security_keys where id = ${id}::uuid and not binned`.execute(db)
  return rows[0]
}

/** The keys of a user in full, the default first. */
export async function fullRowsOf(db: Db, user: string): Promise<FullRow[]> {
  const { rows } = await sql<FullRow>`
    select ${fullColumns} from security_keys where user_id = ${user}::uuid and not binned
    order by is_default desc, created_at, id limit 200`.execute(db)
  return rows
}

const pictures: Record<number, SecurityKey['picture']> = {
  [keyKinds.smartphone]: 'phone',
  [keyKinds.accessCard]: 'card',
  [keyKinds.smartCard]: 'smart-card',
  [keyKinds.fingerprint]: 'fingerprint',
}

/** A key as the wire has it. */
export function keyOfRow(row: FullRow): SecurityKey {
  const model = row.aaguid === null ? undefined : describeAuthenticator(row.aaguid)
  return {
    id: row.id,
    name: row.name,
    type: row.kind,
    status: row.status,
    isBlocked: row.blocked_at !== null,
    owner: { id: row.user_id, name: row.owner_name, userId: row.owner_login },
    model: model && model.kind !== 'unknown' ? model.name : null,
    picture: pictures[row.kind] ?? model?.kind ?? 'key',
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
