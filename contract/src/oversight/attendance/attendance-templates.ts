import * as z from 'zod/mini'
import { del, feature, get, post, put } from '#platform/endpoint.ts'
import { Done, id, instant, text, whole } from '#platform/fields.ts'
import { messages } from '#platform/messages.ts'
import { Page, pageOf } from '#platform/page.ts'
import { ExpectedPeople, sessionSettings, shownSettings } from './session-fields.ts'

const prefix = '/administrator/attendance-tracker/templates'

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter a date'))
const time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time'))

/** A weekly series, in the time zone of the workspace. Its sessions are created 14 days ahead. */
const Weekly = z.object({
  /** ISO weekdays: 1 is Monday, 7 is Sunday. */
  days: z.array(z.int().check(z.gte(1), z.lte(7))).check(z.minLength(1), z.maxLength(7)),
  time,
  from: day,
  until: z.nullable(day),
})

const minutes = whole(5, 1440)

const Input = z.object({
  name: text(100, messages['required.name']),
  ...sessionSettings,
  minutes: z._default(minutes, 60),
  weekly: z._default(z.nullable(Weekly), null),
})
export type AttendanceTemplateInput = z.output<typeof Input>

export const AttendanceTemplate = z.object({
  templateId: z.string(),
  name: z.string(),
  ...shownSettings,
  minutes: z.int(),
  weekly: z.nullable(Weekly),
  expected: ExpectedPeople,
  sessions: z.int(),
  nextAt: z.nullable(instant),
  createdAt: instant,
})
export type AttendanceTemplate = z.output<typeof AttendanceTemplate>

const one = z.object({ templateId: id })

/** Settings for several sessions; with a weekly series, the server creates the sessions. */
export const attendanceTemplates = feature('attendance-templates', ['attendance'], {
  list: get(prefix, {
    summary: 'List templates and weekly series of attendance sessions',
    input: Page,
    reply: pageOf(AttendanceTemplate),
    may: 'attendance.read',
  }),
  create: post(prefix, {
    summary: 'Create a template or a weekly series',
    input: Input,
    reply: AttendanceTemplate,
    may: 'attendance.write',
    fails: ['not-found', 'attendance-template-taken', 'too-many-attendance-templates'],
  }),
  get: get(`${prefix}/{templateId}`, {
    summary: 'Get a template',
    input: one,
    reply: AttendanceTemplate,
    may: 'attendance.read',
    fails: ['not-found'],
  }),
  update: put(`${prefix}/{templateId}`, {
    summary: 'Change a template; planned sessions of its series follow',
    input: z.object({ ...one.shape, ...Input.shape }),
    reply: AttendanceTemplate,
    may: 'attendance.write',
    fails: ['not-found', 'attendance-template-taken'],
  }),
  remove: del(`${prefix}/{templateId}`, {
    summary: 'Delete a template and its planned sessions; sessions with records are kept',
    input: one,
    reply: Done,
    may: 'attendance.write',
    fails: ['not-found'],
  }),
})
