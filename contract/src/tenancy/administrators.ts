import * as z from 'zod/mini'
import { feature, del, get, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, listOf, Nothing, whole } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { roleAliases, workspaceRoles } from '../platform/permissions.ts'
import { Page, pageOf } from '../platform/page.ts'

/** 1 for the whole workspace, 2 for the users of some organization units. */
export const administratorTypes = { company: 1, units: 2 } as const

export const Administrator = z.object({
  id: z.string(),
  name: z.string(),
  userId: z.string(),
  email: z.nullable(z.string()),
  role: z.int(),
  additionalPermissions: z.array(z.int()),
  type: z.int(),
  status: z.int(),
  lastSignInAt: z.nullable(instant),
  createdAt: instant,
  /** A pending role. */
  pendingRole: z.nullable(z.int()),
  /** False while the only role is pending. */
  accepted: z.boolean(),
})
export type Administrator = z.output<typeof Administrator>

export const roleFrom = (lowest: number, known: RegExp) =>
  z.pipe(
    z.union(
      [z.int(), z.string().check(z.maxLength(20), z.regex(known, messages['required.role']))],
      messages['required.role'],
    ),
    z.pipe(
      z.transform((given: number | string) => roleAliases[String(given).toLowerCase()] ?? Number(given)),
      z.int().check(z.gte(lowest), z.lte(workspaceRoles.policyAdministrator)),
    ),
  )
const Role = roleFrom(1, /^(?:[1-6]|owner|contributor)$/i)

export const extraPermissions = z.optional(
  z.array(whole(1, 4)).check(z.minLength(1, messages['required.permission']), z.maxLength(4)),
)

/** Role 1–6; additional permissions 1–4 extend role 3 and lower roles; none if omitted. */
const Rights = { role: Role, additionalPermissions: extraPermissions }

export const PickedUser = z.object({
  id: z.string(),
  name: z.string(),
  userId: z.string(),
  email: z.nullable(z.string()),
})
const Named = z.object({ id: z.string(), name: z.string() })

export const OwnerChange = z.object({ from: Named, to: Named, toMe: z.boolean(), endsAt: instant })
export type OwnerChange = z.output<typeof OwnerChange>

const home = '/administrator/workspace/administrators'

/** Something that opens an account and that others placed: who did, where that is known. */
export const PlacedAccess = z.object({
  kind: z.enum(['key', 'passkey', 'share', 'provider', 'delegation', 'password', 'mailbox', 'phone']),
  name: z.string(),
  by: z.nullable(z.string()),
})
export type PlacedAccess = z.output<typeof PlacedAccess>

/** A pending role, and the access that ends when the user accepts it. */
export const PendingRole = z.object({
  role: z.int(),
  additionalPermissions: z.array(z.int()),
  type: z.int(),
  givenBy: z.string(),
  givenAt: instant,
  closes: z.array(PlacedAccess),
})
export type PendingRole = z.output<typeof PendingRole>

/** The user confirms that the email address or phone number belongs to them. */
const Kept = { keepEmail: z.optional(z.boolean()), keepPhone: z.optional(z.boolean()) }
const Closed = z.extend(Done, { closed: z.array(PlacedAccess) })

