import * as z from 'zod/mini'
import { feature, get } from '../platform/endpoint.ts'
import { flag, id, instant, listOf, whole } from '../platform/fields.ts'
import { DecisionTrace } from '../decide/why.ts'
import { Page, pageOf } from '../platform/page.ts'
import { type ActivityAction, activityActions } from './log-actions.ts'

/** 1 succeeded, 2 failed (specification §4). */
export const activityStatus = { succeeded: 1, failed: 2 } as const

export const activityKinds = ['use', 'change'] as const

/** Sign-in methods that the log is filtered by, with their actions. */
export const methodActions = {
  passkey: ['sign-in.passkey'],
  card: ['sign-in.card', 'security-key.signed-in', 'security-key.refused', 'security-key.pin-refused'],
  phone: ['sign-in.phone'],
  email: ['sign-in.code', 'sign-in.link'],
  telephone: ['sign-in.sms', 'sign-in.call'],
  password: ['sign-in.password'],
  provider: ['sign-in.external'],
} as const satisfies Record<string, readonly ActivityAction[]>
const methods = Object.keys(methodActions) as (keyof typeof methodActions)[]

const named = z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100)))

const Line = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum(activityKinds),
  action: z.string(),
  status: z.int(),
  reason: z.nullable(z.string()),
  actorId: z.nullable(z.string()),
  actorName: z.string(),
  objectType: z.nullable(z.string()),
  objectId: z.nullable(z.string()),
  objectName: z.nullable(z.string()),
  /** Only changed fields; never contains secrets. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  ip: z.nullable(z.string()),
  device: z.nullable(z.string()),
  /** Site or application of a use. */
  site: z.nullable(z.string()),
  /** Computer of a use, if a policy decision names it. */
  computer: z.nullable(z.object({ id: z.string(), name: z.string() })),
  requestId: z.nullable(z.string()),
  /** Access policy decision, if policies were evaluated. */
  decision: z.nullable(DecisionTrace),
})

export const Activity = z.extend(Line, {
  /** Other entries of the same sign-in, oldest first; omitted if entries are not folded or there are none. */
  steps: z.optional(z.array(Line)),
})
export type Activity = z.output<typeof Activity>

const Filter = z.extend(Page, {
  sort: z.optional(z.enum(['at'])),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  kind: z.optional(z.enum(activityKinds)),
  action: z.optional(listOf(z.enum(activityActions), activityActions.length)),
  status: z.optional(whole(1, 2)),
  user: z.optional(id),
  from: z.optional(instant),
  to: z.optional(instant),
  object: z.optional(id),
  method: z.optional(listOf(z.enum(methods), methods.length)),
  /** Name of a key or its owner, or the number of a card. */
  key: named,
  application: z.optional(id),
  computer: named,
  address: named,
  /**
   * Live tail: `now` returns only the starting position in `next`. With that position, returns entries committed
   * since, at most the newest 100, oldest first, and the new `next`. Entries may be repeated but are never missed.
   */
  since: z.optional(z.string().check(z.regex(/^(?:now|\d{1,19})$/))),
})
export type ActivityFilter = z.output<typeof Filter>

/** How many of the newest entries the histogram counts. */
export const histogramCounts = 50_000
/** Most entries in a histogram for searches and for unit administrators, because finding an entry costs more there. */
export const histogramCountsOfSearch = 1000

const Folding = z.extend(Filter, {
  /**
   * Folds a sign-in with a key into one entry whose other entries are in `steps`. Totals count all entries. No
   * folding with other filters than by time and user; `since` does not fold into earlier entries.
   */
  fold: z.optional(flag),
})
export type Folding = z.output<typeof Folding>

const Entries = z.extend(pageOf(Activity), {
  before: z.optional(z.int()),
})
export type Entries = z.output<typeof Entries>

export const ActivityRefusal = z.object({
  id: z.string(),
  at: instant,
  reason: z.nullable(z.string()),
  objectName: z.nullable(z.string()),
  site: z.nullable(z.string()),
  computer: z.nullable(z.string()),
  device: z.nullable(z.string()),
  ip: z.nullable(z.string()),
})
export type ActivityRefusal = z.output<typeof ActivityRefusal>

export const activity = feature('activity', {
  list: get('/administrator/workspace/activity/logs', {
    summary: 'List the activity log of the workspace, newest first',
    spec: 'logs.workspace-activity',
    input: Folding,
    reply: Entries,
    may: 'activity.read',
  }),
  histogram: get('/administrator/workspace/activity/logs/histogram', {
    summary: `Count matching log entries over time; of the newest ${histogramCounts} in the range`,
    input: Filter,
    reply: z.object({
      /** Start and width of the first bucket, in milliseconds. */
      from: instant,
      width: z.int(),
      /** False if the range has older entries that are not counted. */
      whole: z.boolean(),
      buckets: z.array(z.object({ succeeded: z.int(), failed: z.int() })),
    }),
    may: 'activity.read',
  }),
  exportAll: get('/administrator/workspace/activity/logs/export', {
    summary: 'Export all matching log entries as streamed CSV or JSON',
    input: z.extend(Filter, { format: z._default(z.enum(['csv', 'json']), 'csv') }),
    reply: z.string(),
    may: 'activity.read',
    unconfirmed: 'export',
    answers: 'file',
    changes: true,
  }),
  ofUser: get('/administrator/tokens/activity/{id}/logs', {
    summary: 'List the activity log of a user, newest first',
    spec: 'logs.token-activity',
    input: z.extend(Folding, { id }),
    reply: Entries,
    may: 'activity.read',
    fails: ['not-found'],
  }),
  refusals: get('/administrator/tokens/{id}/refusals', {
    summary: 'List why a user was refused in the last 30 days, newest first, at most five',
    input: z.object({ id }),
    reply: z.object({ items: z.array(ActivityRefusal) }),
    may: 'users.read',
    fails: ['not-found'],
  }),
  ofCredential: get('/administrator/tokens/activity/{id}/credentials/{credentialId}/logs', {
    summary: "List the activity log of a user's passkey, newest first",
    spec: 'logs.credential-activity',
    input: z.extend(Filter, { id: z.optional(id), credentialId: id }),
    reply: pageOf(Activity),
    may: 'activity.read',
    aliases: ['/administrator/tokens/activity/credentials/{credentialId}/logs'],
    fails: ['not-found'],
  }),
})
