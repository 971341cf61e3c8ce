import * as z from 'zod/mini'
import { del, feature, get, patch, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, listOf, text, whole } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import {
  attendanceFields,
  AttendanceCounts,
  AttendanceParticipant,
  AttendanceSession,
  AttendanceSessionInFull,
  AttendanceTap,
  kioskDirections,
  longestReading,
  participantStatuses,
  sessionSettings,
  sessionStates,
  sessionTimes,
  ShownFields,
} from './attendance/session-fields.ts'

export const attendancePrefix = '/administrator/attendance-tracker'
const prefix = attendancePrefix
const one = z.object({ sessionId: id })
const session = `${prefix}/{sessionId}`

const mostApiKeys = 20

const SessionInput = z
  .object({
    ...sessionSettings,
    ...sessionTimes,
    /** API keys of type 1 or 2 that can open a kiosk of this session and of no other. */
    apiKeys: z._default(z.array(id).check(z.maxLength(mostApiKeys)), []),
    templateId: z.optional(id),
    /** Opens the session immediately. */
    open: z.optional(z.boolean()),
  })
  .check(
    z.refine(value => value.startsAt < value.endsAt, {
      path: ['endsAt'],
      error: 'The end must be after the start',
    }),
  )
export type AttendanceSessionInput = z.output<typeof SessionInput>

export const sessionSorts = ['start', 'title'] as const
export const participantSorts = ['name', 'inAt', 'outAt', 'status'] as const

const ParticipantFilter = z.object({
  ...one.shape,
  status: z.optional(listOf(z.enum(participantStatuses), participantStatuses.length)),
  /** `late`, `unexpected`, or `corrected` people only. */
  only: z.optional(z.enum(['late', 'unexpected', 'corrected'])),
  unit: z.optional(id),
})

export const correctionKinds = ['add', 'remove', 'time'] as const

const Correction = z.object({
  id: z.string(),
  kind: z.enum(correctionKinds),
  personId: z.string(),
  name: z.string(),
  reason: z.string(),
  at: instant,
  by: z.string(),
  /** Times before and after it. */
  before: z.object({ inAt: z.nullable(instant), outAt: z.nullable(instant) }),
  after: z.object({ inAt: z.nullable(instant), outAt: z.nullable(instant) }),
})
export type AttendanceCorrection = z.output<typeof Correction>

