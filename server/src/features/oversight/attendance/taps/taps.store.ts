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

export async function recordTaps(
  db: Db,
  given: {
    session: string
    kiosk: string | null
    by: string | null
    taps: readonly ReadTap[]
    now: Date
    repeat: number
  },
): Promise<Record<string, TapOutcome>> {
  const { rows } = await run<{ outcomes: Record<string, TapOutcome> | null }>(
    db,
    'select record_attendance_taps($1::uuid, $2::uuid, $3::text, $4::jsonb, $5::timestamptz, make_interval(secs => $6)) as outcomes',
    [given.session, given.kiosk, given.by, JSON.stringify(given.taps), given.now, given.repeat],
  )
  return rows[0]?.outcomes ?? {}
}

const tap = `t.id, t.at, t.received_at, t.result, t.reason, t.went, t.person_id, p.name, coalesce(p.late, false) as late,
  case when t.result = 2 then p.read_in_at end as first_at, coalesce(k.name, t.by_name) as kiosk`
const joined = `attendance_taps t
  left join attendance_participants p
    on p.workspace_id = current_workspace() and p.session_id = t.session_id and p.person_id = t.person_id
  left join attendance_kiosks k on k.workspace_id = current_workspace() and k.id = t.kiosk_id`

export async function tapsNamed(db: Db, session: string, ids: readonly string[]): Promise<TapRow[]> {
  const { rows } = await run<TapRow>(
    db,
    `select ${tap} from ${joined}
     where t.workspace_id = current_workspace() and t.session_id = $1::uuid and t.id = any ($2::uuid[])`,
    [session, ids],
  )
  return rows
}

export async function tapsLatest(db: Db, session: string, most: number, ofPeople: boolean): Promise<TapRow[]> {
  const { rows } = await run<TapRow>(
    db,
    `select ${tap} from ${joined}
     where t.workspace_id = current_workspace() and t.session_id = $1::uuid ${ofPeople ? 'and t.person_id is not null' : ''}
     order by t.at desc, t.id desc limit $2`,
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
