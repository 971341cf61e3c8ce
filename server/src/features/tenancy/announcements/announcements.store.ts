import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { type Insertable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

const roles = { owner: sql.lit(workspaceRoles.owner), administrator: sql.lit(workspaceRoles.administrator) }

export interface AnnouncementRow {
  id: string
  text: string
  level: 'info' | 'warning' | 'error'
  language: string | null
  type: number | null
  partner_id: string | null
  partner_name: string | null
  emailed: number | null
  ends_at: Date
  created_by: string
  created_at: Date
}

export async function readAnnouncements(db: Db, now: Date): Promise<AnnouncementRow[]> {
  const { rows } = await sql<AnnouncementRow>`
    select a.*, (select p.name from workspaces p where p.id = a.partner_id) as partner_name from announcements a
    where a.ends_at > ${now}::timestamptz order by a.created_at desc, a.id limit 50`.execute(db)
  return rows
}

export async function insertAnnouncement(db: Db, row: Insertable<Tables['announcements']>): Promise<void> {
  await db.insertInto('announcements').values(row).execute()
}

export async function deleteAnnouncement(db: Db, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('announcements').where('id', '=', id).returning('text').executeTakeFirst()
  return row?.text
}

/** Announcements for readers of a language in the entered workspace. */
export async function findCurrentAnnouncements(
  db: Db,
  language: string,
  now: Date,
): Promise<Pick<AnnouncementRow, 'id' | 'text' | 'level'>[]> {
  const here = await sql<{ id: string; type: number; partner_id: string | null }>`
    select id, type, partner_id from workspaces where id = current_workspace()`.execute(db)
  const { id, type, partner_id: partner } = here.rows[0] ?? { id: null, type: null, partner_id: null }
  const { rows } = await sql<Pick<AnnouncementRow, 'id' | 'text' | 'level'>>`
    select a.id, a.text, a.level from announcements a
    where a.ends_at > ${now}::timestamptz and (a.language is null or a.language = ${language})
      and (a.type is null or a.type = ${type}::smallint) and (a.partner_id is null or a.partner_id in (${partner}::uuid, ${id}::uuid))
    order by a.created_at desc, a.id limit 10`.execute(db)
  return rows
}

/** Locks an announcement that is still to be emailed. */
export const lockToMail = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('announcements')
    .selectAll()
    .where('id', '=', id)
    .where('ends_at', '>', now)
    .where('emailed', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

export interface AnnouncementRecipient {
  email: string
  name: string
  language: string | null
}

/** The next owners and administrators by email address, each address once, however many workspaces it administers. */
export async function nextToMail(
  db: Db,
  of: { language: string | null; type: number | null; partner_id: string | null; mail_cursor: string },
  most: number,
): Promise<AnnouncementRecipient[]> {
  const { rows } = await sql<AnnouncementRecipient>`
    select distinct on (u.email) u.email, u.first_name || ' ' || u.last_name as name, coalesce(u.language, w.language) as language
    from administrators a
      join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
      join workspaces w on w.id = a.workspace_id
    where a.role in (${roles.owner}, ${roles.administrator}) and u.email > ${of.mail_cursor}
      and u.deleted_at is null and u.suspended_at is null and u.deactivated_at is null
      and (${of.language}::text is null or coalesce(u.language, w.language) = ${of.language}::text)
      and (${of.type}::smallint is null or w.type = ${of.type}::smallint)
      and (${of.partner_id}::uuid is null or w.partner_id = ${of.partner_id}::uuid or w.id = ${of.partner_id}::uuid)
    order by u.email, u.id limit ${most}`.execute(db)
  return rows
}

export async function noteMailed(db: Db, id: string, cursor: string, count: number): Promise<void> {
  await db
    .updateTable('announcements')
    .set(row => ({ mail_cursor: cursor, emailed: row('emailed', '+', count) }))
    .where('id', '=', id)
    .execute()
}
