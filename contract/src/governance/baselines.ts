import * as z from 'zod/mini'
import { configurationId } from '../access/self-service-settings.ts'
import { del, feature, get, post } from '../platform/endpoint.ts'
import { Done, flag, id, instant, listOf, lockOutSeen, Nothing, optionalText, text, whole } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Paging, pageOf } from '../platform/page.ts'

/** What a baseline can contain. */
export const baselineParts = [
  'pinPolicy',
  'keyPolicies',
  'accessPolicies',
  'authenticationProfile',
  'cardPages',
] as const
export type BaselinePart = (typeof baselineParts)[number]

export const baselinePartNames = {
  pinPolicy: 'PIN policy',
  keyPolicies: 'Key policies',
  accessPolicies: 'Access policies',
  authenticationProfile: 'Authentication profile',
  cardPages: 'Card pages',
} as const satisfies Record<BaselinePart, string>

export const followStates = { offered: 0, accepted: 1, declined: 2 } as const

export const mostBaselines = 50

const Part = z.enum(baselineParts)

/** A setting that differs from the baseline: its part, the policy or list in it, and the field; null if all of it is missing. */
const Drift = z.object({ part: Part, item: z.nullable(z.string()), field: z.nullable(z.string()) })
export type Drift = z.output<typeof Drift>

const Difference = z.extend(Drift, { baseline: z.unknown(), current: z.unknown() })
export type Difference = z.output<typeof Difference>

const Contents = z.object({ part: Part, items: z.array(z.string()) })

const Baseline = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.int(),
  note: z.string(),
  publishedAt: instant,
  publishedBy: z.string(),
  contents: z.array(Contents),
  /** Customers by state; those with drift have accepted it. */
  customers: z.object({ offered: z.int(), accepted: z.int(), declined: z.int(), drifted: z.int() }),
})
export type Baseline = z.output<typeof Baseline>

/** A customer as its partner sees it here: which fields differ, never their values. */
const Follower = z.object({
  id: z.string(),
  name: z.string(),
  state: z.int(),
  offeredAt: instant,
  version: z.nullable(z.int()),
  acceptedAt: z.nullable(instant),
  /** Parts of the version that the customer chose not to accept. */
  without: z.array(Part),
  drift: z.array(Drift),
  checkedAt: z.nullable(instant),
})
export type Follower = z.output<typeof Follower>

/** A baseline that the caller's partner offered to its workspace. */
const OfferedBaseline = z.object({
  id: z.string(),
  partner: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.int(),
  note: z.string(),
  publishedAt: instant,
  contents: z.array(Contents),
  state: z.int(),
  offeredAt: instant,
  acceptedVersion: z.nullable(z.int()),
  acceptedAt: z.nullable(instant),
  acceptedBy: z.nullable(z.string()),
  drift: z.array(Drift),
})
export type OfferedBaseline = z.output<typeof OfferedBaseline>

const path = '/partner/baselines'
const own = '/administrator/baselines'
const baselineId = id
const named = z.object({ id: z.string(), name: z.string() })

