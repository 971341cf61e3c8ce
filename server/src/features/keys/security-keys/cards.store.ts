import { verifications } from '@claviger/contract/keys/token-policies'
import { keyStatus, keyKinds } from '@claviger/contract/keys/security-keys'
import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { KeySettings } from '../token-policies/token-policies.ts'

interface Line extends KeySettings {
  id: string
  user_id: string
  name: string
  card_hash: Buffer
  card_sealed: Buffer
  card_end: string
  pin_due: boolean
}

type Filling = Pick<Line, 'id' | 'user_id' | 'card_hash' | 'card_sealed' | 'card_end'> & { name: string | null }

interface Common {
  workspace: string
  now: Date
  by: { id: string | null; name: string }
  activation: number
  status: number
}

/**
 * Adds cards in one statement and returns those that were not assigned yet; a user's first key is the default.
 * The caller must hold the users' locks.
 */
export async function insertCards(db: Db, common: Common, lines: readonly Line[]): Promise<Set<string>> {
  if (lines.length === 0) return new Set()
  const users = [...new Set(lines.map(line => line.user_id))]
  // Same lock order as when a single key is added
  await sql`select pg_advisory_xact_lock(hashtextextended(id, 8))
    from (select unnest(${users}::text[]) as id order by 1) held`.execute(db)
  const sent = lines.map(inHex)
  const { rows } = await sql<{ id: string }>`
    insert into security_keys (workspace_id, id, user_id, kind, name, status, card_hash, card_sealed, card_end, pin_due,
      verification, credential_storage, proximity, audit, offline, remembered_pin_hours, policy_id, is_default, activation,
      made_by, made_by_name, created_at, activated_at, changed_at)
    select ${common.workspace}::uuid, e.id, e.user_id, ${keyKinds.accessCard}::smallint, e.name, ${common.status}::smallint,
      decode(e.card_hash, 'hex'), decode(e.card_sealed, 'hex'), e.card_end, e.pin_due, e.verification,
      e.credential_storage, e.proximity, e.audit, e.offline, e.remembered_pin_hours, e.policy_id,
      row_number() over (partition by e.user_id order by e.id) = 1
        -- Not as a join, which may read all keys for a few hundred cards
        and (select count(*) from security_keys k where k.workspace_id = ${common.workspace}::uuid and k.user_id = e.user_id and k.is_default) = 0,
      ${common.activation}::smallint, ${common.by.id}::uuid, ${common.by.name.slice(0, 260)}, ${common.now}::timestamptz,
      ${common.now}::timestamptz, ${common.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as e(id uuid, user_id uuid, name text, card_hash text,
      card_sealed text, card_end text, pin_due boolean, verification smallint, credential_storage smallint,
      proximity boolean, audit boolean, offline boolean, remembered_pin_hours smallint, policy_id uuid)
    on conflict (workspace_id, card_hash) where card_hash is not null do nothing
    returning id`.execute(db)
  const added = new Set(rows.map(row => row.id))
  if (added.size < lines.length)
    await sql`
      update security_keys set is_default = true where id in (
        select distinct on (k.user_id) k.id from security_keys k
        where k.user_id = any(${users}::uuid[])
          and not exists (select from security_keys d where d.user_id = k.user_id and d.is_default)
        order by k.user_id, k.status = ${sql.lit(keyStatus.active)} desc, k.created_at, k.id
      )`.execute(db)
  return added
}

const inHex = <L extends Pick<Line, 'card_hash' | 'card_sealed'>>(line: L) => ({
  ...line,
  card_hash: line.card_hash.toString('hex'),
  card_sealed: line.card_sealed.toString('hex'),
})

/**
 * Assigns cards to pending keys. Returns names by ID of the keys that were still pending and whose card was
 * free.
 */
export async function fillCards(db: Db, lines: readonly Filling[], now: Date): Promise<Map<string, string>> {
  if (lines.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    update security_keys k set card_hash = decode(e.card_hash, 'hex'), card_sealed = decode(e.card_sealed, 'hex'),
      card_end = e.card_end, name = coalesce(e.name, k.name), status = ${sql.lit(keyStatus.active)}, pin_due = k.verification = ${sql.lit(verifications.pin)},
      activated_at = ${now}::timestamptz, changed_at = ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(lines.map(inHex))}::jsonb)
      as e(id uuid, user_id uuid, name text, card_hash text, card_sealed text, card_end text)
    where k.id = e.id and k.user_id = e.user_id and k.status = ${sql.lit(keyStatus.pending)} and k.card_hash is null
      and e.card_hash <> all(array(select h.hash from holders_of_cards(${lines.map(line => line.card_hash.toString('hex'))}::text[]) h))
    returning k.id, k.name`.execute(db)
  return new Map(rows.map(row => [row.id, row.name]))
}

/** Sets the PINs of cards that need one; returns these cards. */
export async function setCardPins(
  db: Db,
  lines: readonly { id: string; pin_sealed: string }[],
  now: Date,
): Promise<Set<string>> {
  if (lines.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    update security_keys k set pin_sealed = decode(e.pin_sealed, 'hex'), pin_set_at = ${now}::timestamptz, pin_due = false
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as e(id uuid, pin_sealed text)
    where k.workspace_id = current_workspace() and k.id = e.id and k.verification = ${sql.lit(verifications.pin)}
    returning k.id`.execute(db)
  return new Set(rows.map(row => row.id))
}

export async function makePinless(db: Db, ids: readonly string[]): Promise<void> {
  await sql`
    update security_keys set verification = ${sql.lit(verifications.pinless)}, pin_due = false
    where workspace_id = current_workspace() and id = any(${ids}::uuid[])`.execute(db)
}

export async function emptyCards(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    update security_keys set card_hash = null, card_sealed = null, card_end = null, pin_sealed = null, pin_set_at = null,
      pin_due = false, status = ${sql.lit(keyStatus.pending)}, blocked_at = null, activated_at = null, changed_at = ${now}::timestamptz
    where id = any(${ids}::uuid[])`.execute(db)
}

const resetsPins = sql<boolean>`p.active and coalesce((p.settings #>> '{services,pinRecovery}')::boolean, true)`

/** Whether the workspace has an active card page on which users reset PINs; part of a statement. */
export const hasPinPage = sql<boolean>`exists (
  select from self_service_pages p where p.workspace_id = current_workspace() and ${resetsPins})`

/** Address of the card page on which users reset PINs; of several, the first by name. */
export async function findPinPage(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    select p.address from self_service_pages p where p.workspace_id = current_workspace() and ${resetsPins}
    order by lower(p.name), p.address limit 1`.execute(db)
  return rows[0]?.address
}