export const attendance = feature('attendance', ['attendance-templates', 'attendance-reports'], {
  list: get(prefix, {
    summary: 'List attendance sessions with their state and counts',
    input: z.extend(Page, {
      sort: z.optional(z.enum(sessionSorts)),
      state: z.optional(listOf(z.enum(sessionStates), sessionStates.length)),
      template: z.optional(id),
      from: z.optional(instant),
      to: z.optional(instant),
    }),
    reply: pageOf(AttendanceSession),
    may: 'attendance.read',
  }),
  create: post(prefix, {
    summary: 'Create an attendance session, and open it now or on schedule',
    spec: 'attendance.create',
    input: SessionInput,
    reply: z.object({ sessionId: z.string() }),
    may: 'attendance.write',
    fails: ['not-found', 'attendance-key-type', 'too-many-attendance-sessions'],
  }),
  attend: post(`${prefix}/attend`, {
    summary: 'Record a tapped card in an open session',
    spec: 'attendance.attend',
    input: z.object({
      ...one.shape,
      cardId: z.string().check(z.maxLength(longestReading)),
      direction: z._default(z.enum(kioskDirections), 'both'),
      /** A random ID makes a repeated call count once. */
      id: z.optional(id),
    }),
    reply: z.extend(AttendanceTap, { counts: AttendanceCounts }),
    may: 'attendance.write',
    unconfirmed: 'records',
    aliases: [`${session}/attend`],
    silent: 'Taps are the records of a session; closing it logs their signed summary',
    fails: ['not-found', 'attendance-closed', 'attendance-not-open'],
  }),
  get: get(session, {
    summary: 'Get an attendance session with its expected participants and signatures',
    input: one,
    reply: AttendanceSessionInFull,
    may: 'attendance.read',
    fails: ['not-found'],
  }),
  update: put(session, {
    summary: 'Change an attendance session that is not closed',
    input: z.object({
      ...one.shape,
      ...sessionSettings,
      ...sessionTimes,
      apiKeys: z._default(z.array(id).check(z.maxLength(mostApiKeys)), []),
    }),
    reply: AttendanceSessionInFull,
    may: 'attendance.write',
    fails: ['not-found', 'attendance-closed', 'attendance-key-type', 'invalid-input'],
  }),
  open: post(`${session}/open`, {
    summary: 'Open a planned attendance session now',
    input: one,
    reply: AttendanceSessionInFull,
    may: 'attendance.write',
    unconfirmed: 'records',
    fails: ['not-found', 'attendance-closed'],
  }),
  close: patch(session, {
    summary: 'Close an attendance session for good and sign its summary',
    spec: 'attendance.close',
    input: one,
    reply: AttendanceSessionInFull,
    may: 'attendance.write',
    fails: ['not-found', 'attendance-closed'],
  }),
  remove: del(session, {
    summary: 'Delete a planned attendance session without taps',
    input: one,
    reply: Done,
    may: 'attendance.write',
    fails: ['not-found', 'attendance-has-records'],
  }),
  duplicate: post(`${session}/duplicate`, {
    summary: 'Create a planned session with the settings of another one',
    input: z.object({ ...one.shape, ...sessionTimes, title: z.optional(text(200)) }),
    reply: z.object({ sessionId: z.string() }),
    may: 'attendance.write',
    fails: ['not-found', 'invalid-input', 'too-many-attendance-sessions'],
  }),
  attributes: put(`${session}/attributes`, {
    summary: 'Choose which user fields the kiosk and the list of a session show',
    spec: 'attendance.attributes',
    input: z.object({ ...one.shape, attributes: ShownFields }),
    reply: z.object({ attributes: z.array(z.enum(attendanceFields)) }),
    may: 'attendance.write',
    fails: ['not-found', 'attendance-closed'],
  }),
  participants: get(`${session}/participants`, {
    summary: 'List participants of a session',
    spec: 'attendance.participants',
    input: z.extend(Page, { ...ParticipantFilter.shape, sort: z.optional(z.enum(participantSorts)) }),
    reply: pageOf(AttendanceParticipant),
    may: 'attendance.read',
    fails: ['not-found'],
  }),
  participantsFile: get(`${session}/participants/file`, {
    summary: 'Export matching participants of a session as CSV',
    input: z.object({ ...ParticipantFilter.shape, search: Page.shape.search }),
    reply: z.string(),
    may: 'attendance.read',
    unconfirmed: 'export',
    answers: 'file',
    changes: true,
    fails: ['not-found'],
  }),
  recent: get(`${session}/participants/recent`, {
    summary: 'List the latest taps of a session, newest first',
    spec: 'attendance.participants-recent',
    input: z.object({ ...one.shape, count: z._default(whole(1, 100), 10) }),
    reply: z.object({ items: z.array(AttendanceTap) }),
    may: 'attendance.read',
    fails: ['not-found'],
  }),
  summary: get(`${session}/participants/summary`, {
    summary: 'Get the counts of a session and its arrivals over time',
    spec: 'attendance.participants-summary',
    input: one,
    reply: z.object({
      state: z.enum(sessionStates),
      counts: AttendanceCounts,
      /** First check-ins by quarter of an hour. */
      arrivals: z.array(z.object({ at: instant, count: z.int() })),
    }),
    may: 'attendance.read',
    fails: ['not-found'],
  }),
  live: get(`${session}/live`, {
    summary: 'Get what changed in a session since a cursor: counts, taps, and participants',
    input: z.object({
      ...one.shape,
      /** The cursor of the previous reply; without it, only the current counts, taps, and cursor are returned. */
      since: z.optional(z.string().check(z.maxLength(40), z.regex(/^\d{1,19}$/))),
    }),
    reply: z.object({
      cursor: z.string(),
      state: z.enum(sessionStates),
      counts: AttendanceCounts,
      recent: z.array(AttendanceTap),
      /** At most 200; with `more`, reload the list instead. */
      changed: z.array(AttendanceParticipant),
      more: z.boolean(),
    }),
    may: 'attendance.read',
    fails: ['not-found'],
  }),
  corrections: get(`${session}/corrections`, {
    summary: 'List corrections of a session, newest first',
    input: z.object({ ...one.shape, personId: z.optional(id) }),
    reply: z.object({ items: z.array(Correction) }),
    may: 'attendance.read',
    fails: ['not-found'],
  }),
  correct: post(`${session}/corrections`, {
    summary: 'Correct the attendance of a user; the original entry is kept',
    input: z.object({
      ...one.shape,
      personId: id,
      kind: z.enum(correctionKinds),
      inAt: z.optional(z.nullable(instant)),
      outAt: z.optional(z.nullable(instant)),
      reason: text(500, 'Reason is required'),
    }),
    reply: AttendanceParticipant,
    may: 'attendance.write',
    fails: ['not-found', 'invalid-input', 'attendance-not-open'],
  }),
  evidence: get(`${session}/evidence`, {
    summary: 'Export a closed session as signed JSON or as PDF',
    input: z.object({
      ...one.shape,
      format: z._default(z.enum(['json', 'pdf']), 'json'),
      /** An earlier signature; the newest if omitted. */
      version: z.optional(whole(1, 100_000)),
    }),
    reply: z.string(),
    may: 'attendance.read',
    unconfirmed: 'export',
    answers: 'file',
    changes: true,
    fails: ['not-found', 'attendance-not-closed'],
  }),
})
