import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, listOf } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'

// A shared account is a user whose passkeys others use with their own cards. Only passkeys stored on the server can
// be shared: those on a phone or inside a hardware key never leave it.

const most = 1000
const Person = z.object({ id: z.string(), name: z.string(), userId: z.string() })

export const Share = z.object({
  id: z.string(),
  account: Person,
  user: z.nullable(Person),
  group: z.nullable(z.object({ id: z.string(), name: z.string() })),
  madeBy: z.string(),
  createdAt: instant,
  /** False while it opens nothing: the account has a role that the maker of the share could not act on now. */
  opens: z.boolean(),
})
export type Share = z.output<typeof Share>

const SharedWith = z.extend(Person, { shareId: z.string(), cards: z.int() })
const SharedGroup = z.object({ shareId: z.string(), id: z.string(), name: z.string() })
export const OpenedAccount = z.extend(Person, {
  own: z.boolean(),
  isDefault: z.boolean(),
})
export type OpenedAccount = z.output<typeof OpenedAccount>

const SharedPasskey = z.object({
  id: z.string(),
  site: z.string(),
  userName: z.nullable(z.string()),
  account: Person,
  lastUsedAt: z.nullable(instant),
})

const one = z.object({ id })
const shares = '/administrator/tokens/share'
const ofUser = '/administrator/tokens/{id}'
const shared = `${ofUser}/shared-tokens`

export const sharing = feature('sharing', ['security-keys'], {
  userIds: get('/administrator/tokens/ids/shared-tokens', {
    summary: 'List users an account can be shared with, at most 50 matches',
    spec: 'shared.token-ids',
    input: z.object({ search: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    reply: z.object({ items: z.array(z.extend(Person, { email: z.nullable(z.string()) })) }),
    may: 'keys.read',
  }),
  groupIds: get('/administrator/groups/ids/shared-tokens/{id}', {
    summary: 'List groups this account is not shared with yet',
    spec: 'shared.group-ids',
    input: one,
    reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
    may: 'keys.read',
    fails: ['not-found'],
  }),
  list: get(shares, {
    summary: 'List all account shares',
    spec: 'shared.share-list',
    input: Page,
    reply: pageOf(Share),
    may: 'keys.read',
  }),
  remove: del(shares, {
    summary: 'Remove a share',
    spec: 'shared.share-delete',
    input: one,
    reply: Done,
    may: 'keys.write',
    unconfirmed: 'takes-away',
    fails: ['not-found', 'above-you'],
  }),
  removeMany: del(`${shares}/deleteMany`, {
    summary: 'Remove several shares',
    spec: 'shared.share-delete-many',
    input: z.object({ ids: listOf(id, most) }),
    reply: z.object({ removed: z.int() }),
    may: 'keys.write',
    fails: ['above-you'],
  }),
  add: post(shared, {
    summary: 'Share the account of a user with users and groups',
    spec: 'shared.token-add',
    input: z.object({
      id,
      users: z._default(z.array(id).check(z.maxLength(most)), []),
      groups: z._default(z.array(id).check(z.maxLength(most)), []),
    }),
    reply: z.object({ added: z.int(), already: z.int() }),
    may: 'keys.write',
    fresh: true,
    fails: ['not-found', 'above-you', 'members-not-by-hand'],
  }),
  take: del(shared, {
    summary: 'Stop sharing an account with users and groups',
    spec: 'shared.token-remove',
    input: z.object({ id, users: z.optional(listOf(id, most)), groups: z.optional(listOf(id, most)) }),
    reply: z.object({ removed: z.int() }),
    may: 'keys.write',
    fails: ['not-found', 'above-you'],
  }),
  accounts: get(shared, {
    summary: "List accounts a user's cards give access to, the user's own account first",
    input: one,
    reply: z.object({ items: z.array(OpenedAccount) }),
    may: 'keys.read',
    fails: ['not-found'],
  }),
  with: get(`${ofUser}/shared-with`, {
    summary: 'List users an account is shared with',
    spec: 'shared.with',
    input: one,
    reply: z.object({ items: z.array(SharedWith) }),
    may: 'keys.read',
    fails: ['not-found'],
  }),
  groups: get(`${ofUser}/shared-groups`, {
    summary: 'List groups an account is shared with',
    spec: 'shared.groups',
    input: one,
    reply: z.object({ items: z.array(SharedGroup) }),
    may: 'keys.read',
    fails: ['not-found'],
  }),
  passkeys: get(`${ofUser}/shared-passkeys`, {
    summary: 'List passkeys shared with a user: server-side passkeys of the shared accounts',
    spec: 'shared.passkeys',
    input: one,
    reply: z.object({ items: z.array(SharedPasskey) }),
    may: 'keys.read',
    fails: ['not-found'],
  }),
  count: get(`${shared}/count`, {
    summary: "Count accounts shared with a user, and the users and groups the user's own account is shared with",
    spec: 'shared.count',
    input: one,
    reply: z.object({ count: z.int(), sharedWith: z.int() }),
    may: 'keys.read',
    fails: ['not-found'],
  }),
  makeDefault: put(`${shared}/default`, {
    summary: "Set the account a user's cards open by default; null is the user's own account",
    spec: 'shared.default',
    input: z.object({ id, accountId: z.nullable(id) }),
    reply: Done,
    may: 'keys.write',
    fails: ['not-found', 'above-you'],
  }),
})
