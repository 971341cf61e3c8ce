import * as z from 'zod/mini'
import { feature, del, get, post, put } from '../platform/endpoint.ts'
import {
  Done,
  email,
  flag,
  id,
  instant,
  listOf,
  nameOrEmpty,
  nameText,
  Nothing,
  optionalName,
  optionalText,
  Phone,
  whole,
  lockOutSeen,
} from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Page, pageOf, Total } from '../platform/page.ts'

/** Computed status of a user (decision G6). */
export const userStatus = {
  notSet: 0,
  newUser: 10,
  active: 20,
  pending: 30,
  noDevice: 31,
  suspended: 40,
  needLicense: 41,
} as const

/** 1 local, otherwise the directory that manages the identity fields, which are read-only here. */
export const userSources = { local: 1, entra: 2, okta: 3, ldap: 4, scim: 5 } as const

/**
 * Shown instead of a PIN that a workflow reads from an attribute: no reply and no export contains the value.
 * Writing this text keeps the PIN, another text replaces it, and an empty one clears it.
 */
export const secretSet = '(set)'

export const Named = z.object({ id: z.string(), name: z.string() })

export const User = z.object({
  id: z.string(),
  userId: z.string(),
  employeeId: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  phoneNumber: z.nullable(z.object({ countryCode: z.string(), mobileNumber: z.string() })),
  status: z.int(),
  source: z.int(),
  keys: z.int(),
  keyKinds: z.array(z.int()),
  groups: z.array(Named),
  organizationUnits: z.array(Named),
  scimAttribute1: z.nullable(z.string()),
  scimAttribute2: z.nullable(z.string()),
  scimAttribute3: z.nullable(z.string()),
  scimAttribute4: z.nullable(z.string()),
  scimAttribute5: z.nullable(z.string()),
  sharesEmail: z.boolean(),
  invitedAt: z.nullable(instant),
  lastSignInAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
})
export type User = z.output<typeof User>

const details = {
  organizationUnits: true,
  source: true,
  phoneNumber: true,
  scimAttribute1: true,
  scimAttribute2: true,
  scimAttribute3: true,
  scimAttribute4: true,
  scimAttribute5: true,
  sharesEmail: true,
  invitedAt: true,
  createdAt: true,
  updatedAt: true,
} as const
/** Fields that the list returns only on request, because their columns are hidden by default or don't exist. */
export const userDetails = Object.keys(details) as (keyof typeof details)[]
export type UserDetail = keyof typeof details

export const ListedUser = z.extend(z.omit(User, details), z.partial(z.pick(User, details)).shape)
export type ListedUser = z.output<typeof ListedUser>

const attribute = optionalText(256)

/** Fields of the user form; `sharesEmail` allows an email that another user already has. */
export const UserInput = z.object({
  userId: nameText(200, messages['required.user-id']),
  employeeId: optionalName(100),
  firstName: nameText(100, messages['required.first-name']),
  /** Empty only if the user has only one name. */
  lastName: nameOrEmpty(100),
  oneName: z.optional(z.boolean()),
  email: email(),
  phoneNumber: z.optional(z.nullable(Phone)),
  groups: z.optional(z.array(id).check(z.maxLength(100))),
  organizationUnits: z.optional(z.array(id).check(z.maxLength(100))),
  scimAttribute1: attribute,
  scimAttribute2: attribute,
  scimAttribute3: attribute,
  scimAttribute4: attribute,
  scimAttribute5: attribute,
  sharesEmail: z.optional(z.boolean()),
})
export type UserInput = z.output<typeof UserInput>

/** Filters of the user list; `status` accepts several, comma-separated in the address. */
export const UserFilter = z.object({
  status: z.optional(listOf(whole(0, 99), 7)),
  group: z.optional(id),
  unit: z.optional(id),
  source: z.optional(whole(1, 9)),
  withoutKey: z.optional(flag),
})
export type UserFilter = z.output<typeof UserFilter>

/** A deleted user, who can be restored until the purge. */
export const BinnedUser = z.object({
  id: z.string(),
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  keys: z.int(),
  deletedAt: instant,
  purgedAt: instant,
})
export type BinnedUser = z.output<typeof BinnedUser>

export const exportFormats = ['csv', 'json'] as const

export const userSorts = ['name', 'userId', 'status', 'employeeId', 'lastSignIn', 'created'] as const

