import * as z from 'zod/mini'
import { feature, get } from '../ground/endpoint.ts'
import { id, instant, listOf, whole } from '../ground/fields.ts'
import { Page, pageOf } from '../ground/page.ts'

/** 1 succeeded, 2 failed (specification §4). */
export const activityStatus = { succeeded: 1, failed: 2 } as const

/** `use`: somebody used a key or signed in. `change`: somebody changed something. */
export const activityKinds = ['use', 'change'] as const

/** What may stand in the log; the console has a sentence for each. */
export const activityActions = [
  'sign-in.passkey',
  'sign-in.code',
  'sign-in.password',
  'sign-in.link',
  'sign-in.demo',
  'sign-out',
  'session.ended',
  'session.replayed',
  'passkey.added',
  'passkey.renamed',
  'passkey.deleted',
  'passkey.verified',
  'passkey.refused',
  'security-key.assigned',
  'security-key.added',
  'security-key.activated',
  'security-key.updated',
  'security-key.made-default',
  'security-key.suspended',
  'security-key.reactivated',
  'security-key.blocked',
  'security-key.unblocked',
  'security-key.pin-reset',
  'security-key.verification-changed',
  'security-key.offline-changed',
  'security-key.cancelled',
  'security-key.revoked',
  'security-key.deleted',
  'security-key.registered',
  'security-key.signed-in',
  'security-key.pin-refused',
  'security-key.passkey-deleted',
  'reader-app.registered',
  'reader-app.revoked',
  'security-keys.act-started',
  'security-keys.act-undone',
  'cards.import-started',
  'cards.imported',
  'cards.notified',
  'token-policy.created',
  'token-policy.made-default',
  'token-policy.given',
  'fingerprint.begun',
  'fingerprint.added',
  'fingerprint.renamed',
  'fingerprint.deleted',
  'key-models.rules-changed',
  'key-models.catalogue-loaded',
  'user.created',
  'user.updated',
  'user.deleted',
  'user.restored',
  'user.invited',
  'user.activated',
  'user.suspended',
  'user.deactivated',
  'user.reactivated',
  'user.joined',
  'user.left',
  'users.act-started',
  'users.act-undone',
  'users.import-started',
  'users.imported',
  'users.import-undone',
  'users.exported',
  'activity.exported',
  'view.saved',
  'view.changed',
  'view.removed',
  'group.created',
  'group.updated',
  'group.deleted',
  'group.joined',
  'group.left',
  'group.suspended',
  'group.activated',
  'unit.created',
  'unit.updated',
  'unit.deleted',
  'unit.joined',
  'unit.left',
  'account.updated',
  'account.contact-changed',
  'account.password-changed',
  'account.deleted',
  'workspace.created',
  'workspace.updated',
  'reader-settings.changed',
  'workspace.deletion-begun',
  'workspace.deletion-cancelled',
  'trust-domain.added',
  'trust-domain.checked',
  'trust-domain.decided',
  'trust-domain.removed',
  'administrator.created',
  'administrator.updated',
  'administrator.removed',
  'owner-change.asked',
  'owner-change.accepted',
  'owner-change.declined',
  'owner-change.withdrawn',
  'owner-change.decided',
  'api-key.created',
  'api-key.deleted',
  'api-key.refused',
  'log-stream.created',
  'log-stream.updated',
  'log-stream.tested',
  'log-stream.deleted',
  'stored-password.created',
  'stored-password.updated',
  'stored-password.deleted',
  'stored-password.revealed',
  'recovery.requested',
  'tokens.issued',
] as const
export type ActivityAction = (typeof activityActions)[number]

export const Activity = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum(activityKinds),
  action: z.string(),
  status: z.int(),
  /** Why it failed, in words; null when it succeeded. */
  reason: z.nullable(z.string()),
  actorId: z.nullable(z.string()),
  actorName: z.string(),
  objectType: z.nullable(z.string()),
  objectId: z.nullable(z.string()),
  objectName: z.nullable(z.string()),
  /** Only the fields that changed; secrets never stand here. */
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  ip: z.nullable(z.string()),
  device: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})
export type Activity = z.output<typeof Activity>

const Filter = z.extend(Page, {
  sort: z.optional(z.enum(['at'])),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
  kind: z.optional(z.enum(activityKinds)),
  /** One or several, comma-separated in the address. */
  action: z.optional(listOf(z.enum(activityActions), activityActions.length)),
  status: z.optional(whole(1, 2)),
  /** Entries of this user: done by, or done to. */
  user: z.optional(id),
  from: z.optional(instant),
  /** Up to and with this instant. */
  to: z.optional(instant),
  /** Entries of this thing (a group, a unit, an API key, the workspace): done to it, or by it. */
  object: z.optional(id),
  /**
   * Live tail: `now` answers no entries but in `next` where the tail begins; with that, what has been committed since, at
   * most the newest 100, oldest first, and the next `next`. An entry may come twice, but none is missed.
   */
  since: z.optional(z.string().check(z.regex(/^(?:now|\d{1,19})$/))),
})
export type ActivityFilter = z.output<typeof Filter>

export const activity = feature('activity', {
  list: get('/administrator/workspace/activity/logs', {
    summary: 'Activity log of the workspace, newest first',
    input: Filter,
    reply: pageOf(Activity),
    may: 'activity.read',
  }),
  exportAll: get('/administrator/workspace/activity/logs/export', {
    summary: 'All entries of the log that match, as CSV or JSON, streamed (own addition)',
    input: z.extend(Filter, { format: z._default(z.enum(['csv', 'json']), 'csv') }),
    reply: z.string(),
    may: 'activity.read',
    answers: 'file',
    changes: true,
  }),
  ofUser: get('/administrator/tokens/activity/{id}/logs', {
    summary: 'Activity log of one user, newest first',
    input: z.extend(Filter, { id }),
    reply: pageOf(Activity),
    may: 'activity.read',
    fails: ['not-found'],
  }),
})
