import type {
  AttendanceCounts,
  AttendanceField,
  AttendanceSession,
  SessionState,
} from '@claviger/contract/oversight/attendance/session-fields'
import type { PageLanguage } from '@claviger/contract/platform/languages'
import type { AttendanceRow } from './attendance.store.ts'

export const noAttendance: AttendanceCounts = {
  expected: 0,
  present: 0,
  late: 0,
  left: 0,
  missing: 0,
  unexpected: 0,
  invalid: 0,
}

/** Planned, open, or closed, by the times that the schedule or an administrator set. */
export function sessionStateOf(row: Pick<AttendanceRow, 'opens_at' | 'closes_at'>, now: Date): SessionState {
  if (row.closes_at !== null && row.closes_at <= now) return 'closed'
  return row.opens_at !== null && row.opens_at <= now ? 'open' : 'planned'
}

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null

export const objectOfSession = (row: Pick<AttendanceRow, 'id' | 'title'>) => ({
  type: 'attendance-session',
  id: row.id,
  name: row.title,
})

export const shownSettingsOf = (row: AttendanceRow) => ({
  title: row.title,
  place: row.place,
  mode: row.mode as AttendanceSession['mode'],
  lateAfter: row.late_after,
  unexpected: row.unexpected as AttendanceSession['unexpected'],
  opening: row.opening as AttendanceSession['opening'],
  openBefore: row.open_before,
  closing: row.closing as AttendanceSession['closing'],
  closeAfter: row.close_after,
  attributes: row.attributes as AttendanceField[],
  languages: row.languages as PageLanguage[],
})

export function attendanceSessionOf(row: AttendanceRow, counts: AttendanceCounts, now: Date): AttendanceSession {
  const state = sessionStateOf(row, now)
  return {
    sessionId: row.id,
    ...shownSettingsOf(row),
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    state,
    openedAt: state === 'planned' ? null : iso(row.opens_at),
    closedAt: state === 'closed' ? iso(row.closes_at) : null,
    template:
      row.template_id === null || row.template_name === null ? null : { id: row.template_id, name: row.template_name },
    counts,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
  }
}
