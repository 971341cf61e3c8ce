import * as z from 'zod/mini'
import { del, feature, get, post } from '#platform/endpoint.ts'
import { Done, id, instant, Nothing, text } from '#platform/fields.ts'
import { type PageLanguage, pageLanguages } from '#platform/languages.ts'
import {
  attendanceFields,
  AttendanceCounts,
  AttendanceTap,
  kioskDirections,
  sessionModes,
  sessionStates,
  TapInput,
} from './session-fields.ts'
import { MusterMark, MusterState, mostMarks } from './attendance-musters.ts'

/** Calls of a kiosk. Its token belongs to one session and opens no other call. */
export const kioskPrefix = '/apis/attendance-kiosk/v1'

/** A kiosk records taps; a marshal's phone works on the muster of the session. */
export const kioskPurposes = ['kiosk', 'muster'] as const

/** Taps in one call; a longer queue is sent in several. */
export const mostTaps = 200

const languages = Object.keys(pageLanguages) as [PageLanguage, ...PageLanguage[]]

export const AttendanceKiosk = z.object({
  kioskId: z.string(),
  name: z.string(),
  purpose: z.enum(kioskPurposes),
  direction: z.enum(kioskDirections),
  /** Who created the link, or the API key that opened the kiosk. */
  openedBy: z.string(),
  openedAt: instant,
  lastSeenAt: z.nullable(instant),
  taps: z.int(),
})
export type AttendanceKiosk = z.output<typeof AttendanceKiosk>

const KioskSession = z.object({
  sessionId: z.string(),
  title: z.string(),
  place: z.string(),
  startsAt: instant,
  endsAt: instant,
  state: z.enum(sessionStates),
  closedAt: z.nullable(instant),
  mode: z.enum(sessionModes),
  languages: z.array(z.enum(languages)),
  attributes: z.array(z.enum(attendanceFields)),
  workspaceName: z.string(),
  /** How long records are kept, for the notice on the kiosk; null: without a limit. */
  retention: z.nullable(z.object({ days: z.int(), action: z.enum(['delete', 'anonymize']) })),
})

const KioskState = z.object({
  /** The server's clock, with which the kiosk corrects its own. */
  now: instant,
  kiosk: z.object({
    kioskId: z.string(),
    name: z.string(),
    purpose: z.enum(kioskPurposes),
    direction: z.enum(kioskDirections),
  }),
  session: KioskSession,
  counts: AttendanceCounts,
  /** The last eight taps of people, newest first. */
  recent: z.array(AttendanceTap),
})
export type KioskState = z.output<typeof KioskState>

/** What happened to a tap: counted, sent before, or refused because of its time (R192). */
export const tapOutcomes = ['recorded', 'known', 'closed', 'not-open'] as const

const one = z.object({ sessionId: id })
const session = '/administrator/attendance-tracker/{sessionId}'
const fails = ['kiosk-refused', 'workspace-disabled'] as const

export const attendanceKiosk = feature('attendance-kiosk', {
  link: post(`${session}/kiosk-links`, {
    summary: "Create a link that opens a kiosk or a marshal's phone once within 15 minutes",
    input: z.object({
      ...one.shape,
      name: text(60, 'Name is required'),
      purpose: z._default(z.enum(kioskPurposes), 'kiosk'),
      direction: z._default(z.enum(kioskDirections), 'both'),
    }),
    /** `code` opens a kiosk on this device; `url` has it in its fragment. */
    reply: z.object({ url: z.string(), code: z.string(), expiresAt: instant }),
    may: 'attendance.write',
    fails: ['not-found', 'attendance-closed', 'too-many-kiosks'],
  }),
  list: get(`${session}/kiosks`, {
    summary: 'List open kiosks of a session',
    input: one,
    reply: z.object({ items: z.array(AttendanceKiosk) }),
    may: 'attendance.read',
    fails: ['not-found'],
  }),
  remove: del(`${session}/kiosks/{kioskId}`, {
    summary: 'Close a kiosk; its token stops working immediately',
    input: z.object({ ...one.shape, kioskId: id }),
    reply: Done,
    may: 'attendance.write',
    unconfirmed: 'takes-away',
    fails: ['not-found'],
  }),
  open: post(`${kioskPrefix}/open`, {
    summary: 'Open a kiosk with the code of a link, or with an API key of type 1 or 2 that belongs to the session',
    input: z.object({
      /** With an API key: the session of the page's address. */
      sessionId: z.optional(id),
      name: z.optional(text(60)),
    }),
    reply: z.object({ token: z.string(), state: KioskState }),
    may: 'kiosk-opening',
    limit: 'lookup',
    fails: ['link-spent', 'not-found', 'kiosk-refused', 'attendance-closed', 'too-many-kiosks', 'workspace-disabled'],
  }),
  state: get(`${kioskPrefix}/session`, {
    summary: 'Get the session of the kiosk, its counts, and the latest people',
    input: Nothing,
    reply: KioskState,
    may: 'kiosk',
    limit: 'reader',
    changes: true,
    silent: 'When a kiosk was last seen is no change',
    fails,
  }),
  taps: post(`${kioskPrefix}/taps`, {
    summary: 'Send taps in order; each counts once, however often it is sent',
    input: z.object({
      /**
       * The kiosk's estimate of the server's clock while sending. If it is more than two seconds off, the server moves
       * the times of all taps by the difference.
       */
      now: instant,
      taps: z.array(TapInput).check(z.minLength(1), z.maxLength(mostTaps)),
    }),
    reply: z.object({
      now: instant,
      state: z.enum(sessionStates),
      items: z.array(z.object({ id: z.string(), outcome: z.enum(tapOutcomes), tap: z.nullable(AttendanceTap) })),
      counts: AttendanceCounts,
    }),
    may: 'kiosk',
    limit: 'reader',
    bodyLimit: 512 * 1024,
    silent: 'Taps are the records of a session; closing it logs their signed summary',
    fails,
  }),
  muster: get(`${kioskPrefix}/muster`, {
    summary: 'Get the active muster of the session, for the phone of a marshal',
    input: z.object({ since: z.optional(z.string().check(z.maxLength(40), z.regex(/^\d{1,19}$/))) }),
    reply: MusterState,
    may: 'kiosk',
    limit: 'reader',
    fails: [...fails, 'not-found'],
  }),
  mark: post(`${kioskPrefix}/muster/marks`, {
    summary: 'Tick people off in the muster, by hand or by card; each mark counts once',
    input: z.object({
      /** The muster in which the marks were made; the active one if omitted. */
      musterId: z.optional(id),
      now: instant,
      marks: z.array(MusterMark).check(z.minLength(1), z.maxLength(mostMarks)),
    }),
    reply: MusterState,
    may: 'kiosk',
    limit: 'reader',
    bodyLimit: 512 * 1024,
    silent: 'Marks are the records of a muster; ending it logs its counts',
    fails: [...fails, 'not-found', 'muster-ended'],
  }),
})
