import { enrolmentStates } from '@claviger/contract/keys/fingerprints'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type EnrolmentRow = Selectable<Tables['fingerprint_enrolments']>
export type TemplateRow = Selectable<Tables['fingerprint_templates']>

/** Starts an enrollment. It cancels one in progress for the same key and deletes its fingers. */
export async function insertEnrolment(db: Db, row: Insertable<Tables['fingerprint_enrolments']>): Promise<void> {
  await db
    .updateTable('fingerprint_enrolments')
    .set({ state: enrolmentStates.cancelled })
    .where('key_id', '=', row.key_id)
    .where('state', 'in', [enrolmentStates.notStarted, enrolmentStates.pending])
    .execute()
  await db
    .deleteFrom('fingerprint_templates')
    .where('key_id', '=', row.key_id)
    .where('enrolment_id', 'is not', null)
    .execute()
  await db.insertInto('fingerprint_enrolments').values(row).execute()
}

export const findEnrolment = (db: Db, hash: Buffer): Promise<EnrolmentRow | undefined> =>
  db.selectFrom('fingerprint_enrolments').selectAll().where('challenge_hash', '=', hash).executeTakeFirst()

export const lockEnrolment = (db: Db, hash: Buffer): Promise<EnrolmentRow | undefined> =>
  db.selectFrom('fingerprint_enrolments').selectAll().where('challenge_hash', '=', hash).forUpdate().executeTakeFirst()

export async function setFingerprintState(db: Db, id: string, state: number): Promise<void> {
  await db.updateTable('fingerprint_enrolments').set({ state }).where('id', '=', id).execute()
}

/** From now on, only this program can continue the enrollment. */
export async function setProgram(db: Db, id: string, app: string): Promise<void> {
  await db.updateTable('fingerprint_enrolments').set({ app_id: app }).where('id', '=', id).execute()
}

export const findFinger = (db: Db, id: string): Promise<TemplateRow | undefined> =>
  db
    .selectFrom('fingerprint_templates')
    .selectAll()
    .where('id', '=', id)
    .where('enrolment_id', 'is', null)
    .executeTakeFirst()

export const keptTemplates = (db: Db, key: string, model: string): Promise<TemplateRow[]> =>
  db
    .selectFrom('fingerprint_templates')
    .selectAll()
    .where('key_id', '=', key)
    .where('model', '=', model)
    .where('enrolment_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(20)
    .execute()

export async function insertTemplate(db: Db, row: Insertable<Tables['fingerprint_templates']>): Promise<void> {
  await db.insertInto('fingerprint_templates').values(row).execute()
}

export async function forgetFingersOf(db: Db, enrolment: string): Promise<void> {
  await db.deleteFrom('fingerprint_templates').where('enrolment_id', '=', enrolment).execute()
}

export async function keepFingersOf(db: Db, enrolment: string): Promise<number> {
  const [result] = await db
    .updateTable('fingerprint_templates')
    .set({ enrolment_id: null })
    .where('enrolment_id', '=', enrolment)
    .execute()
  return Number(result?.numUpdatedRows ?? 0n)
}

export const templatesOf = (db: Db, key: string): Promise<TemplateRow[]> =>
  db
    .selectFrom('fingerprint_templates')
    .selectAll()
    .where('key_id', '=', key)
    .orderBy('created_at')
    .orderBy('id')
    .limit(20)
    .execute()

export const lockTemplate = (db: Db, id: string): Promise<TemplateRow | undefined> =>
  db.selectFrom('fingerprint_templates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const renameTemplate = (db: Db, id: string, name: string): Promise<TemplateRow> =>
  db.updateTable('fingerprint_templates').set({ name }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function deleteTemplate(db: Db, id: string): Promise<void> {
  await db.deleteFrom('fingerprint_templates').where('id', '=', id).execute()
}