export const baselines = feature('baselines', {
  list: get(path, {
    summary: 'List the baselines of the partner, with the number of customers that accepted them or drifted',
    input: Nothing,
    reply: z.object({ items: z.array(Baseline) }),
    may: 'partner.read',
  }),
  choices: get(`${path}/choices`, {
    summary: "List what the partner's own workspace has that a baseline can contain",
    input: Nothing,
    reply: z.object({
      keyPolicies: z.array(named),
      accessPolicies: z.array(
        z.extend(named, {
          /** False if it names users, groups, devices, or applications, which other workspaces don't have. */
          portable: z.boolean(),
        }),
      ),
      authenticationProfile: z.nullable(z.string()),
      cardPages: z.array(
        z.extend(named, {
          /** False if it verifies users with a provider or an address, which other workspaces don't have. */
          portable: z.boolean(),
        }),
      ),
    }),
    may: 'partner.read',
  }),
  one: get(`${path}/{baselineId}`, {
    summary: 'Get a baseline of the partner',
    input: z.object({ baselineId }),
    reply: Baseline,
    may: 'partner.read',
    fails: ['not-found'],
  }),
  publish: post(path, {
    summary: "Publish settings of the partner's own workspace as a new baseline, or as the next version of one",
    input: z
      .object({
        baselineId: z.optional(baselineId),
        name: text(100, messages['required.name']),
        description: optionalText(500),
        note: optionalText(500),
        pinPolicy: z._default(z.boolean(), false),
        authenticationProfile: z._default(z.boolean(), false),
        keyPolicies: z._default(listOf(id, 100), []),
        accessPolicies: z._default(listOf(id, 100), []),
        /** Addresses of pages; the baseline leaves them out. */
        cardPages: z._default(listOf(configurationId, 50), []),
      })
      .check(
        z.refine(
          of =>
            of.pinPolicy ||
            of.authenticationProfile ||
            [of.keyPolicies, of.accessPolicies, of.cardPages].some(all => all.length > 0),
          { error: 'Choose at least one setting', path: ['pinPolicy'] },
        ),
      ),
    reply: Baseline,
    may: 'partner.write',
    fails: ['not-found', 'baseline-name-taken', 'baseline-not-portable', 'baseline-too-large', 'too-many-baselines'],
  }),
  remove: del(`${path}/{baselineId}`, {
    summary: 'Delete a baseline; its customers keep their settings',
    input: z.object({ baselineId }),
    reply: Done,
    may: 'partner.write',
    fails: ['not-found'],
  }),
  customers: get(`${path}/{baselineId}/customers`, {
    summary: 'List the customers to which a baseline was offered, with the fields that differ from it',
    input: z.extend(Paging, {
      baselineId,
      state: z.optional(whole(0, 2)),
      drifted: z.optional(flag),
      sort: z.optional(z.enum(['drift', 'name'])),
    }),
    reply: pageOf(Follower),
    may: 'partner.read',
    fails: ['not-found'],
  }),
  offer: post(`${path}/{baselineId}/customers`, {
    summary:
      'Offer a baseline to customers, or ask those that drifted to accept it again; their owners are emailed. Without IDs, to all customers',
    input: z.object({ baselineId, customers: z.optional(listOf(id, 200)) }),
    reply: z.object({ offered: z.int() }),
    may: 'partner.write',
    fails: ['not-found'],
  }),
  withdraw: del(`${path}/{baselineId}/customers/{id}`, {
    summary: 'Stop offering a baseline to a customer, which keeps its settings',
    input: z.object({ baselineId, id }),
    reply: Done,
    may: 'partner.write',
    unconfirmed: 'takes-away',
    fails: ['not-found'],
  }),
  ofCustomer: get('/partner/workspaces/{id}/baselines', {
    summary: "List the baselines offered to a customer's workspace, with the fields that differ",
    input: z.object({ id }),
    reply: z.object({ items: z.array(z.extend(Follower, { baseline: named, latest: z.int() })) }),
    may: 'partner.read',
    fails: ['not-found'],
  }),
  offered: get(own, {
    summary: "List the baselines that the workspace's partner offers to it",
    input: Nothing,
    reply: z.object({ items: z.array(OfferedBaseline) }),
    may: 'policies.read',
  }),
  compare: get(`${own}/{id}`, {
    summary:
      'Compare the settings of the workspace with a baseline: what accepting it would change, and what prevents it',
    input: z.object({ id }),
    reply: z.object({
      version: z.int(),
      differences: z.array(Difference),
      obstacles: z.array(z.object({ part: Part, item: z.string(), reason: z.string() })),
    }),
    may: 'policies.read',
    fails: ['not-found'],
  }),
  accept: post(`${own}/{id}/accept`, {
    summary: 'Accept a baseline: changes the settings of the workspace to it. Owners only',
    input: z.object({
      id,
      version: whole(1, 1_000_000),
      /** The whole baseline if omitted. */
      parts: z.optional(listOf(Part, baselineParts.length).check(z.minLength(1, 'Choose at least one setting'))),
      lockOutSeen,
    }),
    reply: OfferedBaseline,
    // Owners have every permission that the changes need
    may: 'workspace.transfer',
    fresh: true,
    fails: ['not-found', 'changed-meanwhile', 'baseline-obstacle', 'owners-locked-out', 'no-owner-left', 'above-you'],
  }),
  decline: post(`${own}/{id}/decline`, {
    summary: 'Decline a baseline, or stop following it; the settings of the workspace stay as they are',
    input: z.object({ id }),
    reply: Done,
    may: 'workspace.transfer',
    fails: ['not-found'],
  }),
})
