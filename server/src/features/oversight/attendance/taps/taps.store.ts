import type { AttendanceCounts } from '@claviger/contract/oversight/attendance/session-fields'
import { type Db, run } from '#platform/db/db.ts'

export interface TapRow {
  id: string
  at: Date
  received_at: Date
  result: number
  reason: string | null
  went: string | null
  person_id: string | null
  name: string | null
  first_at: Date | null
  late: boolean
  kiosk: string | null
}

export interface ReadTap {
  id: string
  at: Date
  sent_at: Date
  direction: string
  /** Keyed hash of the card's number, hexadecimal; null for what is no card number, and for passes. */
  card: string | null
  /** The user whose pass it is. */
  pass: string | null
}

export type TapOutcome = 'recorded' | 'known' | 'closed' | 'not-open'

/** Results of recorded taps from the database, with times as texts. */
export interface RecordedTaps {
  outcomes: Record<string, TapOutcome>
  taps:
    | (Omit<TapRow, 'at' | 'received_at' | 'first_at'> & { at: string; received_at: string; first_at: string | null })[]
    | null
  counts: AttendanceCounts
  session: { id: string; attributes: string[]; opens_at: string | null; closes_at: string | null }
}

export const tapRowsOf = ({ taps }: RecordedTaps): TapRow[] =>
  (taps ?? []).map(tap => ({
    ...tap,
    at: new Date(tap.at),
    received_at: new Date(tap.received_at),
    first_at: tap.first_at === null ? null : new Date(tap.first_at),
  }))

export async function recordTaps(
  db: Db,
  given: { session: string; by: string; taps: readonly ReadTap[]; now: Date; repeat: number },
): Promise<RecordedTaps> {
  const { rows } = await run<{ recorded: RecordedTaps }>(
    db,
    'select r.recorded from record_attendance_taps($1::jsonb, make_interval(secs => $2)) r',
    [
      JSON.stringify([{ place: 1, session: given.session, by_name: given.by, clock: given.now, taps: given.taps }]),
      given.repeat,
    ],
  )
  const [row] = rows
  if (!row) throw new Error('a function returned no row')
  return row.recorded
}

export async function tapsLatest(db: Db, session: string, most: number, ofPeople: boolean): Promise<TapRow[]> {
  const { rows } = await run<TapRow>(
    db,
    `select * from shown_attendance_taps($1::uuid, array(
       select t.id from attendance_taps t where t.workspace_id = current_workspace() and t.session_id = $1::uuid
         ${ofPeople ? 'and t.person_id is not null' : ''} order by t.at desc, t.id desc limit $2))
     order by at desc, id desc`,
    [session, most],
  )
  return rows
}

/** Keyed hash and owner, for the marks of a muster. */
export async function ownersOfCards(db: Db, hashes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await run<{ card: string; user_id: string }>(
    db,
    `select encode(k.card_hash, 'hex') as card, k.user_id from unnest($1::text[]) h(card)
     join security_keys k on k.workspace_id = current_workspace() and k.card_hash = decode(h.card, 'hex')
     join users u on u.workspace_id = current_workspace() and u.id = k.user_id and u.deleted_at is null`,
    [hashes],
  )
  return new Map(rows.map(row => [row.card, row.user_id]))
}
