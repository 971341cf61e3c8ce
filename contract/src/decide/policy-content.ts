import * as z from 'zod/mini'
import { id, listOf, Network, optionalText, text } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { unlessTooBig } from '../platform/limits.ts'

/** Policy actions (specification §4). */
export const policyActions = { block: 0, allow: 1 } as const
export type PolicyAction = (typeof policyActions)[keyof typeof policyActions]
export const PolicyAction = z.union([z.literal(0), z.literal(1)], { error: messages['required.policy-action'] })

/** `off`: not evaluated. `reportOnly`: evaluated and logged without effect. */
export const policyStates = { off: 0, reportOnly: 1, on: 2 } as const
export type PolicyState = (typeof policyStates)[keyof typeof policyStates]
export const PolicyState = z.union([z.literal(0), z.literal(1), z.literal(2)])

/** Types of named lists (specification §3). */
export const listTypes = { ip: 1, device: 2, rp: 3, app: 4, location: 5, time: 6 } as const
export type ListType = (typeof listTypes)[keyof typeof listTypes]

/** Maximum number of items in a condition; larger sets need a named list. */
export const mostOfCondition = 500
export const mostEntries = 10_000

/**
 * Sign-in methods: passkey, access card with or without PIN, approval on a phone, code by email, text message, or
 * call, password, identity provider, or an invitation or recovery link.
 */
export const policySignInMethods = [
  'passkey',
  'badge-pin',
  'badge',
  'phone',
  'code',
  'sms',
  'call',
  'password',
  'external',
  'link',
] as const
export type PolicySignInMethod = (typeof policySignInMethods)[number]
export const PolicySignInMethod = z.enum(policySignInMethods)

export const policySignInMethodNames = {
  passkey: 'Passkey or security key',
  'badge-pin': 'Access card and PIN',
  badge: 'Access card without its PIN',
  phone: 'Approval on a phone',
  code: 'Code by email',
  sms: 'Code by text message',
  call: 'Code by call',
  password: 'Password',
  external: 'External provider',
  link: 'Link by email',
} as const satisfies Record<PolicySignInMethod, string>

/**
 * Authentication strengths that are always there, weakest first. `multi-factor`: a key with its PIN, finger, or face, or a
 * provider that is trusted for it. `phishing-resistant`: a passkey or a card. `hardware-bound`: a passkey that can't be
 * copied.
 */
export const strengthLevels = ['any', 'multi-factor', 'phishing-resistant', 'hardware-bound'] as const
export type StrengthLevel = (typeof strengthLevels)[number]
export const StrengthLevel = z.enum(strengthLevels)

export const strengthLevelNames = {
  any: 'Any sign-in',
  'multi-factor': 'Multi-factor',
  'phishing-resistant': 'Phishing-resistant',
  'hardware-bound': 'Hardware-bound',
} as const satisfies Record<StrengthLevel, string>

/** The ID of an authentication strength: a preset or a custom one. */
export const StrengthRef = z.union([StrengthLevel, id])
export type StrengthRef = z.output<typeof StrengthRef>

export const acrOfStrength = 'urn:claviger:acr:strength:'

const chosen = z._default(listOf(id, mostOfCondition), [])
const lists = z._default(listOf(id, 20), [])
/** Does an unknown fact count as met? Defaults to the safe side: yes for Block, no for Allow. */
const unknown = z.optional(z.boolean())

/** Time of day in 24-hour format; 24:00 only as an end. */
const ofDay = /^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/
const clock = z.string().check(
  z.maxLength(5),
  z.refine(value => ofDay.test(value), 'Enter a time, for example 08:30'),
)

const begin = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, for example 08:30'))

/**
 * Time span on days of the week, 1 Monday to 7 Sunday. A span that ends before it starts continues overnight and
 * belongs to the day on which it starts.
 */
export const TimeSpan = z
  .object({
    days: listOf(z.int().check(z.gte(1), z.lte(7)), 7).check(z.minLength(1, 'Choose at least one day')),
    from: begin,
    to: clock,
  })
  .check(z.refine(({ from, to }) => from !== to, { error: 'The start and end time must differ', path: ['to'] }))
