import * as z from 'zod/mini'
import { feature, post, put } from '../platform/endpoint.ts'
import { Done, id } from '../platform/fields.ts'
import { Run, runCalls, RunPreview } from '../work/runs.ts'
import { UserFilter } from './users.ts'

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

/** Why an action is impossible; follows a name or a number, so German needs a plural where English does not. */
export const bulkReasons = {
  unknown: '{count, plural, one {does} other {do}} not exist in your workspace',
  'above-you': '{count, plural, one {has} other {have}} a higher role than you',
  'own-account': 'is your own account',
  'last-owner': 'is the last owner',
  already: 'already {count, plural, one {has} other {have}} this status',
  'not-active': '{count, plural, one {is} other {are}} not active',
  'is-suspended': '{count, plural, one {is suspended} other {are suspended}}',
  'no-key': '{count, plural, one {has} other {have}} no key yet; send the activation email instead',
  'no-email': '{count, plural, one {has} other {have}} no email address',
  'shut-out': '{count, plural, one {is} other {are}} suspended or deactivated',
  'too-soon': '{count, plural, one {was} other {were}} sent an email less than a minute ago',
  member: '{count, plural, one {is already a member} other {are already members}}',
  'not-deleted': '{count, plural, one {is} other {are}} not deleted',
  'email-taken':
    '{count, plural, one {has an email that another user now has} other {have emails that other users now have}}',
  'user-id-taken':
    '{count, plural, one {has a User ID that another user now has} other {have User IDs that other users now have}}',
  'employee-id-taken':
    '{count, plural, one {has an Employee ID that another user now has} other {have Employee IDs that other users now have}}',
  'changed-since': '{count, plural, one {was} other {were}} changed since then',
  stopped: "{count, plural, one {wasn't} other {weren't}} processed before the run was stopped",
  failed: "{count, plural, one {wasn't} other {weren't}} processed because of a server error",
  'target-closed':
    '{count, plural, one {was} other {were}} not added because the group or unit was deleted or no longer accepts manual members',
  'former-taken': '{count, plural, other {had}} a User ID, email, or Employee ID that another user now has',
} as const
export type BulkReason = keyof typeof bulkReasons

export const Selection = z.object({
  ids: z.optional(z.array(id).check(z.maxLength(5000, 'Choose at most 5,000 users, or all matching users'))),
  all: z.optional(z.boolean()),
  // Strict: ignoring an unknown filter would affect more users than intended
  filter: z.optional(
    z.strictObject({ ...UserFilter.shape, search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
  ),
  except: z.optional(z.array(id).check(z.maxLength(5000))),
})
export type Selection = z.output<typeof Selection>

const Targeted = z.extend(Selection, {
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
    summary: "Preview a bulk action on users, with the users it can't apply to and why; changes nothing",
    input: z.extend(Targeted, { act: z.enum(bulkActs) }),
    reply: z.extend(RunPreview, {
      /** API keys that stop working because the affected users keep them: the first twenty names. */
      apiKeys: z.array(z.string()),
    }),
    may: 'users.write',
    unconfirmed: 'looks',
    fails: ['not-found', 'imported-read-only', 'rule-decides'],
    bodyLimit: 512 * 1024,
  }),
  activateOne: put(`${prefix}/activeToken`, { summary: 'Activate a user', spec: 'admin-tokens.activate', ...oneUser }),
  deactivateOne: put(`${prefix}/deActiveToken`, {
    summary: 'Deactivate a user',
    spec: 'admin-tokens.deactivate',
    ...oneUser,
  }),
  suspendOne: put(`${prefix}/suspendToken`, { summary: 'Suspend a user', unconfirmed: 'takes-away', ...oneUser }),
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
    summary: 'Resend activation emails to several users',
    spec: 'admin-tokens.send-verify-many',
    input: Selection,
    ...begins,
  }),
  restore: post(`${prefix}/restoreMany`, {
    summary: 'Restore several deleted users',
    input: Selection,
    ...begins,
  }),
  addToGroup: post(`${prefix}/addToGroup`, {
    summary: 'Add several users to a group',
    input: z.extend(Selection, { target: id }),
    ...begins,
    fails: ['not-found', 'imported-read-only', 'rule-decides'],
  }),
  addToUnit: post(`${prefix}/addToUnit`, {
    summary: 'Add several users to an organization unit',
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
