import { type Insertable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export interface AnnouncementRow {
  id: string
  text: string
  level: 'info' | 'warning' | 'error'
  language: string | null
  type: number | null
  partner_id: string | null
  partner_name: string | null
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
export async function announcedHere(
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
