import { logged, refusals } from '../platform/text-declarations.ts'

export const attendanceLog = logged({
  'attendance.created': { label: 'Attendance session created', did: 'created the attendance session <0/>' },
  'attendance.updated': { label: 'Attendance session changed', did: 'changed the attendance session <0/>' },
  'attendance.opened': { label: 'Attendance session opened', did: 'opened the attendance session <0/>' },
  'attendance.closed': { label: 'Attendance session closed', did: 'closed and signed the attendance session <0/>' },
  'attendance.deleted': { label: 'Attendance session deleted', did: 'deleted the attendance session <0/>' },
  'attendance.corrected': { label: 'Attendance corrected', did: 'corrected the attendance of <0/>' },
  'attendance.signed': { label: 'Attendance signed again', did: 'signed the attendance session <0/> again' },
  'attendance.exported': { label: 'Attendance exported', did: 'exported attendance records of <0/>' },
  'attendance.scheduled': { label: 'Attendance series continued', did: 'created sessions of the series <0/>' },
  'attendance.trimmed': { label: 'Attendance records expired', did: 'removed expired attendance records' },
  'attendance-template.created': { label: 'Attendance template created', did: 'created the attendance template <0/>' },
  'attendance-template.updated': { label: 'Attendance template changed', did: 'changed the attendance template <0/>' },
  'attendance-template.deleted': { label: 'Attendance template deleted', did: 'deleted the attendance template <0/>' },
  'attendance-kiosk.invited': { label: 'Kiosk link created', did: 'created a kiosk link for the session <0/>' },
  'attendance-kiosk.opened': { label: 'Kiosk opened', did: 'opened a kiosk for the session <0/>' },
  'attendance-kiosk.closed': { label: 'Kiosk closed', did: 'closed the kiosk <0/>' },
  'attendance-muster.started': { label: 'Muster started', did: 'started a muster for the session <0/>' },
  'attendance-muster.ended': { label: 'Muster ended', did: 'ended the muster of the session <0/>' },
  'attendance-settings.changed': {
    label: 'Attendance retention changed',
    did: 'changed how long attendance records are kept',
  },
})

export const attendanceRefusals = refusals({
  'attendance-closed': { status: 409, says: 'This attendance session is closed' },
  'attendance-not-open': { status: 409, says: 'This attendance session is not open yet' },
  'attendance-not-closed': { status: 409, says: 'Close the attendance session first' },
  'attendance-has-records': { status: 409, says: "A session with records can't be deleted. Close it instead" },
  'attendance-key-type': { status: 422, says: 'Choose API keys of the type Shared Mobile or Clients' },
  'attendance-template-taken': {
    status: 409,
    says: 'Another attendance template has this name',
    constraint: 'attendance_templates_name',
  },
  'too-many-attendance-sessions': { status: 409, says: 'The limit of 10,000 attendance sessions is reached' },
  'too-many-attendance-templates': { status: 409, says: 'The limit of 500 attendance templates is reached' },
  'too-many-kiosks': { status: 409, says: 'The limit of 100 kiosks for a session is reached' },
  'kiosk-refused': { status: 401, says: 'This kiosk was closed. Open it again with a new link' },
  'muster-active': { status: 409, says: 'This session already has an active muster' },
  'muster-ended': { status: 409, says: 'This muster has ended' },
})
