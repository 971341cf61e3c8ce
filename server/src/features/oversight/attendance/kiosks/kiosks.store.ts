import type { Insertable, Selectable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import { runMergeableStatement, runSingleStatement } from '#platform/db/transaction.ts'
import { openTo } from '#platform/entrance/entrance.ts'
import type { AutocommitContext } from '#platform/app-context.ts'
import type { ReadTap, RecordedTaps } from '../taps/taps.store.ts'

export type KioskRow = Selectable<Tables['attendance_kiosks']>

export async function insertKiosk(db: Db, row: Insertable<Tables['attendance_kiosks']>): Promise<void> {
  await db.insertInto('attendance_kiosks').values(row).execute()
}

/** Consumes a link; of concurrent callers, only the first succeeds. */
export async function spendLink(
  db: Db,
  given: { id: string; link: Buffer; hash: Buffer; now: Date },
): Promise<KioskRow | undefined> {
  const { rows } = await run<KioskRow>(
    db,
    `update attendance_kiosks k set hash = $3::bytea, link_hash = null, opened_at = $4::timestamptz
     where k.workspace_id = current_workspace() and k.id = $1::uuid and k.link_hash = $2::bytea
       and k.link_ends_at > $4::timestamptz and may_open_kiosks(k.maker_id)
     returning k.*`,
    [given.id, given.link, given.hash, given.now],
  )
  return rows[0]
}

/** An open kiosk by the hash of its secret. */
export async function findKiosk(
  db: Db,
  { id, hash, now }: { id: string; hash: Buffer; now: Date },
): Promise<KioskRow | undefined> {
  const { rows } = await run<KioskRow>(
    db,
    'select * from open_attendance_kiosk($1::uuid, $2::bytea, $3::timestamptz)',
    [id, hash, now],
  )
  return rows[0]
}

/** What became of sent taps; undefined if the workspace lets no kiosk in. */
export type SentTaps =
  | { refused: true }
  | { pausedUntil: string }
  /** Nothing was recorded, because the format of the readers is no longer what the caller read them by. */
  | { misread: true }
  | (RecordedTaps & { lastSeenAt: string | null })

/** The statement that records calls of kiosks; limits in seconds. */
export const sendingTaps = (limits: { repeat: number; free: number; pause: number }) => `
  select s.place, s.sent from workspaces w
  cross join lateral send_kiosk_taps($1::jsonb, make_interval(secs => ${limits.repeat}), make_interval(secs => ${limits.free}),
    make_interval(secs => ${limits.pause})) s
  where w.id = current_workspace() and ${openTo('attendance', 'w.status')}`

export interface KioskCall {
  kiosk: string
  /** Keyed hash of the secret, hexadecimal. */
  secret: string
  reader: object | null
  clock: Date
  taps: readonly ReadTap[]
}

/** Taps that are sent one by one, in one statement with those that other kiosks send at the same time. */
export async function sendFew(at: AutocommitContext, text: string, item: KioskCall): Promise<SentTaps | undefined> {
  const [row] = await runMergeableStatement<{ sent: SentTaps }>(at, { text, item })
  return row?.sent
}

export async function sendMany(db: Db, text: string, item: KioskCall): Promise<SentTaps | undefined> {
  const { rows } = await run<{ sent: SentTaps }>(db, text, [JSON.stringify([item])])
  return rows[0]?.sent
}

/** @throws too-many while the kiosk is paused */
export async function payForUnknown(
  db: Db,
  given: { id: string; unknown: number; now: Date; free: number; pause: number },
): Promise<void> {
  await run(
    db,
    'select pay_for_unknown_cards($1::uuid, $2, $3::timestamptz, make_interval(secs => $4), make_interval(secs => $5))',
    [given.id, given.unknown, given.now, given.free, given.pause],
  )
}

/** Stores when a kiosk was last seen, in a separate statement. */
export async function saveKioskSeen(at: AutocommitContext, id: string, now: Date): Promise<void> {
  await runSingleStatement(at, {
    text: `update attendance_kiosks set last_seen_at = $2::timestamptz
      where workspace_id = current_workspace() and id = $1::uuid and (last_seen_at is null or last_seen_at < $2::timestamptz)`,
    values: [id, now],
  })
}

export async function noteKiosk(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('attendance_kiosks').set({ last_seen_at: now }).where('id', '=', id).execute()
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

/** Keeps the name, because taps that the kiosk sent refer to it. */
export async function closeKiosk(db: Db, session: string, id: string): Promise<{ name: string } | undefined> {
  const { rows } = await run<{ name: string }>(
    db,
    `update attendance_kiosks set hash = null, link_hash = null
     where workspace_id = current_workspace() and session_id = $1::uuid and id = $2::uuid and hash is not null returning name`,
    [session, id],
  )
  return rows[0]
}
