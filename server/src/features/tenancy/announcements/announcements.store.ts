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
    select a.*, p.name as partner_name from announcements a left join workspaces p on p.id = a.partner_id
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
  const { rows } = await sql<Pick<AnnouncementRow, 'id' | 'text' | 'level'>>`
    select a.id, a.text, a.level from announcements a join workspaces w on w.id = current_workspace()
    where a.ends_at > ${now}::timestamptz and (a.language is null or a.language = ${language})
      and (a.type is null or a.type = w.type) and (a.partner_id is null or a.partner_id in (w.partner_id, w.id))
    order by a.created_at desc, a.id limit 10`.execute(db)
  return rows
}
