import type { Insertable, Selectable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type KioskRow = Selectable<Tables['attendance_kiosks']>

export async function insertKiosk(db: Db, row: Insertable<Tables['attendance_kiosks']>): Promise<void> {
  await db.insertInto('attendance_kiosks').values(row).execute()
}

/** A kiosk that a link opened does nothing while its maker may not open one. */
const makerMay = `exists (
  select from rights_of_keeper(current_workspace(), k.maker_id) r
  where 'attendance.write' = any (permissions_of(r.role, r.additional, r.units_only)))`

/** Spends a link, whichever of two callers comes first. */
export async function spendLink(
  db: Db,
  given: { id: string; link: Buffer; hash: Buffer; now: Date },
): Promise<KioskRow | undefined> {
  const { rows } = await run<KioskRow>(
    db,
    `update attendance_kiosks k set hash = $3::bytea, link_hash = null, opened_at = $4::timestamptz
     where k.workspace_id = current_workspace() and k.id = $1::uuid and k.link_hash = $2::bytea
       and k.link_ends_at > $4::timestamptz and ${makerMay}
     returning k.*`,
    [given.id, given.link, given.hash, given.now],
  )
  return rows[0]
}

/**
 * An open kiosk. One that an API key opened goes with the key, and does nothing once the key expired or was released.
 * Locked for calls that count unknown cards.
 */
export async function findKiosk(
  db: Db,
  { id, hash, now, lock }: { id: string; hash: Buffer; now: Date; lock: boolean },
): Promise<KioskRow | undefined> {
  const { rows } = await run<KioskRow>(
    db,
    `select k.* from attendance_kiosks k
     where k.workspace_id = current_workspace() and k.id = $1::uuid and k.hash = $2::bytea
       and case when k.api_key_id is null then ${makerMay} else exists (
         select from attendance_api_keys a
         join api_keys o on o.workspace_id = current_workspace() and o.id = a.api_key_id
         where a.workspace_id = current_workspace() and a.session_id = k.session_id and a.api_key_id = k.api_key_id
           and (o.expires_at is null or o.expires_at > $3::timestamptz)) end
     ${lock ? 'for update of k' : ''}`,
    [id, hash, now],
  )
  return rows[0]
}

export async function noteKiosk(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('attendance_kiosks').set({ last_seen_at: now }).where('id', '=', id).execute()
}

export async function setPaidUntil(db: Db, id: string, paidUntil: Date): Promise<void> {
  await db.updateTable('attendance_kiosks').set({ paid_until: paidUntil }).where('id', '=', id).execute()
}

export async function opensSession(db: Db, key: string, session: string): Promise<boolean> {
  const { rows } = await run<{ found: boolean }>(
    db,
    `select exists (select from attendance_api_keys
       where workspace_id = current_workspace() and session_id = $2::uuid and api_key_id = $1::uuid) as found`,
    [key, session],
  )
  return rows[0]?.found ?? false
}

export async function sessionsOfKey(db: Db, key: string): Promise<string[]> {
  const { rows } = await run<{ session_id: string }>(
    db,
    `select session_id from attendance_api_keys
     where workspace_id = current_workspace() and api_key_id = $1::uuid limit 2`,
    [key],
  )
  return rows.map(row => row.session_id)
}

export async function countKiosks(db: Db, session: string, now: Date): Promise<number> {
  const { rows } = await run<{ n: number }>(
    db,
    `select count(*)::integer as n from attendance_kiosks
     where workspace_id = current_workspace() and session_id = $1::uuid and (hash is not null or link_ends_at > $2::timestamptz)`,
    [session, now],
  )
  return rows[0]?.n ?? 0
}

export async function kiosksOf(db: Db, session: string): Promise<(KioskRow & { taps: number })[]> {
  const { rows } = await run<KioskRow & { taps: number }>(
    db,
    `select k.*, (select count(*)::integer from attendance_taps t
       where t.workspace_id = current_workspace() and t.kiosk_id = k.id) as taps
     from attendance_kiosks k
     where k.workspace_id = current_workspace() and k.session_id = $1::uuid and k.hash is not null
     order by k.opened_at, k.id`,
    [session],
  )
  return rows
}

/** The name stays for the taps that it sent. */
export async function closeKiosk(db: Db, session: string, id: string): Promise<{ name: string } | undefined> {
  const { rows } = await run<{ name: string }>(
    db,
    `update attendance_kiosks set hash = null, link_hash = null
     where workspace_id = current_workspace() and session_id = $1::uuid and id = $2::uuid and hash is not null returning name`,
    [session, id],
  )
  return rows[0]
}
