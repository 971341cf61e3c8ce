import { attendance } from '@claviger/contract/oversight/attendance'
import { attendanceKiosk } from '@claviger/contract/oversight/attendance/attendance-kiosk'
import { attendanceMusters } from '@claviger/contract/oversight/attendance/attendance-musters'
import { attendanceReports } from '@claviger/contract/oversight/attendance/attendance-reports'
import { attendanceTemplates } from '@claviger/contract/oversight/attendance/attendance-templates'
import { bind, withoutTransaction } from '#http/bind.ts'
import * as sessions from './attendance.ts'
import { exportEvidence, exportParticipants } from './attendance.export.ts'
import { correctAttendance, listCorrections } from './corrections.ts'
import { summaryOf } from './counts.ts'
import * as kiosks from './kiosks/kiosks.ts'
import * as musters from './kiosks/musters.ts'
import * as reports from './reports.ts'
import { changeRetention, getRetention } from './retention.ts'
import { listParticipants, liveChanges } from './taps/participants.ts'
import { ownPass } from './taps/passes.ts'
import { recordAttendance, listRecent } from './taps/taps.ts'
import * as templates from './templates.ts'

export default [
  ...bind(attendance, {
    list: sessions.listAttendance,
    create: sessions.createSession,
    attend: recordAttendance,
    get: sessions.getSession,
    update: sessions.updateSession,
    open: sessions.openAttendance,
    close: sessions.closeSession,
    remove: sessions.removeSession,
    duplicate: sessions.duplicateSession,
    attributes: sessions.chooseAttributes,
    participants: listParticipants,
    participantsFile: exportParticipants,
    recent: listRecent,
    summary: async (ctx, { sessionId }) => summaryOf(ctx, await sessions.sessionOfCaller(ctx, sessionId)),
    live: liveChanges,
    corrections: listCorrections,
    correct: correctAttendance,
    evidence: exportEvidence,
  }),
  ...bind(attendanceTemplates, {
    list: templates.listTemplates,
    create: templates.createTemplate,
    get: templates.getTemplate,
    update: templates.updateTemplate,
    remove: templates.removeTemplate,
  }),
  ...bind(attendanceKiosk, {
    link: kiosks.createLink,
    list: kiosks.listKiosks,
    remove: kiosks.removeKiosk,
    open: kiosks.openKiosk,
    state: kiosks.kioskState,
    taps: withoutTransaction(kiosks.kioskTaps),
    muster: musters.musterOnPhone,
    mark: musters.markOnPhone,
  }),
  ...bind(attendanceMusters, {
    start: musters.startMuster,
    list: musters.listMusters,
    get: musters.getMuster,
    mark: musters.markInMuster,
    end: musters.endMuster,
  }),
  ...bind(attendanceReports, {
    report: reports.attendanceReport,
    reportFile: reports.attendanceReportFile,
    absences: reports.listAbsences,
    arrivals: reports.arrivalsReport,
    settings: getRetention,
    changeSettings: changeRetention,
    own: reports.ownAttendance,
    ownPass,
  }),
]
