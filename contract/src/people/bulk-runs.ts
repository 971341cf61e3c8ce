import * as z from 'zod/mini'
import { feature, post, put } from '../ground/endpoint.ts'
import { Done, id } from '../ground/fields.ts'
import { Run, runCalls, RunPreview } from '../work/runs.ts'
import { UserFilter } from './users.ts'

/** What can be done to many users at once. */
export const bulkActs = [
  'activate',
  'deactivate',
  'suspend',
  'delete',
  'restore',
  'invite',
  'add-to-group',
  'add-to-unit',
] as const
export type BulkAct = (typeof bulkActs)[number]

/** Why an act cannot happen to a user, in words that follow the user's name. */
export const bulkReasons = {
  unknown: 'does not exist in your workspace',
  'above-you': 'stands above you',
  'own-account': 'is your own account',
  'last-owner': 'is the last owner',
  already: 'has that status already',
  'not-active': 'is not active',
  'is-suspended': 'is suspended',
  'no-key': 'has no key yet; send the activation email instead',
  'no-email': 'has no email address',
  'shut-out': 'is suspended or deactivated',
  'too-soon': 'was sent an email a moment ago',
  member: 'belongs to it already',
  'not-deleted': 'is not deleted',
  'email-taken': 'has an email that another user has now',
  'user-id-taken': 'has a User ID that another user has now',
  'employee-id-taken': 'has an Employee ID that another user has now',
  'changed-since': 'was changed since',
  stopped: 'was not reached before it was stopped',
  failed: 'was not reached: something went wrong on our side',
  'target-closed': 'was not put there: it was deleted, or takes nobody by hand any more',
  'former-taken': 'had a User ID, email or Employee ID that another user has now',
} as const
export type BulkReason = keyof typeof bulkReasons

/** Which users: listed, or all that match a filter, which the server resolves. */
export const Selection = z.object({
  ids: z.optional(z.array(id).check(z.maxLength(5000, 'Choose at most 5,000 users, or all that match'))),
  all: z.optional(z.boolean()),
  // One that is not known is refused: passed over, the act would mean more than was asked for
  filter: z.optional(
    z.strictObject({ ...UserFilter.shape, search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
  ),
  except: z.optional(z.array(id).check(z.maxLength(5000))),
})
export type Selection = z.output<typeof Selection>

const Targeted = z.extend(Selection, {
  /** The group or organization unit, for the acts that put users into one. */
  target: z.optional(id),
})

export const BulkRow = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  userId: z.nullable(z.string()),
  done: z.nullable(z.boolean()),
  reason: z.nullable(z.string()),
})
export type BulkRow = z.output<typeof BulkRow>

const begins = { reply: Run, may: 'users.write', bodyLimit: 512 * 1024 } as const
const oneUser = {
  input: z.object({ id }),
  reply: Done,
  may: 'users.write',
  fails: ['not-found', 'own-account', 'last-owner', 'change-refused'],
} as const
const prefix = '/administrator/tokens'

export const bulkRuns = feature('bulk-runs', ['users', 'statistics', 'account', 'groups', 'units'], {
  preview: post(`${prefix}/bulk/preview`, {
    summary: 'What an act on many users would do, and to whom it cannot happen and why; changes nothing',
    input: z.extend(Targeted, { act: z.enum(bulkActs) }),
    reply: z.extend(RunPreview, {
      /** Names of API keys that stop with those it will happen to: the first twenty. */
      apiKeys: z.array(z.string()),
    }),
    may: 'users.write',
    fails: ['not-found', 'imported-read-only', 'rule-decides'],
    bodyLimit: 512 * 1024,
  }),
  activateOne: put(`${prefix}/activeToken`, { summary: 'Activate a user', spec: 'admin-tokens.activate', ...oneUser }),
  deactivateOne: put(`${prefix}/deActiveToken`, {
    summary: 'Deactivate a user',
    spec: 'admin-tokens.deactivate',
    ...oneUser,
  }),
  suspendOne: put(`${prefix}/suspendToken`, { summary: 'Suspend a user', ...oneUser }),
  activate: post(`${prefix}/activeMany`, {
    summary: 'Activate several users',
    spec: 'admin-tokens.activate-many',
    input: Selection,
    ...begins,
  }),
  deactivate: post(`${prefix}/deactiveMany`, {
    summary: 'Deactivate several users',
    spec: 'admin-tokens.deactivate-many',
    input: Selection,
    ...begins,
  }),
  suspend: put(`${prefix}/suspendMany`, {
    summary: 'Suspend several users',
    spec: 'admin-tokens.suspend-many',
    input: Selection,
    ...begins,
  }),
  remove: post(`${prefix}/deleteMany`, {
    summary: 'Delete several users',
    spec: 'admin-tokens.delete-many',
    input: Selection,
    ...begins,
  }),
  invite: post(`${prefix}/sendVerifyMany`, {
    summary: 'Resend verification e-mails to several users',
    spec: 'admin-tokens.send-verify-many',
    input: Selection,
    ...begins,
  }),
  restore: post(`${prefix}/restoreMany`, {
    summary: 'Take several deleted users back out of the bin',
    input: Selection,
    ...begins,
  }),
  addToGroup: post(`${prefix}/addToGroup`, {
    summary: 'Put several users into a group',
    input: z.extend(Selection, { target: id }),
    ...begins,
    fails: ['not-found', 'imported-read-only', 'rule-decides'],
  }),
  addToUnit: post(`${prefix}/addToUnit`, {
    summary: 'Put several users into an organization unit',
    input: z.extend(Selection, { target: id }),
    ...begins,
    fails: ['not-found'],
  }),
  ...runCalls({
    prefix: `${prefix}/bulk`,
    of: 'users',
    reads: 'users.read',
    writes: 'users.write',
    row: BulkRow,
  }),
})
