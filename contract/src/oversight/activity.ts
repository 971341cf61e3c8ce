import * as z from 'zod/mini'
import { feature, get } from '../platform/endpoint.ts'
import { flag, id, instant, listOf, whole } from '../platform/fields.ts'
import { DecisionTrace } from '../decide/why.ts'
import { Page, pageOf } from '../platform/page.ts'
import { activityActions } from './log-actions.ts'

/** 1 succeeded, 2 failed (specification §4). */
export const activityStatus = { succeeded: 1, failed: 2 } as const

export const activityKinds = ['use', 'change'] as const

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
  /**
   * Live tail: `now` returns only the starting position in `next`. With that position, returns entries committed
   * since, at most the newest 100, oldest first, and the new `next`. Entries may be repeated but are never missed.
   */
  since: z.optional(z.string().check(z.regex(/^(?:now|\d{1,19})$/))),
})
export type ActivityFilter = z.output<typeof Filter>

const Folding = z.extend(Filter, {
  /**
   * Folds a sign-in with a key into one entry whose other entries are in `steps`. Totals count all entries. No
   * folding with filters by result, action, search, or object; `since` does not fold into earlier entries.
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