export const administrators = feature('administrators', ['account', 'users'], {
  list: get(home, {
    summary: 'List the administrators of the workspace with their role and additional permissions',
    spec: 'workspace-admin.admins-list',
    input: z.extend(Page, {
      sort: z.optional(z.enum(['name', 'role', 'lastSignIn', 'created'])),
      role: z.optional(whole(1, workspaceRoles.policyAdministrator)),
    }),
    reply: pageOf(Administrator),
    may: 'admins.read',
  }),
  create: post(home, {
    summary: 'Offer users a role, which each of them has to accept',
    spec: 'workspace-admin.admins-create',
    input: z.object({
      ids: z.array(id).check(z.minLength(1, 'Choose at least one user'), z.maxLength(100)),
      ...Rights,
    }),
    reply: z.object({ items: z.array(Administrator) }),
    may: 'admins.write',
    fresh: true,
    fails: ['not-found', 'already-administrator', 'beyond-own', 'above-you'],
  }),
  update: put(home, {
    summary: "Change an administrator's role and additional permissions; more than before has to be accepted",
    spec: 'workspace-admin.admins-update',
    input: z.object({ id, ...Rights }),
    reply: Administrator,
    may: 'admins.write',
    fresh: true,
    fails: ['not-found', 'own-role', 'beyond-own', 'above-you', 'last-owner'],
  }),
  remove: del(home, {
    summary: 'Take the role from administrators, or withdraw one that waits; they stay users',
    spec: 'workspace-admin.admins-delete',
    input: z.object({ ids: listOf(id, 100) }),
    reply: Done,
    may: 'admins.write',
    fails: ['not-found', 'own-role', 'above-you', 'last-owner'],
  }),
  candidates: get('/administrator/workspace/non-admins', {
    summary: 'List users who are not administrators, for the picker; returns at most 50 matches',
    spec: 'workspace-admin.non-admins',
    input: z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    reply: z.object({ items: z.array(PickedUser) }),
    may: 'admins.write',
  }),
  activeUsers: get('/administrator/workspace/activeUsers', {
    summary: 'List active users of the workspace, by most recent sign-in',
    spec: 'workspace-admin.active-users',
    input: z.extend(Page, {
      sort: z.optional(z.enum(['lastSignIn'])),
      order: z._default(z.enum(['asc', 'desc']), 'desc'),
    }),
    reply: pageOf(z.extend(PickedUser, { lastSignInAt: z.nullable(instant) })),
    may: 'users.read',
  }),
  askOwner: post('/administrator/workspace/owner', {
    summary: 'Offer ownership of the workspace to another user; the offer is valid for 7 days',
    input: z.object({ id }),
    reply: OwnerChange,
    may: 'workspace.transfer',
    fresh: true,
    fails: ['not-found', 'own-role', 'no-email', 'change-refused'],
  }),
  pendingOwner: get('/administrator/workspace/owner', {
    summary: 'Get the pending ownership offer, and a role offered to the calling user',
    input: Nothing,
    reply: z.object({
      change: z.nullable(OwnerChange),
      role: z.nullable(z.object({ role: z.int(), givenBy: z.string() })),
    }),
    may: 'self',
  }),
  answerOwner: put('/administrator/workspace/owner', {
    summary: 'Accept or decline ownership of the workspace; on acceptance, the former owner becomes an administrator',
    input: z.object({ accept: z.boolean(), ...Kept }),
    reply: Closed,
    may: 'self',
    unconfirmed: 'asks-itself',
    fails: ['offer-over', 'verify-first', 'own-passkey'],
  }),
  withdrawOwner: del('/administrator/workspace/owner', {
    summary: 'Withdraw the ownership offer',
    input: Nothing,
    reply: Done,
    may: 'workspace.transfer',
    fails: ['offer-over'],
  }),
  pendingRole: get('/administrator/workspace/pending-role', {
    summary:
      'The role that waits for the user who calls, and what closes when it, or an offered workspace, is accepted',
    input: Nothing,
    reply: z.object({ role: z.nullable(PendingRole), closesForOwnership: z.array(PlacedAccess) }),
    may: 'self',
  }),
  answerRole: put('/administrator/workspace/pending-role', {
    summary: 'Accept or decline a role; accepting closes what others of lower rank placed and ends all sessions',
    input: z.object({ accept: z.boolean(), ...Kept }),
    reply: z.object({ closed: z.array(PlacedAccess) }),
    may: 'self',
    unconfirmed: 'asks-itself',
    fails: ['offer-over', 'verify-first', 'own-passkey'],
  }),
  placedAccess: get(`${home}/{id}/placed-access`, {
    summary: 'What others placed in the account of a user, which closes when a role is accepted',
    input: z.object({ id }),
    reply: z.object({ email: z.nullable(z.string()), items: z.array(PlacedAccess) }),
    may: 'admins.read',
    fails: ['not-found', 'above-you'],
  }),
})
