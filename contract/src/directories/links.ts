import * as z from 'zod/mini'
import { feature, get, post } from '../platform/endpoint.ts'
import { Done, id, instant } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'

/** Why a change from a directory was not applied, or only in part. */
export const appliedReasons = {
  clash: 'Another user here has the same User ID, email, or Employee ID. Resolve the conflict under Conflicts.',
  'other-directory': 'This user comes from another directory',
  'no-user-id':
    'The directory sent no valid user ID. New users get the external ID, and existing users keep their user ID',
  'no-name': 'The directory sent no name',
  'invalid-email': "The email isn't valid, so the user is stored without an email",
  'email-shared': 'Another user has this email, so the user is stored without an email',
  'user-id-shared':
    'Another user has this User ID, so a new user gets the external ID, and an existing user keeps the User ID',
  'employee-id-shared': 'Another user has this Employee ID, so the user is stored without it',
  'too-long': 'A value is too long, so it is stored shortened or left out',
  taken: 'Another user has this User ID, email, or Employee ID',
  'of-rank': "This user has a role, and this directory can't change or suspend users with a role",
  'above-approver': 'This user has a higher role than the owner who approved the directory',
  'address-of-rank': 'Only administrators can change their own email address',
  'last-owner': "The last owner can't be removed",
  'role-not-approved': "The directory isn't allowed to assign this role",
  'state-not-stated': "The directory didn't say whether the account is enabled, so access stays as it is",
  'roles-not-stated': "The directory didn't send the user's roles, so the role stays as it is",
  'mode-new': "This connection doesn't update existing users",
  'mode-existing': "This connection doesn't add new users",
  'deleted-here': 'An administrator deleted this user',
  'not-approved': 'No owner currently approves the access of this directory',
  'group-name-taken': 'Another group has this name',
  'no-group': "The group itself couldn't be imported",
  'members-hidden': "The account can't read the members of this group, so they don't change",
  'above-you': 'This user has a higher role than you',
  'changed-since': 'This was changed in the meantime',
  'not-undone': "This can't be undone",
  unknown: "The directory doesn't know this user",
  stopped: 'The run was stopped before this item',
  failed: 'Not processed because of an error on our side',
} as const
export type AppliedReason = keyof typeof appliedReasons

export const MatchConflict = z.object({
  connection: z.string(),
  connectionName: z.string(),
  anchor: z.string(),
  because: z.enum(['immutable-id', 'user-id', 'email', 'employee-id']),
  told: z.array(z.object({ field: z.string(), value: z.string() })),
  user: z.object({
    id: z.string(),
    name: z.string(),
    userId: z.string(),
    email: z.nullable(z.string()),
    ofRank: z.boolean(),
  }),
  foundAt: instant,
  /** An administrator keeps both users separate, or unlinked them. */
  apart: z.boolean(),
})
export type MatchConflict = z.output<typeof MatchConflict>

const Keeper = z.object({
  connection: z.string(),
  name: z.string(),
  /** R194: 1 Entra ID, 2 Okta, 6 LDAP; 7 SCIM. */
  type: z.int(),
  leftAt: z.nullable(instant),
})
export type Keeper = z.output<typeof Keeper>

const prefix = '/administrator/directories/clashes'
const which = z.object({ connection: id, anchor: z.string().check(z.minLength(1), z.maxLength(256)) })

export const links = feature('links', ['connections', 'users', 'groups'], {
  clashes: get(prefix, {
    summary: 'List directory users that look like existing users, or those that are kept separate from them',
    input: z.extend(Page, { connection: z.optional(id), apart: z._default(z.enum(['true', 'false']), 'false') }),
    reply: pageOf(MatchConflict),
    may: 'directories.read',
  }),
  keeper: get('/administrator/directories/people/{userId}', {
    summary:
      'Get the directory that leads for a user, so that its fields are read-only, and further directories of the user; null for locally managed users',
    input: z.object({ userId: id }),
    reply: z.object({ keeper: z.nullable(Keeper), others: z.array(Keeper) }),
    may: 'users.read',
    fails: ['not-found'],
  }),
  link: post(`${prefix}/link`, {
    summary: 'Link a directory user to an existing user',
    input: which,
    reply: Done,
    may: 'directories.write',
    fresh: true,
    fails: ['not-found', 'above-you', 'directory-off', 'not-approved', 'kept-elsewhere'],
  }),
  linkGroups: post('/administrator/directories/groups/link', {
    summary: 'Link groups of two directories that mean the same: the other group becomes this one',
    input: z.object({ group: id, other: id }),
    reply: Done,
    may: 'directories.write',
    fresh: true,
    fails: ['not-found', 'above-you', 'groups-not-linkable', 'group-in-use'],
  }),
  unlink: post('/administrator/directories/unlink', {
    summary: 'Unlink a user or a group from a directory, which then no longer changes it',
    input: z.object({ what: z.enum(['user', 'group']), id, connection: id }),
    reply: Done,
    may: 'directories.write',
    fresh: true,
    fails: ['not-found', 'above-you', 'not-unlinkable'],
  }),
  apart: post(`${prefix}/apart`, {
    summary: 'Keep a directory user and an existing user separate while both share a User ID, email, or Employee ID',
    input: which,
    reply: Done,
    may: 'directories.write',
    fails: ['not-found'],
  }),
})
