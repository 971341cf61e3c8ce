import * as z from 'zod/mini'
import { feature, get, post } from '#platform/endpoint.ts'
import { id, instant, optionalText } from '#platform/fields.ts'
import { longestReading } from './session-fields.ts'

/** Marks in one call; a longer queue is sent in several. */
export const mostMarks = 200

/** A random ID chosen by the sender. The mark with the latest time decides. */
export const MusterMark = z
  .object({
    id,
    personId: z.optional(id),
    /** Instead of the person: the number that a reader typed, or a QR pass. */
    card: z.optional(z.string().check(z.maxLength(longestReading))),
    safe: z._default(z.boolean(), true),
    note: optionalText(200),
    at: instant,
  })
  .check(
    z.refine(value => (value.personId === undefined) !== (value.card === undefined), {
      path: ['personId'],
      error: 'Send a person or a card',
    }),
  )
export type MusterMark = z.output<typeof MusterMark>

const MusterPerson = z.object({
  personId: z.string(),
  name: z.string(),
  initials: z.string(),
  unit: z.nullable(z.object({ id: z.string(), name: z.string() })),
  inAt: z.nullable(instant),
  safe: z.boolean(),
  markedAt: z.nullable(instant),
  markedBy: z.nullable(z.string()),
  note: z.string(),
  /** Ticked off although not on the list, for example after leaving without a tap. */
  extra: z.boolean(),
})
export type MusterPerson = z.output<typeof MusterPerson>

export const MusterState = z.object({
  musterId: z.string(),
  place: z.string(),
  startedAt: instant,
  startedBy: z.string(),
  endedAt: z.nullable(instant),
  counts: z.object({ listed: z.int(), safe: z.int(), open: z.int(), extra: z.int() }),
  marshals: z.array(z.string()),
  /** All people, or with `since` those who changed. */
  people: z.array(MusterPerson),
  cursor: z.string(),
  now: instant,
  /** Cards of this call's marks that belong to no user. */
  unknownCards: z.int(),
})
export type MusterState = z.output<typeof MusterState>

const session = '/administrator/attendance-tracker/{sessionId}'
const one = z.object({ sessionId: id })
const since = z.optional(z.string().check(z.maxLength(40), z.regex(/^\d{1,19}$/)))

/** A muster lists who is in and has not checked out. A session has at most one active muster. */
export const attendanceMusters = feature('attendance-musters', ['attendance'], {
  start: post(`${session}/musters`, {
    summary: 'Start a muster of everyone who is in and has not checked out',
    input: z.object({ ...one.shape, place: optionalText(200) }),
    reply: MusterState,
    may: 'attendance.write',
    unconfirmed: 'records',
    fails: ['not-found', 'attendance-not-open', 'muster-active'],
  }),
  list: get(`${session}/musters`, {
    summary: 'List musters of a session, newest first',
    input: one,
    reply: z.object({
      items: z.array(z.omit(MusterState, { people: true, cursor: true, now: true, unknownCards: true })),
    }),
    may: 'attendance.read',
    fails: ['not-found'],
  }),
  get: get(`${session}/musters/{musterId}`, {
    summary: 'Get a muster with its people; with a cursor, those who changed since',
    input: z.object({ ...one.shape, musterId: id, since }),
    reply: MusterState,
    may: 'attendance.read',
    fails: ['not-found'],
  }),
  mark: post(`${session}/musters/{musterId}/marks`, {
    summary: 'Tick people off in a muster, by hand or by card; each mark counts once',
    input: z.object({
      ...one.shape,
      musterId: id,
      now: instant,
      marks: z.array(MusterMark).check(z.minLength(1), z.maxLength(mostMarks)),
    }),
    reply: MusterState,
    may: 'attendance.write',
    unconfirmed: 'records',
    bodyLimit: 512 * 1024,
    silent: 'Marks are the records of a muster; ending it logs its counts',
    fails: ['not-found', 'muster-ended'],
  }),
  end: post(`${session}/musters/{musterId}/end`, {
    summary: 'End a muster and log its counts',
    input: z.object({ ...one.shape, musterId: id }),
    reply: MusterState,
    may: 'attendance.write',
    unconfirmed: 'records',
    fails: ['not-found', 'muster-ended'],
  }),
})
