import type { Insertable, Selectable } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type SignatureRow = Selectable<Tables['attendance_seals']>
export type CorrectionRow = Selectable<Tables['attendance_corrections']>

export async function addSignature(db: Db, row: Insertable<Tables['attendance_seals']>, counts: object): Promise<void> {
  await db.insertInto('attendance_seals').values(row).execute()
  await db
    .updateTable('attendance_sessions')
    .set({ sealed: true, counts: JSON.stringify(counts) })
    .where('id', '=', row.session_id)
    .execute()
}

/** Newest first, without their documents. */
export async function sealRows(db: Db, session: string): Promise<Omit<SignatureRow, 'document'>[]> {
  const { rows } = await run<Omit<SignatureRow, 'document'>>(
    db,
    `select workspace_id, session_id, version, at, by_name, digest, signature, public_key from attendance_seals
     where workspace_id = current_workspace() and session_id = $1::uuid order by version desc`,
    [session],
  )
  return rows
}

export async function findSeal(db: Db, session: string, version: number | null): Promise<SignatureRow | undefined> {
  const { rows } = await run<SignatureRow>(
    db,
    `select * from attendance_seals where workspace_id = current_workspace() and session_id = $1::uuid
       and ($2::integer is null or version = $2) order by version desc limit 1`,
    [session, version],
  )
  return rows[0]
}

export async function correctionsIn(db: Db, session: string, person: string | null): Promise<CorrectionRow[]> {
  const { rows } = await run<CorrectionRow>(
    db,
    `select * from attendance_corrections where workspace_id = current_workspace() and session_id = $1::uuid
       and ($2::uuid is null or person_id = $2) order by at desc, id desc`,
    [session, person],
  )
  return rows
}

export interface EvidenceTap {
  id: string
  at: Date
  received_at: Date
  result: number
  reason: string | null
  went: string | null
  person_id: string | null
  kiosk: string | null
}

export async function tapsIn(db: Db, session: string): Promise<EvidenceTap[]> {
  const { rows } = await run<EvidenceTap>(
    db,
    `select t.id, t.at, t.received_at, t.result, t.reason, t.went, t.person_id, coalesce(k.name, t.by_name) as kiosk
     from attendance_taps t left join attendance_kiosks k on k.workspace_id = current_workspace() and k.id = t.kiosk_id
     where t.workspace_id = current_workspace() and t.session_id = $1::uuid order by t.at, t.id`,
    [session],
  )
  return rows
}
