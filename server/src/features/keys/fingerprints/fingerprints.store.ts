import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

export type EnrolmentRow = Selectable<Tables['fingerprint_enrolments']>
export type TemplateRow = Selectable<Tables['fingerprint_templates']>

/** Begins an enrolment; whatever was under way for the same key is over, and its fingers are forgotten. */
export async function insertEnrolment(db: Db, row: Insertable<Tables['fingerprint_enrolments']>): Promise<void> {
  await db
    .updateTable('fingerprint_enrolments')
    .set({ state: 3 })
    .where('key_id', '=', row.key_id)
    .where('state', 'in', [0, 1])
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

/** An enrolment by its challenge, held until the transaction ends. */
export const lockEnrolment = (db: Db, hash: Buffer): Promise<EnrolmentRow | undefined> =>
  db.selectFrom('fingerprint_enrolments').selectAll().where('challenge_hash', '=', hash).forUpdate().executeTakeFirst()

export async function setState(db: Db, id: string, state: number): Promise<void> {
  await db.updateTable('fingerprint_enrolments').set({ state }).where('id', '=', id).execute()
}

/** From now on this program alone goes on with an enrolment. */
export async function setProgram(db: Db, id: string, app: string): Promise<void> {
  await db.updateTable('fingerprint_enrolments').set({ app_id: app }).where('id', '=', id).execute()
}

/** A finger that counts. */
export const findFinger = (db: Db, id: string): Promise<TemplateRow | undefined> =>
  db
    .selectFrom('fingerprint_templates')
    .selectAll()
    .where('id', '=', id)
    .where('enrolment_id', 'is', null)
    .executeTakeFirst()

/** Fingers of a key that count and that this model of reader took. */
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

/** Forgets the fingers of an enrolment that was given up. */
export async function forgetFingersOf(db: Db, enrolment: string): Promise<void> {
  await db.deleteFrom('fingerprint_templates').where('enrolment_id', '=', enrolment).execute()
}

/** Keeps the fingers of an enrolment that is fulfilled; answers how many there are. */
export async function keepFingersOf(db: Db, enrolment: string): Promise<number> {
  const [result] = await db
    .updateTable('fingerprint_templates')
    .set({ enrolment_id: null })
    .where('enrolment_id', '=', enrolment)
    .execute()
  return Number(result?.numUpdatedRows ?? 0n)
}

/** Fingers of a key, the oldest first, those of an enrolment under way among them. */
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