export type TimeSpan = z.output<typeof TimeSpan>

export const Site = z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(253))

/** ISO 3166-1 alpha-2 country code. */
export const Country = z.string().check(z.regex(/^[A-Z]{2}$/, 'Choose a country'))

export const Circle = z.object({
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180)),
  radius: z.number().check(z.gte(10), z.lte(20_000_000)),
  label: z._default(z.string().check(z.maxLength(100)), ''),
})
export type Circle = z.output<typeof Circle>

/** Conditions of a policy: all conditions with values must match; within one condition, any value suffices. */
export const Conditions = z.object({
  users: chosen,
  groups: chosen,
  units: chosen,
  accounts: chosen,
  securityKeyDeviceType: z._default(listOf(z.int().check(z.gte(1), z.lte(5)), 5), []),
  waysIn: z._default(listOf(PolicySignInMethod, policySignInMethods.length), []),
  timeLimits: z._default(z.object({ spans: z._default(z.array(TimeSpan).check(z.maxLength(50)), []), lists }), {
    spans: [],
    lists: [],
  }),
  rpRestriction: z._default(
    z.object({ values: z._default(z.array(Site).check(z.maxLength(mostOfCondition)), []), lists, unknown }),
    { values: [], lists: [] },
  ),
  appRestriction: z._default(z.object({ values: chosen, lists, unknown }), { values: [], lists: [] }),
  ipRestriction: z._default(
    z.object({ values: z._default(z.array(Network).check(z.maxLength(mostOfCondition)), []), lists, unknown }),
    { values: [], lists: [] },
  ),
  locationRestriction: z._default(
    z.object({
      countries: z._default(z.array(Country).check(z.maxLength(250)), []),
      circles: z._default(z.array(Circle).check(z.maxLength(100)), []),
      lists,
      unknown,
    }),
    { countries: [], circles: [], lists: [] },
  ),
  devices: z._default(z.object({ values: chosen, groups: chosen, lists, unknown }), {
    values: [],
    groups: [],
    lists: [],
  }),
})
export type Conditions = z.output<typeof Conditions>
export type ConditionName = keyof Conditions

export const Demands = z.object({
  pin: z._default(z.boolean(), false),
  models: z._default(listOf(id, 100), []),
  withinMinutes: z._default(z.nullable(z.int().check(z.gte(1), z.lte(43_200))), null),
  /** An authentication strength. */
  strength: z.optional(z.nullable(StrengthRef)),
})
export type Demands = z.output<typeof Demands>

export const PolicyContent = z.object({
  name: text(100, messages['required.policy-name']),
  description: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
  /** Smaller numbers come first; priorities are unique (decision G39). */
  priority: z
    .int(unlessTooBig(messages['required.priority']))
    .check(z.gte(1, 'Choose a number from 1 to 1,000,000'), z.lte(1_000_000, 'Choose a number from 1 to 1,000,000')),
  action: PolicyAction,
  state: z._default(PolicyState, policyStates.on),
  zone: z._default(z.string().check(z.minLength(1), z.maxLength(64)), 'UTC'),
  ...Conditions.shape,
  demands: z._default(Demands, { pin: false, models: [], withinMinutes: null }),
})
export type PolicyContent = z.output<typeof PolicyContent>

/**
 * An entry of a named list, in the format of its type: IP address or network, device, site, application, country, or
 * time span such as 1-5 20:00-06:00.
 */
export const ListEntry = z.object({
  value: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  label: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
})
export type ListEntry = z.output<typeof ListEntry>

export const ListContent = z.object({
  name: text(100, messages['required.list-name']),
  description: optionalText(500),
  type: z
    .int(unlessTooBig(messages['required.list-type']))
    .check(z.gte(1, messages['required.list-type']), z.lte(6, messages['required.list-type'])),
  entries: z.array(ListEntry).check(z.maxLength(mostEntries, 'A list can have at most 10,000 entries')),
})
export type ListContent = z.output<typeof ListContent>
