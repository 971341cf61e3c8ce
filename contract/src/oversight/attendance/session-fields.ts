import * as z from 'zod/mini'
import { id, instant, optionalText, text, whole } from '#platform/fields.ts'
import { type PageLanguage, pageLanguages } from '#platform/languages.ts'
import { messages } from '#platform/messages.ts'

/** Result of a tap (specification §4). */
export const tapResults = { success: 1, duplicate: 2, noAccess: 3, invalidCard: 4 } as const
export type TapResult = (typeof tapResults)[keyof typeof tapResults]

/** Why a known card got no access. */
export const noAccessReasons = ['not-expected', 'user-inactive', 'key-inactive'] as const
export type NoAccessReason = (typeof noAccessReasons)[number]

/** Computed from the times of opening and closing and from the schedule. */
export const sessionStates = ['planned', 'open', 'closed'] as const
export type SessionState = (typeof sessionStates)[number]

/** In a session with check-out, the taps of a person alternate between check-in and check-out. */
export const sessionModes = ['check-in', 'check-in-and-out'] as const

/** A fixed direction of a kiosk at an entrance or an exit; `both` alternates. */
export const kioskDirections = ['both', 'in', 'out'] as const
export type KioskDirection = (typeof kioskDirections)[number]

/** A second tap of a person within this many seconds is a duplicate also in a session with check-out. */
export const repeatSeconds = 60

/** User fields that the kiosk and the list can show. `initials` replaces a photo. */
export const attendanceFields = [
  'name',
  'initials',
  'userId',
  'employeeId',
  'department',
  'scimAttribute1',
  'scimAttribute2',
  'scimAttribute3',
  'scimAttribute4',
  'scimAttribute5',
] as const
export type AttendanceField = (typeof attendanceFields)[number]

const shown = z.array(z.enum(attendanceFields)).check(z.minLength(1), z.maxLength(attendanceFields.length))
export const ShownFields = shown

const languages = Object.keys(pageLanguages) as [PageLanguage, ...PageLanguage[]]

const mostGroups = 100
const mostUsers = 1000

/** Who is expected: everyone, or the members of groups and units and single users. All empty: no expected users. */
const ExpectedInput = z.object({
  everyone: z._default(z.boolean(), false),
  groups: z._default(z.array(id).check(z.maxLength(mostGroups)), []),
  units: z._default(z.array(id).check(z.maxLength(mostGroups)), []),
  users: z._default(z.array(id).check(z.maxLength(mostUsers)), []),
})

/** What sessions and templates have in common. */
export const sessionSettings = {
  title: text(200, messages['required.name']),
  place: optionalText(200),
  mode: z._default(z.enum(sessionModes), 'check-in'),
  /** Minutes after the start; null: no one is late. */
  lateAfter: z._default(z.nullable(whole(0, 1440)), null),
  /** Whether people who are not expected are refused (3) or counted as present and unexpected. */
  unexpected: z._default(z.enum(['refuse', 'admit']), 'refuse'),
  /** `schedule` opens at the start, up to `openBefore` minutes earlier; `manual` opens by an administrator. */
  opening: z._default(z.enum(['manual', 'schedule']), 'manual'),
  openBefore: z._default(whole(0, 240), 0),
  /** `schedule` closes `closeAfter` minutes after the end. */
  closing: z._default(z.enum(['manual', 'schedule']), 'manual'),
  closeAfter: z._default(whole(0, 1440), 0),
  attributes: z._default(shown, ['name']),
  languages: z._default(z.array(z.enum(languages)).check(z.minLength(1), z.maxLength(languages.length)), ['en']),
  expected: z._default(ExpectedInput, { everyone: false, groups: [], units: [], users: [] }),
}

export const sessionTimes = { startsAt: instant, endsAt: instant }

/** Counts of a session. Late people are also present or have left; unexpected people may be refused or admitted. */
export const AttendanceCounts = z.object({
  expected: z.int(),
  present: z.int(),
  late: z.int(),
  left: z.int(),
  missing: z.int(),
  unexpected: z.int(),
  /** Taps of unknown cards. */
  invalid: z.int(),
})
export type AttendanceCounts = z.output<typeof AttendanceCounts>

const Named = z.object({ id: z.string(), name: z.string() })

