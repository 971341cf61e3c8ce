import * as z from 'zod/mini'
import { Explanation, Facts } from '../decide/decisions.ts'
import { PolicyContent, policyActions } from '../decide/policy-content.ts'
import { feature, get, post } from '../platform/endpoint.ts'
import { id, instant, listOf, whole } from '../platform/fields.ts'

const Asked = z.partial(z.omit(Facts, { absent: true }))
export type SimulationQuestion = z.output<typeof Asked>

/** An unspecified fact, and the values used by policies for which the result would differ. */
const Open = z.object({
  fact: z.string(),
  values: z.array(z.object({ value: z.string(), name: z.string(), allowed: z.boolean() })),
})

const Named = z.object({ id: z.string(), name: z.string() })

/** A draft policy; `_id` null creates one, `content` null deletes it. */
const Draft = z.object({ _id: z.nullable(id), content: z.nullable(PolicyContent) })
const drafts = z.array(Draft).check(z.maxLength(50))
const defaultAction = z.optional(z.union([z.literal(policyActions.block), z.literal(policyActions.allow)]))

const Warning = z.object({
  kind: z.enum([
    'covered',
    'contradicts',
    'everybody',
    'empty-list',
    'overlaps',
    'unknown-passes',
    'no-location',
    'not-here',
  ]),
  /** The condition that the warning concerns; null for the whole policy. */
  condition: z.nullable(z.string()),
  other: z.nullable(Named),
  says: z.string(),
})
export type Warning = z.output<typeof Warning>

const LockedOut = z.object({
  user: z.string(),
  name: z.string(),
  loses: z.array(z.string()),
})

/** Users who have access now and would lose it, with any of their keys; users without a key, with any other method. */
const LostAccess = z.object({
  /** Users who lose the sign-in page or an application, each once. */
  users: z.int(),
  signInPage: z.int(),
  /** Applications that users lose, those with the most users first. */
  applications: z.array(z.object({ id: z.string(), name: z.string(), users: z.int() })),
  otherApplications: z.int(),
  /** Counted exactly; otherwise the numbers are a minimum. */
  complete: z.boolean(),
})

const Replay = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  days: z.int(),
  total: z.int(),
  looked: z.int(),
  nowRefused: z.int(),
  nowAllowed: z.int(),
  undecidable: z.int(),
  same: z.int(),
  byPerson: z.array(z.object({ id: z.nullable(z.string()), name: z.string(), events: z.int() })),
  bySite: z.array(z.object({ site: z.string(), events: z.int() })),
  byHour: z.array(z.int()),
  sample: z.array(
    z.object({
      activity: z.string(),
      at: instant,
      person: z.string(),
      site: z.nullable(z.string()),
      was: z.boolean(),
      would: z.boolean(),
    }),
  ),
})
export type Replay = z.output<typeof Replay>

/** Why a user can or can't use an application or site now. */
export const accessReasons = ['allowed', 'inactive', 'no-key', 'not-assigned', 'policy', 'requirements'] as const

const AccessRow = z.object({
  /** ID of the application; null for a site. */
  application: z.nullable(z.string()),
  name: z.string(),
  reason: z.enum(accessReasons),
  /** Policy that decided; null for the default policy, and without a decision. */
  policy: z.nullable(Named),
})

const prefix = '/administrator/policies'

export const simulations = feature('simulations', {
  simulate: post(`${prefix}/simulate`, {
    summary: 'Simulate whether a user can use a key; returns every evaluated policy',
    input: z.object({ facts: Asked, drafts: z._default(drafts, []), defaultAction }),
    /** `exempt`: policies would block this administrator, but never do so at this entry point. */
    reply: z.extend(Explanation, { exempt: z.boolean(), names: z.array(Named), open: z.array(Open) }),
    may: 'policies.read',
    unconfirmed: 'looks',
    bodyLimit: 1024 * 1024,
    silent: 'only reads',
    fails: ['not-found'],
  }),
  accessOf: get('/administrator/tokens/{id}/access', {
    summary: 'List which applications and sites a user can use now, with their default key, and why not',
    input: z.object({ id }),
    reply: z.object({ key: z.nullable(Named), items: z.array(AccessRow) }),
    may: 'policies.read',
    fails: ['not-found'],
  }),
  factsOf: get(`${prefix}/simulate/facts/{activity}`, {
    summary: 'Get the facts of a logged use for the simulator',
    input: z.object({ activity: id }),
    reply: z.object({ facts: Asked, names: z.array(Named) }),
    may: 'policies.read',
    fails: ['not-found'],
  }),
  check: post(`${prefix}/check`, {
    summary: 'Analyze a policy draft: warnings, affected users, and users who would lose access',
    input: z.object({ drafts, defaultAction }),
    reply: z.object({
      warnings: z.array(Warning),
      touches: z.object({ users: z.int(), keys: z.int() }),
      lockedOut: z.array(LockedOut),
      /** No owner would keep access: saving is refused. */
      refused: z.boolean(),
      lostAccess: LostAccess,
    }),
    may: 'policies.read',
    unconfirmed: 'looks',
    bodyLimit: 1024 * 1024,
    silent: 'only reads',
  }),
  replay: post(`${prefix}/replay`, {
    summary: 'Start a replay of recent uses against changed policies; it continues in the background',
    input: z.object({ drafts, defaultAction, days: whole(1, 90) }),
    reply: Replay,
    may: 'policies.read',
    unconfirmed: 'looks',
    bodyLimit: 1024 * 1024,
    silent: 'only reads',
    fails: ['not-found'],
  }),
  replayed: get(`${prefix}/replay/{id}`, {
    summary: 'Get the progress and results of a replay',
    input: z.object({ id }),
    reply: Replay,
    may: 'policies.read',
    fails: ['not-found'],
  }),
  cancelReplay: post(`${prefix}/replay/{id}/cancel`, {
    summary: 'Stop a replay; its results are kept',
    input: z.object({ id }),
    reply: Replay,
    may: 'policies.read',
    unconfirmed: 'stops',
    silent: 'only reads',
    fails: ['not-found'],
  }),
  named: get(`${prefix}/names`, {
    summary: 'Resolve IDs of users, groups, units, devices, keys, and applications to names',
    input: z.object({ ids: listOf(id, 200) }),
    reply: z.object({ items: z.array(Named) }),
    may: 'policies.read',
  }),
})
