import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, run } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ListQuery } from '#platform/db/page.ts'

type Stored = Selectable<Tables['attendance_templates']>
export type NewAttendanceTemplateRow = Insertable<Tables['attendance_templates']>
export type AttendanceTemplateRow = Stored & { sessions: number; next_at: Date | null; zone: string }

const columns = sql`t.*, (select w.time_zone from workspaces w where w.id = t.workspace_id) as zone,
  (select count(*)::integer from attendance_sessions s
    where s.workspace_id = current_workspace() and s.template_id = t.id) as sessions,
  (select min(s.starts_at) from attendance_sessions s
    where s.workspace_id = current_workspace() and s.template_id = t.id and s.starts_at > now()) as next_at`

export const templateList: Omit<ListQuery<AttendanceTemplateRow>, 'item'> = {
  from: sql`attendance_templates t`,
  here: sql`t.workspace_id = current_workspace()`,
  select: columns,
  where: [],
  search: { in: [sql`t.name`] },
  sorts: {
    name: { by: sql`lower(t.name)`, type: 'text', unique: true },
    created: { by: sql`t.created_at`, type: 'timestamptz' },
  },
  id: sql`t.id`,
  defaultSort: 'name',
}

export async function findTemplate(db: Db, id: string): Promise<AttendanceTemplateRow | undefined> {
  const { rows } = await sql<AttendanceTemplateRow>`
    select ${columns} from attendance_templates t where t.workspace_id = current_workspace() and t.id = ${id}::uuid`.execute(
    db,
  )
  return rows[0]
}

export async function weeklyTemplates(db: Db): Promise<AttendanceTemplateRow[]> {
  const { rows } = await sql<AttendanceTemplateRow>`
    select ${columns} from attendance_templates t
    where t.workspace_id = current_workspace() and t.week_days is not null`.execute(db)
  return rows
}

export async function countTemplates(db: Db): Promise<number> {
  const { rows } = await run<{ n: number }>(
    db,
    'select count(*)::integer as n from attendance_templates where workspace_id = current_workspace()',
    [],
  )
  return rows[0]?.n ?? 0
}

export async function insertAttendanceTemplate(db: Db, row: NewAttendanceTemplateRow): Promise<void> {
  await db.insertInto('attendance_templates').values(row).execute()
}

export async function changeTemplate(db: Db, id: string, to: Partial<NewAttendanceTemplateRow>): Promise<void> {
  await db.updateTable('attendance_templates').set(to).where('id', '=', id).execute()
}

export async function deleteAttendanceTemplate(db: Db, id: string): Promise<void> {
  await db.deleteFrom('attendance_templates').where('id', '=', id).execute()
}

/** Deletes planned sessions of a series that have no taps; the series creates them again if they still fit. */
export async function deletePlanned(db: Db, template: string, now: Date): Promise<void> {
  await run(
    db,
    `delete from attendance_sessions s where s.workspace_id = current_workspace() and s.template_id = $1::uuid
       and s.starts_at > $2::timestamptz and (s.opens_at is null or s.opens_at > $2::timestamptz)
       and not exists (select from attendance_taps t where t.workspace_id = current_workspace() and t.session_id = s.id)`,
    [template, now],
  )
}

export async function startsOfSeries(db: Db, template: string, since: Date): Promise<Set<number>> {
  const { rows } = await run<{ starts_at: Date }>(
    db,
    `select starts_at from attendance_sessions
     where workspace_id = current_workspace() and template_id = $1::uuid and starts_at >= $2::timestamptz`,
    [template, since],
  )
  return new Set(rows.map(row => row.starts_at.getTime()))
}
