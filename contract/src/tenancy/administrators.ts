import * as z from 'zod/mini'
import { feature, del, get, post, put } from '../ground/endpoint.ts'
import { Done, id, instant, listOf, Nothing, whole } from '../ground/fields.ts'
import { messages } from '../ground/messages.ts'
import { roleAliases } from '../ground/permissions.ts'
import { Page, pageOf } from '../ground/page.ts'

/** 1 acts for the whole company, 2 for the people of some organization units. */
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
})
export type Administrator = z.output<typeof Administrator>

/** A role as a number, as text, or by its older name. */
export const roleFrom = (lowest: number, known: RegExp) =>
  z.pipe(
    z.union(
      [z.int(), z.string().check(z.maxLength(20), z.regex(known, messages['required.role']))],
      messages['required.role'],
    ),
    z.pipe(
      z.transform((given: number | string) => roleAliases[String(given).toLowerCase()] ?? Number(given)),
      z.int().check(z.gte(lowest), z.lte(5)),
    ),
  )
const Role = roleFrom(1, /^(?:[1-5]|owner|contributor)$/i)

export const extraPermissions = z.optional(
  z.array(whole(1, 4)).check(z.minLength(1, messages['required.permission']), z.maxLength(4)),
)

/** Role 1–5; additional permissions 1–4 widen role 3 and below, and left out there are none. */
const Rights = { role: Role, additionalPermissions: extraPermissions }

export const Picked = z.object({ id: z.string(), name: z.string(), userId: z.string(), email: z.nullable(z.string()) })
const Named = z.object({ id: z.string(), name: z.string() })

/** An owner who wants to hand the workspace over, and to whom. */
export const OwnerChange = z.object({ from: Named, to: Named, toMe: z.boolean(), endsAt: instant })
export type OwnerChange = z.output<typeof OwnerChange>

const home = '/administrator/workspace/administrators'

export const administrators = feature('administrators', ['account', 'users'], {
  list: get(home, {
    summary: 'Administrators of the workspace with role and additional permissions',
    spec: 'workspace-admin.admins-list',
    input: z.extend(Page, {
      sort: z.optional(z.enum(['name', 'role', 'lastSignIn', 'created'])),
      role: z.optional(whole(1, 5)),
    }),
    reply: pageOf(Administrator),
    may: 'admins.read',
  }),
  create: post(home, {
    summary: 'Make users administrators',
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
    summary: "Change an administrator's role and additional permissions",
    spec: 'workspace-admin.admins-update',
    input: z.object({ id, ...Rights }),
    reply: Administrator,
    may: 'admins.write',
    fresh: true,
    fails: ['not-found', 'own-role', 'beyond-own', 'above-you', 'last-owner'],
  }),
  remove: del(home, {
    summary: 'Take the role from administrators; they stay users',
    spec: 'workspace-admin.admins-delete',
    input: z.object({ ids: listOf(id, 100) }),
    reply: Done,
    may: 'admins.write',
    fails: ['not-found', 'own-role', 'above-you', 'last-owner'],
  }),
  candidates: get('/administrator/workspace/non-admins', {
    summary: 'Users who are not administrators, for the picker; at most 50 matches',
    spec: 'workspace-admin.non-admins',
    input: z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    reply: z.object({ items: z.array(Picked) }),
    may: 'admins.write',
  }),
  activeUsers: get('/administrator/workspace/activeUsers', {
    summary: 'Active users of the workspace, who signed in last first',
    spec: 'workspace-admin.active-users',
    input: z.extend(Page, {
      sort: z.optional(z.enum(['lastSignIn'])),
      order: z._default(z.enum(['asc', 'desc']), 'desc'),
    }),
    reply: pageOf(z.extend(Picked, { lastSignInAt: z.nullable(instant) })),
    may: 'users.read',
  }),
  askOwner: post('/administrator/workspace/owner', {
    summary: 'Offer the workspace to another user, who has a week to accept',
    input: z.object({ id }),
    reply: OwnerChange,
    may: 'workspace.transfer',
    fresh: true,
    fails: ['not-found', 'own-role', 'no-email', 'change-refused'],
  }),
  pendingOwner: get('/administrator/workspace/owner', {
    summary: 'The offer that waits, for administrators and whoever it was made to',
    input: Nothing,
    reply: z.object({ change: z.nullable(OwnerChange) }),
    may: 'self',
  }),
  answerOwner: put('/administrator/workspace/owner', {
    summary: 'Accept or decline the workspace; the former owner becomes an administrator',
    input: z.object({ accept: z.boolean() }),
    reply: Done,
    may: 'self',
    unconfirmed: 'asks-itself',
    fails: ['offer-over', 'verify-first'],
  }),
  answerForSiteAdmin: post('/administrator/answerForSiteAdmin', {
    summary: 'Accept or decline becoming the owner: the same answer in the words of the administrator area',
    spec: 'workspace-admin.answer-for-site-admin',
    input: z.object({ answer: z.enum(['accept', 'decline']) }),
    reply: Done,
    may: 'self',
    unconfirmed: 'asks-itself',
    fails: ['offer-over', 'verify-first'],
  }),
  withdrawOwner: del('/administrator/workspace/owner', {
    summary: 'Withdraw the offer of the workspace',
    input: Nothing,
    reply: Done,
    may: 'workspace.transfer',
    fails: ['offer-over'],
  }),
})
