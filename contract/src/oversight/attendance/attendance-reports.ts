import * as z from 'zod/mini'
import { feature, get, put } from '#platform/endpoint.ts'
import { id, instant, Nothing, whole } from '#platform/fields.ts'
import { Page } from '#platform/page.ts'

const prefix = '/administrator/attendance-tracker'

export const reportGroupings = ['person', 'unit', 'session'] as const

const Range = z.object({ from: instant, to: instant, template: z.optional(id), unit: z.optional(id) })

const Row = z.object({
  id: z.nullable(z.string()),
  /** Of a session its title; of a row without unit an empty text. */
  name: z.string(),
  startsAt: z.nullable(instant),
  sessions: z.int(),
  expected: z.int(),
  attended: z.int(),
  late: z.int(),
  absent: z.int(),
  unexpected: z.int(),
  /** Minutes between check-in and check-out. */
  minutes: z.int(),
})
export type AttendanceReportRow = z.output<typeof Row>

/** Rows of a report; the file has all of them. */
export const mostReportRows = 1000

export const retentionDays = { min: 1, max: 3650 } as const
export const retentionActions = ['delete', 'anonymize'] as const

const AttendanceSettings = z.object({
  /** Days after closing; null keeps records without a limit. */
  retentionDays: z.nullable(whole(retentionDays.min, retentionDays.max)),
  retentionAction: z.enum(retentionActions),
})
export type AttendanceSettings = z.output<typeof AttendanceSettings>

const OwnAttendance = z.object({
  sessionId: z.string(),
  title: z.string(),
  place: z.string(),
  startsAt: instant,
  endsAt: instant,
  status: z.enum(['missing', 'present', 'left', 'removed', 'planned']),
  late: z.boolean(),
  inAt: z.nullable(instant),
  outAt: z.nullable(instant),
  corrections: z.int(),
})
export type OwnAttendance = z.output<typeof OwnAttendance>

export const attendanceReports = feature('attendance-reports', {
  report: get(`${prefix}/reports`, {
    summary: 'Get attendance by person, unit, or session within a period; closed sessions only',
    input: z.extend(Range, { by: z.enum(reportGroupings), search: Page.shape.search }),
    reply: z.object({ items: z.array(Row), more: z.boolean(), total: Row }),
    may: 'attendance.read',
  }),
  reportFile: get(`${prefix}/reports/file`, {
    summary: 'Export an attendance report as CSV',
    input: z.extend(Range, { by: z.enum(reportGroupings), search: Page.shape.search }),
    reply: z.string(),
    may: 'attendance.read',
    unconfirmed: 'export',
    answers: 'file',
    changes: true,
  }),
  absences: get(`${prefix}/reports/absences`, {
    summary: 'List who was expected in closed sessions and did not come, newest first',
    input: z.extend(Range, { personId: z.optional(id) }),
    reply: z.object({
      items: z.array(
        z.object({
          personId: z.string(),
          name: z.string(),
          sessionId: z.string(),
          title: z.string(),
          startsAt: instant,
        }),
      ),
      more: z.boolean(),
    }),
    may: 'attendance.read',
  }),
  arrivals: get(`${prefix}/reports/arrivals`, {
    summary: 'Count check-ins by weekday and hour in the time zone of the workspace',
    input: Range,
    /** ISO weekday (1 is Monday), hour 0–23. */
    reply: z.object({ items: z.array(z.object({ weekday: z.int(), hour: z.int(), count: z.int() })) }),
    may: 'attendance.read',
  }),
  settings: get(`${prefix}/settings`, {
    summary: 'Get how long attendance records are kept',
    input: Nothing,
    reply: AttendanceSettings,
    may: 'attendance.read',
  }),
  changeSettings: put(`${prefix}/settings`, {
    summary: 'Set how long attendance records are kept, and whether they are then deleted or anonymized',
    input: AttendanceSettings,
    reply: AttendanceSettings,
    may: 'workspace.write',
  }),
  own: get('/users/attendance', {
    summary: 'List the attendance of the signed-in user, newest first',
    input: z.object({ before: z.optional(instant) }),
    reply: z.object({ items: z.array(OwnAttendance), more: z.boolean() }),
    may: 'self',
  }),
  ownPass: get('/users/attendance/pass', {
    summary: 'Get a QR pass of the signed-in user, which a kiosk reads by camera instead of a card',
    input: Nothing,
    /** Valid for two minutes; the page renews it. */
    reply: z.object({ pass: z.string(), validUntil: instant }),
    may: 'self',
  }),
})
