import * as z from 'zod/mini'
import { id, instant } from '../platform/fields.ts'
import { AbsentFacts, EntryPointName } from './entry-points.ts'
import { Circle, PolicyAction, PolicyContent, PolicySignInMethod, type ConditionName } from './policy-content.ts'

export const Position = z.omit(Circle, { radius: true, label: true })

/** Input of policy decisions; null means unknown, unless `absent` says otherwise. */
export const Facts = z.object({
  entry: z.nullable(EntryPointName),
  user: z.nullable(id),
  groups: z.array(id).check(z.maxLength(5000)),
  /** Groups that ended while the user was a member: they still block, and no longer allow. */
  endedGroups: z.optional(z.array(id).check(z.maxLength(5000))),
  units: z.array(id).check(z.maxLength(5000)),
  account: z.nullable(id),
  key: z.nullable(id),
  keyKind: z.nullable(z.int()),
  way: z.nullable(PolicySignInMethod),
  model: z.nullable(z.string().check(z.maxLength(36))),
  rp: z.nullable(z.string().check(z.maxLength(253))),
  app: z.nullable(id),
  ip: z.nullable(z.string().check(z.maxLength(45))),
  device: z.nullable(id),
  deviceGroups: z.array(id).check(z.maxLength(5000)),
  at: instant,
  /** ISO 3166-1 alpha-2. */
  country: z.nullable(z.string().check(z.maxLength(2))),
  position: z.nullable(Position),
  verified: z.nullable(z.boolean()),
  signedInAt: z.nullable(instant),
  /** IDs of the authentication strengths that the sign-in meets; only if a policy requires one. */
  strengths: z.optional(z.array(z.string().check(z.maxLength(36))).check(z.maxLength(60))),
  /** Facts without a value: because there is none, or because the entry point can't provide it. */
  absent: z.optional(AbsentFacts),
})
export type Facts = z.output<typeof Facts>

export const emptyFacts: Omit<Facts, 'at'> = {
  entry: null,
  user: null,
  groups: [],
  units: [],
  account: null,
  key: null,
  keyKind: null,
  way: null,
  model: null,
  rp: null,
  app: null,
  ip: null,
  device: null,
  deviceGroups: [],
  country: null,
  position: null,
  verified: null,
  signedInAt: null,
}

export const everyCondition = [
  'users',
  'groups',
  'units',
  'accounts',
  'securityKeyDeviceType',
  'waysIn',
  'timeLimits',
  'rpRestriction',
  'appRestriction',
  'ipRestriction',
  'locationRestriction',
  'devices',
] as const satisfies readonly ConditionName[]

/**
 * Result of one condition. With `unknown`, `met` is how the unknown fact was counted; with `unknowable`, the fact can't be
 * known at the entry point.
 */
export const ConditionStep = z.object({
  condition: z.enum(everyCondition),
  met: z.boolean(),
  unknown: z.boolean(),
  unknowable: z.boolean(),
})
export type ConditionStep = z.output<typeof ConditionStep>

export const everyDemand = ['pin', 'models', 'withinMinutes', 'strength'] as const
export type DemandName = (typeof everyDemand)[number]

export const PolicyStep = z.object({
  policy: z.string(),
  version: z.int(),
  name: z.string(),
  priority: z.int(),
  action: PolicyAction,
  reportOnly: z.boolean(),
  applies: z.boolean(),
  conditions: z.array(ConditionStep),
  content: z.optional(PolicyContent),
})
export type PolicyStep = z.output<typeof PolicyStep>

/** The decision and the deciding policy; null is the default policy. */
export const Verdict = z.object({
  allowed: z.boolean(),
  policy: z.nullable(z.string()),
  version: z.int(),
  /** Version of all policies and lists together at the time of the decision. */
  set: z.int(),
  /** Unmet requirements; access is not allowed until they are met. */
  unmet: z.array(z.enum(everyDemand)),
  /** Report-only policies that would have refused. */
  wouldRefuse: z.array(z.string()),
})
export type Verdict = z.output<typeof Verdict>

export const Explanation = z.extend(Verdict, { steps: z.array(PolicyStep) })
export type Explanation = z.output<typeof Explanation>