export const ExpectedPeople = z.object({
  everyone: z.boolean(),
  groups: z.array(Named),
  units: z.array(Named),
  users: z.array(Named),
})
export type ExpectedPeople = z.output<typeof ExpectedPeople>

export const shownSettings = {
  title: z.string(),
  place: z.string(),
  mode: z.enum(sessionModes),
  lateAfter: z.nullable(z.int()),
  unexpected: z.enum(['refuse', 'admit']),
  opening: z.enum(['manual', 'schedule']),
  openBefore: z.int(),
  closing: z.enum(['manual', 'schedule']),
  closeAfter: z.int(),
  attributes: z.array(z.enum(attendanceFields)),
  languages: z.array(z.enum(languages)),
}

export const AttendanceSession = z.object({
  sessionId: z.string(),
  ...shownSettings,
  startsAt: instant,
  endsAt: instant,
  state: z.enum(sessionStates),
  openedAt: z.nullable(instant),
  closedAt: z.nullable(instant),
  template: z.nullable(Named),
  counts: AttendanceCounts,
  createdAt: instant,
  createdBy: z.string(),
})
export type AttendanceSession = z.output<typeof AttendanceSession>

/** A signed summary. Each correction after closing adds another; earlier ones are kept. */
export const AttendanceSeal = z.object({
  version: z.int(),
  at: instant,
  by: z.string(),
  /** SHA-256 of the signed document, hexadecimal. */
  hash: z.string(),
  signature: z.string(),
  publicKey: z.string(),
})
export type AttendanceSeal = z.output<typeof AttendanceSeal>

export const AttendanceSessionInFull = z.extend(AttendanceSession, {
  expected: ExpectedPeople,
  /** API keys of type 1 or 2 that can open a kiosk of this session. */
  apiKeys: z.array(Named),
  seals: z.array(AttendanceSeal),
})
export type AttendanceSessionInFull = z.output<typeof AttendanceSessionInFull>

/** Values of the chosen user fields; null where the user has none. */
export const FieldValues = z.array(z.object({ field: z.enum(attendanceFields), value: z.nullable(z.string()) }))

export const participantStatuses = ['missing', 'present', 'left', 'refused', 'removed'] as const
export type ParticipantStatus = (typeof participantStatuses)[number]

export const AttendanceParticipant = z.object({
  /** The ID of the user; for anonymized entries an ID that belongs to no user. */
  personId: z.string(),
  name: z.string(),
  initials: z.string(),
  fields: FieldValues,
  expected: z.boolean(),
  /** `refused`: tapped, but not expected or inactive. `removed`: taken out by a correction. */
  status: z.enum(participantStatuses),
  late: z.boolean(),
  inAt: z.nullable(instant),
  outAt: z.nullable(instant),
  /** Times as read from the card, before corrections. */
  readInAt: z.nullable(instant),
  readOutAt: z.nullable(instant),
  corrections: z.int(),
  taps: z.int(),
})
export type AttendanceParticipant = z.output<typeof AttendanceParticipant>

export const AttendanceTap = z.object({
  id: z.string(),
  /** When the card was tapped, by the server's clock. */
  at: instant,
  receivedAt: instant,
  result: z.int(),
  reason: z.nullable(z.enum(noAccessReasons)),
  direction: z.nullable(z.enum(['in', 'out'])),
  personId: z.nullable(z.string()),
  name: z.nullable(z.string()),
  initials: z.nullable(z.string()),
  fields: FieldValues,
  /** Of a duplicate: when the person was counted first. */
  firstAt: z.nullable(instant),
  late: z.boolean(),
  kiosk: z.nullable(z.string()),
})
export type AttendanceTap = z.output<typeof AttendanceTap>

/** The kiosk cuts what a reader types after this many characters. */
export const longestReading = 512

/** A random ID chosen by the sender: a tap counts once, even if it is sent again. */
export const TapInput = z.object({
  id,
  /** The number that the reader typed, or the text of a QR pass. */
  card: z.string().check(z.maxLength(longestReading)),
  /** When it was tapped, by the sender's estimate of the server's clock. */
  at: instant,
  direction: z._default(z.enum(kioskDirections), 'both'),
})
export type TapInput = z.output<typeof TapInput>
