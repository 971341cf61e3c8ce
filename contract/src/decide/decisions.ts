import * as z from 'zod/mini'
import { id, instant } from '../ground/fields.ts'
import { Circle, PolicyAction, PolicyContent, WayIn, type ConditionName } from './policy-content.ts'

/** A place on the map. */
export const Position = z.omit(Circle, { radius: true, label: true })

/** What policies can ask for; null is not known. */
export const Facts = z.object({
  /** Who taps or approves. */
  user: z.nullable(id),
  groups: z.array(id).check(z.maxLength(5000)),
  units: z.array(id).check(z.maxLength(5000)),
  /** Whose account is opened. */
  account: z.nullable(id),
  key: z.nullable(id),
  keyKind: z.nullable(z.int()),
  /** How the person came in; a key that is used is itself a way in. */
  way: z.nullable(WayIn),
  /** Model of a hardware key, its AAGUID. */
  model: z.nullable(z.string().check(z.maxLength(36))),
  /** Relying party, in punycode. */
  rp: z.nullable(z.string().check(z.maxLength(253))),
  /** Application that is served from here. */
  app: z.nullable(id),
  /** Address of the computer; no port, no zone. */
  ip: z.nullable(z.string().check(z.maxLength(45))),
  device: z.nullable(id),
  deviceGroups: z.array(id).check(z.maxLength(5000)),
  at: instant,
  /** ISO 3166-1 alpha-2. */
  country: z.nullable(z.string().check(z.maxLength(2))),
  position: z.nullable(Position),
  /** Was the holder verified, by PIN or as the key does it? */
  verified: z.nullable(z.boolean()),
  /** When the person signed in. */
  signedInAt: z.nullable(instant),
})
export type Facts = z.output<typeof Facts>

/** Facts of which none is known but the time. */
export const nothingKnown: Omit<Facts, 'at'> = {
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

/** How one condition of a policy stood; `unknown` says that the fact was not known, and `met` what that counted as. */
export const ConditionStep = z.object({
  condition: z.enum(everyCondition),
  met: z.boolean(),
  unknown: z.boolean(),
})
export type ConditionStep = z.output<typeof ConditionStep>

export const everyDemand = ['pin', 'models', 'withinMinutes'] as const
export type DemandName = (typeof everyDemand)[number]

/** A policy that was looked at: the conditions it fills in, as far as they were looked at. */
export const PolicyStep = z.object({
  policy: z.string(),
  version: z.int(),
  name: z.string(),
  priority: z.int(),
  action: PolicyAction,
  reportOnly: z.boolean(),
  applies: z.boolean(),
  conditions: z.array(ConditionStep),
  /** What it asked for then, so that a condition that failed can be told in words. */
  content: z.optional(PolicyContent),
})
export type PolicyStep = z.output<typeof PolicyStep>

/** What was decided, and by which policy; null is the default policy. */
export const Verdict = z.object({
  allowed: z.boolean(),
  policy: z.nullable(z.string()),
  version: z.int(),
  /** Of all policies and lists together, as they stood then. */
  set: z.int(),
  /** What is still to be brought; then it is not allowed yet. */
  unmet: z.array(z.enum(everyDemand)),
  /** Report-only policies that would have refused. */
  wouldRefuse: z.array(z.string()),
})
export type Verdict = z.output<typeof Verdict>

/** A verdict with every policy that was looked at, in their order. */
export const Explanation = z.extend(Verdict, { steps: z.array(PolicyStep) })
export type Explanation = z.output<typeof Explanation>
