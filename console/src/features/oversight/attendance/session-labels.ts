import type {
  AttendanceField,
  AttendanceParticipant,
  KioskDirection,
  NoAccessReason,
  SessionState,
} from '@claviger/contract/oversight/attendance/session-fields'
import { tapResults } from '@claviger/contract/oversight/attendance/session-fields'
import { weekdayOf } from '#platform/text/formats.ts'
import { msg, t } from '#platform/text/text.ts'
import type { StatusLook } from '#platform/ui/bits/Status.tsx'
import type { TabLink } from '#platform/ui/page/Tabs.tsx'

export const home = '/dashboard/attendance'

export const stateLooks: Record<SessionState, StatusLook> = {
  planned: { word: msg('Planned'), shape: 'ring', tone: 'mute' },
  open: { word: msg('Running'), shape: 'disc', tone: 'ok' },
  closed: { word: msg('Closed'), shape: 'square', tone: 'mute' },
}

export const statusLooks: Record<AttendanceParticipant['status'], StatusLook> = {
  missing: { word: msg('Missing'), shape: 'dash', tone: 'bad' },
  present: { word: msg('Present'), shape: 'disc', tone: 'ok' },
  left: { word: msg('Left'), shape: 'ring', tone: 'mute' },
  refused: { word: msg('No access'), shape: 'square', tone: 'bad' },
  removed: { word: msg('Removed'), shape: 'dash', tone: 'mute' },
}

export const resultLooks: Record<number, StatusLook> = {
  [tapResults.success]: { word: msg('Recorded'), shape: 'disc', tone: 'ok' },
  [tapResults.duplicate]: { word: msg('Duplicate'), shape: 'ring', tone: 'warn' },
  [tapResults.noAccess]: { word: msg('No access'), shape: 'square', tone: 'bad' },
  [tapResults.invalidCard]: { word: msg('Invalid card'), shape: 'triangle', tone: 'bad' },
}

export const reasonNames: Record<NoAccessReason, string> = {
  'not-expected': msg('Not expected in this session'),
  'user-inactive': msg('User is suspended'),
  'key-inactive': msg('Card is suspended'),
}

export const directionNames: Record<KioskDirection, string> = {
  both: msg('Entrance and exit'),
  in: msg('Entrance only'),
  out: msg('Exit only'),
}

export const modeOptions = () => [
  { value: 'check-in', label: t('Check-in only') },
  { value: 'check-in-and-out', label: t('Check-in and check-out') },
]

const fieldNames: Record<Exclude<AttendanceField, `scimAttribute${string}`>, string> = {
  name: msg('Name'),
  initials: msg('Initials'),
  userId: msg('User ID'),
  employeeId: msg('Employee ID'),
  department: msg('Department'),
}

/** The name of a user field; the workspace names the five extra attributes. */
export function fieldName(field: AttendanceField, nameOfAttribute: (place: number) => string): string {
  const place = /^scimAttribute(\d)$/.exec(field)?.[1]
  return place === undefined ? t(fieldNames[field as keyof typeof fieldNames]) : nameOfAttribute(Number(place) - 1)
}

/** A moment for a `datetime-local` input, in the time zone of the browser. */
export function localMoment(iso: string): string {
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The moment of a `datetime-local` input; empty if it is incomplete. */
export function momentIn(local: string): string {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** Short names from Monday to Sunday. 2024-01-01 was a Monday. */
export const weekdayNames = (): string[] => Array.from({ length: 7 }, (_, day) => weekdayOf(`2024-01-0${day + 1}`))

type Tab = 'sessions' | 'templates' | 'reports' | 'settings'

export const attendanceTabs = (active: Tab): readonly TabLink[] => [
  { label: t('Sessions'), to: home, active: active === 'sessions' },
  { label: t('Templates'), to: `${home}/templates`, active: active === 'templates' },
  { label: t('Reports'), to: `${home}/reports`, active: active === 'reports' },
  { label: t('Retention'), to: `${home}/settings`, active: active === 'settings' },
]

export const sessionTabs = (id: string, active: 'overview' | 'participants'): readonly TabLink[] => [
  { label: t('Overview'), to: `${home}/${id}`, active: active === 'overview' },
  { label: t('Participants'), to: `${home}/${id}/participants`, active: active === 'participants' },
]