export const users = feature('users', ['statistics', 'account', 'groups', 'addresses'], {
  list: get('/administrator/tokens/v2', {
    summary: 'List users with status and filters; `also` adds fields to each user',
    spec: 'admin-tokens.list',
    input: z.extend(Page, {
      ...UserFilter.shape,
      also: z.optional(listOf(z.enum(userDetails), userDetails.length)),
    }),
    reply: pageOf(ListedUser),
    may: 'users.read',
  }),
  total: get('/administrator/tokens/v2/total', {
    summary: 'Count users that match a search and filters, exact up to 10,000',
    input: z.extend(UserFilter, { search: Page.shape.search }),
    reply: Total,
    may: 'users.read',
  }),
  counts: get('/administrator/tokens/v2/counts', {
    summary: 'Count users by status',
    input: Nothing,
    reply: z.object({ all: z.int(), byStatus: z.array(z.object({ status: z.int(), count: z.int() })) }),
    may: 'users.read',
  }),
  exportAll: get('/administrator/tokens/v2/export', {
    summary: 'Export all users that match the filters as streamed CSV or JSON',
    input: z.extend(UserFilter, {
      search: Page.shape.search,
      sort: z.optional(z.enum(userSorts)),
      order: Page.shape.order,
      format: z._default(z.enum(exportFormats), 'csv'),
    }),
    reply: z.string(),
    may: 'users.read',
    unconfirmed: 'export',
    answers: 'file',
    changes: true,
  }),
  bin: get('/administrator/tokens/bin', {
    summary: 'List users deleted in the last 30 days, newest first',
    input: Page,
    reply: pageOf(BinnedUser),
    may: 'users.read',
  }),
  create: post('/administrator/tokens', {
    summary: 'Create a user; with invite, the activation email is sent immediately',
    spec: 'admin-tokens.create',
    input: z.extend(UserInput, { invite: z.optional(z.boolean()) }),
    reply: User,
    may: 'users.write',
    fails: [
      'identifier-guarded',
      'identifier-taken',
      'not-found',
      'above-you',
      'email-taken',
      'user-id-taken',
      'employee-id-taken',
      'invalid-phone',
      'limits-exceeded',
    ],
  }),
  get: get('/administrator/tokens/{id}', {
    summary: 'Get a user',
    spec: 'admin-tokens.get',
    input: z.object({ id }),
    reply: User,
    may: 'users.read',
    fails: ['not-found'],
  }),
  update: put('/administrator/tokens/{id}', {
    summary:
      'Update a user; updatedAt prevents overwriting newer changes, and a used email changes only after confirmation',
    spec: 'admin-tokens.update',
    input: z.extend(UserInput, { id, updatedAt: z.optional(instant) }),
    reply: User,
    may: 'users.write',
    fails: [
      'identifier-guarded',
      'identifier-taken',
      'not-found',
      'email-taken',
      'user-id-taken',
      'employee-id-taken',
      'invalid-phone',
      'imported-read-only',
      'changed-meanwhile',
      'address-of-rank',
    ],
  }),
  remove: del('/administrator/tokens/{id}', {
    summary: 'Delete a user; can be restored for 30 days',
    spec: 'admin-tokens.delete',
    input: z.object({ id, lockOutSeen }),
    reply: Done,
    may: 'users.write',
    fails: ['not-found', 'own-account', 'last-owner', 'owners-locked-out'],
  }),
  restore: post('/administrator/tokens/{id}/restore', {
    summary: 'Restore a deleted user',
    input: z.object({ id }),
    reply: User,
    may: 'users.write',
    fails: ['not-found', 'email-taken', 'user-id-taken', 'employee-id-taken'],
  }),
  sendVerify: post('/administrator/tokens/sendVerify', {
    summary: 'Send or resend the activation email; users who have or had a key receive a recovery email',
    spec: 'admin-tokens.send-verify',
    input: z.object({ id }),
    reply: Done,
    may: 'users.write',
    fails: ['not-found', 'no-email', 'change-refused', 'code-too-soon'],
  }),
  inviteToRole: post('/administrator/workspace/administrators/{id}/invitation', {
    summary: 'Confirm that a mailbox belongs to a user who is offered a role, and mail the invitation to it',
    input: z.object({ id, email: z.string().check(z.maxLength(254)) }),
    reply: Done,
    may: 'admins.write',
    fresh: true,
    fails: ['not-found', 'above-you', 'no-email', 'change-refused', 'code-too-soon', 'offer-over'],
  }),
  ids: get('/administrator/tokens/ids', {
    summary: 'List user IDs and names for pickers, at most 50 matches',
    spec: 'admin-tokens.ids',
    input: z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    reply: z.object({
      items: z.array(z.object({ id: z.string(), name: z.string(), userId: z.string(), email: z.nullable(z.string()) })),
    }),
    may: 'users.read',
  }),
})
