import * as z from 'zod/mini'
import { id, instant, listOf, optionalText, text } from '#platform/fields.ts'
import { messages } from '#platform/messages.ts'
import { cardFormats } from '#keys/card-text.ts'
import { unlessTooBig } from '../../platform/limits.ts'
import { fillText } from '../../platform/wording.ts'

/** Workflow types: 0 to 7 are from the specification (§9); 8 and 9 are our additions. */
export const workflowTypes = {
  entraPasskeys: 0,
  entraPeople: 1,
  keys: 2,
  sharedComputers: 3,
  entraDevices: 4,
  pageEnrolment: 5,
  pageRecovery: 6,
  oktaPasskeys: 7,
  idleKeys: 8,
  withoutKey: 9,
} as const

export const workflowTypeNames: Record<number, string> = {
  0: 'Passkeys at Microsoft Entra ID',
  1: 'Users from Microsoft Entra ID',
  2: 'Assign security keys',
  3: 'Shared computers',
  4: 'Computers from Microsoft Entra ID',
  5: 'Enrollment at a card page',
  6: 'PIN reset on a card page',
  7: 'Passkeys at Okta',
  8: 'Unused keys',
  9: 'Users without a usable key',
}

export const triggers = ['schedule', 'imported', 'activated', 'computer', 'page'] as const
export type Trigger = (typeof triggers)[number]

export const triggersOf: Record<number, readonly [Trigger, ...Trigger[]]> = {
  0: ['activated', 'imported', 'schedule'],
  1: ['schedule'],
  2: ['imported', 'schedule'],
  3: ['schedule', 'computer'],
  4: ['schedule'],
  5: ['page'],
  6: ['page'],
  7: ['activated', 'imported', 'schedule'],
  8: ['schedule'],
  9: ['schedule'],
}

/** Schedule intervals (specification §9). */
export const intervals = { hourly: 0, daily: 1, weekly: 2, monthly: 3 } as const

/**
 * Schedule in its zone: minute of the hour, of the day, of a weekday (Sunday 0), or of a day of the month (31 is the
 * last).
 */
export const Schedule = z.object({
  scheduleInterval: z.optional(z.int().check(z.gte(0), z.lte(3))),
  hour: z.optional(z.int().check(z.gte(0), z.lte(23))),
  minute: z.optional(z.int().check(z.gte(0), z.lte(59))),
  day: z.optional(z.int().check(z.gte(0), z.lte(31))),
  zone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
})
export type Schedule = z.output<typeof Schedule>

const attribute = z.int().check(z.gte(1, 'Choose an attribute'), z.lte(5, 'Choose an attribute'))
const days = (most: number) =>
  z.int().check(z.gte(1, 'Choose at least one day'), z.lte(most, fillText('Choose at most {max} days', { max: most })))

/** Settings of all workflow types; each type uses its own and ignores the rest. */
export const WorkflowSettings = z.object({
  mode: z.optional(z.int().check(z.gte(1), z.lte(3))),
  /** 2: access card (2) or smartphone (1). */
  kind: z.optional(z.union([z.literal(1), z.literal(2)])),
  /**
   * 2: with an emailed link, immediately with the card number in an attribute, or with the one from a SCIM client.
   */
  by: z.optional(z.enum(['mail', 'attribute', 'scim'])),
  attribute: z.optional(attribute),
  cardFormat: z.optional(z.enum(cardFormats)),
  pinAttribute: z.optional(z.nullable(attribute)),
  /** 2: settings of new keys; defaults to the user's policy. */
  tokenPolicy: z.optional(z.nullable(id)),
  /** 3: the shared account, and the computers on which its cards open it. */
  account: z.optional(id),
  deviceGroup: z.optional(id),
  beginsWith: optionalText(60),
  /** 5, 6: the card page; all pages if omitted. */
  page: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
  /** 8: days without use until the user is notified, then suspended, then deleted; null skips that step. */
  idleDays: z.optional(days(3650)),
  suspendAfter: z.optional(z.nullable(days(365))),
  deleteAfter: z.optional(z.nullable(days(3650))),
  /** 8: kinds of keys; empty means all. */
  kinds: z.optional(listOf(z.int().check(z.gte(1), z.lte(5)), 5)),
  /** 9: days between reminders, and their maximum number. */
  everyDays: z.optional(days(365)),
  times: z.optional(z.int().check(z.gte(1), z.lte(50))),
})
export type WorkflowSettings = z.output<typeof WorkflowSettings>

export const WorkflowContent = z.object({
  name: text(100, messages['required.name']),
  description: optionalText(500),
  type: z.int(unlessTooBig('Choose a workflow type')).check(z.gte(0), z.lte(9)),
  trigger: z.enum(triggers),
  tenant: z.optional(z.nullable(id)),
  /** Groups that the workflow applies to; empty means all users. For type 1, these are groups of the directory. */
  groups: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(100))),
  ...Schedule.shape,
  settings: z.optional(WorkflowSettings),
  notify: z.optional(listOf(id, 20)),
  /** If omitted, a new workflow is on and an existing one is unchanged. */
  status: z.optional(z.enum(['on', 'off'])),
})
export type WorkflowContent = z.output<typeof WorkflowContent>

export const Workflow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.int(),
  trigger: z.string(),
  tenant: z.nullable(z.string()),
  tenantName: z.nullable(z.string()),
  groups: z.array(z.string()),
  scheduleInterval: z.nullable(z.int()),
  hour: z.nullable(z.int()),
  minute: z.nullable(z.int()),
  day: z.nullable(z.int()),
  zone: z.string(),
  settings: WorkflowSettings,
  notify: z.array(z.string()),
  status: z.enum(['on', 'off']),
  paused: z.nullable(z.string()),
  maker: z.string(),
  lastUpdatedBy: z.string(),
  lastUpdatedAt: instant,
  lastExecutedAt: z.nullable(instant),
  lastExecution: z.nullable(z.int()),
  nextRunAt: z.nullable(instant),
  version: z.int(),
})
export type Workflow = z.output<typeof Workflow>

export const WorkflowInFull = z.extend(Workflow, { names: z.array(z.object({ id: z.string(), name: z.string() })) })
export type WorkflowInFull = z.output<typeof WorkflowInFull>
