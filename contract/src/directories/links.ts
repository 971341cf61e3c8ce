import * as z from 'zod/mini'
import { feature, get, post } from '../ground/endpoint.ts'
import { Done, id, instant } from '../ground/fields.ts'
import { Page, pageOf } from '../ground/page.ts'

/** Why something of a directory was not applied, or not all of it. */
export const appliedReasons = {
  clash: 'Somebody here has the same User ID, email or Employee ID. Say who is who in the list of clashes',
  'other-directory': 'This person comes from another directory',
  'no-user-id': 'The directory says no User ID',
  'no-name': 'The directory says no name',
  'invalid-email': 'The email is not valid',
  'too-long': 'A value is too long',
  taken: 'Another user has this User ID, email or Employee ID',
  'of-rank': 'This person has a role here, and this directory may not change or suspend people of rank',
  'above-approver': 'This person stands above the owner who approved the directory',
  'address-of-rank': 'The address of somebody with a role is changed by nobody but them',
  'last-owner': 'The last owner stays',
  'role-not-approved': 'The directory may not give this role',
  'mode-new': 'People who are here already stay as they are',
  'mode-existing': 'Nobody new is added',
  'deleted-here': 'An administrator deleted this person here',
  'not-approved': 'No owner approves any more how far this directory reaches',
  'group-name-taken': 'Another group has this name',
  'no-group': 'The group itself could not be taken in',
  'members-hidden': 'The account may not read who is in this group, so its members stay as they are',
  'above-you': 'This person stands above you',
  'changed-since': 'Somebody changed this since',
  'not-undone': 'This cannot be taken back',
  unknown: 'The directory does not know this person',
  stopped: 'Not reached before the run was stopped',
  failed: 'Not reached: something went wrong on our side',
} as const
export type AppliedReason = keyof typeof appliedReasons

/** Somebody of a directory who looks like somebody who is here. */
export const Clash = z.object({
  connection: z.string(),
  connectionName: z.string(),
  anchor: z.string(),
  because: z.enum(['user-id', 'email', 'employee-id']),
  /** What the directory says of them. */
  told: z.array(z.object({ field: z.string(), value: z.string() })),
  user: z.object({
    id: z.string(),
    name: z.string(),
    userId: z.string(),
    email: z.nullable(z.string()),
    /** They hold a role here. */
    ofRank: z.boolean(),
  }),
  foundAt: instant,
})
export type Clash = z.output<typeof Clash>

/** Which directory keeps a user. */
const Keeper = z.object({
  connection: z.string(),
  name: z.string(),
  /** R194: 1 Entra ID, 2 Okta, 6 LDAP; 7 SCIM. */
  type: z.int(),
  /** They left there then. */
  leftAt: z.nullable(instant),
})

const prefix = '/administrator/directories/clashes'
const which = z.object({ connection: id, anchor: z.string().check(z.minLength(1), z.maxLength(256)) })

export const links = feature('links', ['connections', 'users'], {
  clashes: get(prefix, {
    summary: 'People of directories who look like somebody who is here, until it is said who is who',
    input: z.extend(Page, { connection: z.optional(id) }),
    reply: pageOf(Clash),
    may: 'directories.read',
  }),
  keeper: get('/administrator/directories/people/{userId}', {
    summary:
      'Which directory keeps a user, so that the fields it fills are read-only here; null for whoever is kept here',
    input: z.object({ userId: id }),
    reply: z.object({ keeper: z.nullable(Keeper) }),
    may: 'users.read',
    fails: ['not-found'],
  }),
  link: post(`${prefix}/link`, {
    summary: 'Say that two are one: the directory keeps that person from now on',
    input: which,
    reply: Done,
    may: 'directories.write',
    fresh: true,
    fails: ['not-found', 'above-you', 'directory-off', 'not-approved', 'kept-elsewhere'],
  }),
  apart: post(`${prefix}/apart`, {
    summary:
      'Say that two are two: the directory does not bring that person while both have the same User ID, email or Employee ID',
    input: which,
    reply: Done,
    may: 'directories.write',
    fails: ['not-found'],
  }),
})
