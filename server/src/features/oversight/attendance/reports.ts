import { Readable } from 'node:stream'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import {
  type AttendanceReportRow,
  type attendanceReports,
  mostReportRows,
  type OwnAttendance,
} from '@claviger/contract/oversight/attendance/attendance-reports'
import { byteOrderMark, csvLine } from '#platform/csv/csv-writer.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { userOf } from '#platform/db/transaction.ts'
import { msg, sayTo } from '#platform/languages.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { FileReply } from '#http/bind.ts'
import { ownWorkspaceRow } from '#features/tenancy/workspaces/workspaces.ts'
import * as store from './reports.store.ts'
import type { ReportRow } from './reports.store.ts'
import { iso, sessionStateOf } from './session-rows.ts'

type Input<Call extends keyof typeof attendanceReports.calls> = OutputOf<
  (typeof attendanceReports.calls)[Call]['input']
>

const reportRowOf = ({ starts_at, ...row }: ReportRow): AttendanceReportRow => ({ ...row, startsAt: iso(starts_at) })

export async function attendanceReport(ctx: TransactionContext, ask: Input<'report'>) {
  const now = ctx.clock.now()
  const [rows, total] = await sendTogether(
    store.reportRows(ctx.db, ask, now, mostReportRows + 1),
    store.reportTotal(ctx.db, ask, now),
  )
  return {
    items: rows.slice(0, mostReportRows).map(reportRowOf),
    more: rows.length > mostReportRows,
    total: reportRowOf(total),
  }
}

const mostRowsInFile = 200_000

const names = { person: msg('Name'), unit: msg('Organization unit'), session: msg('Session') } as const

export async function attendanceReportFile(ctx: TransactionContext, ask: Input<'reportFile'>) {
  const rows = await store.reportRows(ctx.db, ask, ctx.clock.now(), mostRowsInFile)
  const { id, name } = await ownWorkspaceRow(ctx)
  await record(ctx, {
    action: 'attendance.exported',
    object: { type: 'workspace', id, name },
    after: { report: ask.by, from: ask.from, to: ask.to, rows: rows.length },
  })
  const say = sayTo(ctx)
  const head = [
    names[ask.by],
    ...(ask.by === 'session' ? [msg('Start')] : []),
    msg('Sessions'),
    msg('Expected'),
    msg('Attended'),
    msg('Late'),
    msg('Absent'),
    msg('Unexpected'),
    msg('Minutes'),
  ]
  const lines = rows.map(row =>
    csvLine([
      row.name,
      ...(ask.by === 'session' ? [iso(row.starts_at)] : []),
      row.sessions,
      row.expected,
      row.attended,
      row.late,
      row.absent,
      row.unexpected,
      row.minutes,
    ]),
  )
  return new FileReply(
    Readable.from([byteOrderMark + csvLine(head.map(text => say(text))), ...lines]),
    'text/csv; charset=utf-8',
    { 'content-disposition': 'attachment; filename="attendance-report.csv"', 'cache-control': 'no-store' },
  )
}

export async function listAbsences(ctx: TransactionContext, ask: Input<'absences'>) {
  const rows = await store.absencesIn(ctx.db, ask, ctx.clock.now(), mostReportRows + 1)
  return {
    items: rows.slice(0, mostReportRows).map(row => ({
      personId: row.person_id,
      name: row.name,
      sessionId: row.session_id,
      title: row.title,
      startsAt: row.starts_at.toISOString(),
    })),
    more: rows.length > mostReportRows,
  }
}

export const arrivalsReport = async (ctx: TransactionContext, ask: Input<'arrivals'>) => ({
  items: await store.arrivalsByHour(ctx.db, ask, ctx.clock.now()),
})

const ownAtOnce = 50

export async function ownAttendance(ctx: TransactionContext, { before }: Input<'own'>) {
  const rows = await store.ownAttendance(ctx.db, userOf(ctx).id, before ?? null, ownAtOnce + 1)
  const now = ctx.clock.now()
  return {
    items: rows.slice(0, ownAtOnce).map((row): OwnAttendance => ({
      sessionId: row.id,
      title: row.title,
      place: row.place,
      startsAt: row.starts_at.toISOString(),
      endsAt: row.ends_at.toISOString(),
      status:
        row.status === 'missing' || row.status === 'refused'
          ? sessionStateOf(row, now) === 'planned'
            ? 'planned'
            : 'missing'
          : (row.status as 'present' | 'left' | 'removed'),
      late: row.late,
      inAt: iso(row.in_at),
      outAt: iso(row.out_at),
      corrections: row.corrections,
    })),
    more: rows.length > ownAtOnce,
  }
}
