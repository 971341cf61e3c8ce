import * as z from 'zod/mini'
import { feature, get, post, put } from '../platform/endpoint.ts'
import { flag, id, instant, Nothing, whole } from '../platform/fields.ts'
import { Selection } from '../people/bulk-runs.ts'
import { Run, runCalls, RunPreview } from '../work/runs.ts'

// Passkeys for users' accounts at other services, created on the user's card at an administrator's request.

export const onBehalfServices = ['entra', 'okta'] as const
export type OnBehalfService = (typeof onBehalfServices)[number]
export const serviceNames: Readonly<Record<OnBehalfService, string>> = { entra: 'Microsoft', okta: 'Okta' }

/** Why no passkey can be registered; follows a name or a number, so German needs a plural where English does not. */
export const onBehalfReasons = {
  unknown: '{count, plural, one {does} other {do}} not exist in your workspace',
  'above-you': '{count, plural, one {has} other {have}} a higher role than you',
  'own-account': "is your own account; you can't do this for yourself",
  'shut-out': '{count, plural, one {is} other {are}} suspended or deactivated',
  'not-from-there': '{count, plural, one {was} other {were}} not imported from there',
  'whole-workspace': '{count, plural, other {can}} get one only from administrators of the whole workspace',
  already: 'already {count, plural, one {has} other {have}} a passkey there',
  'no-card': '{count, plural, one {has} other {have}} no access card with passkeys stored on this server',
  'no-room': '{count, plural, one {has a full card} other {have full cards}}',
  'cannot-verify': '{count, plural, one {has a card} other {have cards}} without a PIN, but the service requires one',
  'administers-there':
    '{count, plural, one {has} other {have}} administrative roles there. Only an owner who just used a passkey can do this',
  'rank-unknown': "might {count, plural, other {have}} administrative roles there, which the connection can't read",
  'gone-there': 'no longer {count, plural, one {exists} other {exist}} there',
  'not-permitted-there': '{count, plural, other {could}} not get one: the connection lacks the permission there',
  'refused-there': '{count, plural, one {was} other {were}} refused there. See the activity log for the reason',
  'wrong-site': "{count, plural, one {was} other {were}} offered a passkey for a different site than the connection's",
  'away-there': "{count, plural, other {could}} not get one: the service didn't respond",
  busy: '{count, plural, one {is} other {are}} getting one right now',
  stopped: "{count, plural, one {wasn't} other {weren't}} processed before the run was stopped",
  failed: "{count, plural, one {wasn't} other {weren't}} processed because of a server error",
} as const
export type OnBehalfReason = keyof typeof onBehalfReasons

/** States of an automatic registration (R173). */
export const autoStates = { pending: 1, success: 2, error: 3, noResults: 4 } as const

const service = z.enum(onBehalfServices, 'Choose entra or okta')

const Registered = z.object({
  id: z.string(),
  service,
  securityKeyName: z.string(),
  by: z.string(),
  at: instant,
})

const Standing = z.object({
  service,
  connected: z.boolean(),
  passkey: z.nullable(Registered),
  reason: z.nullable(z.string()),
})
export type PasskeyStanding = z.output<typeof Standing>

const Asked = z.extend(Selection, { service })
export type OnBehalfRequest = z.output<typeof Asked>

const registering = {
  input: z.object({ userId: id }),
  reply: Registered,
  may: 'keys.write',
  fresh: true,
  fails: ['not-found', 'above-you', 'on-behalf-refused', 'directory-away'],
} as const

export const tapMinutes = { min: 10, max: 43_200 } as const

const Tap = z.object({
  exists: z.boolean(),
  usable: z.boolean(),
  oneTime: z.boolean(),
  startsAt: z.nullable(instant),
  endsAt: z.nullable(instant),
  /** The tenant's policy; null if the connection can't read it. */
  policy: z.nullable(z.object({ min: z.int(), max: z.int(), usual: z.int(), oneTimeOnly: z.boolean() })),
})
export type Tap = z.output<typeof Tap>

const Row = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  key: z.nullable(z.string()),
  done: z.nullable(z.boolean()),
  reason: z.nullable(z.string()),
})
export type OnBehalfRow = z.output<typeof Row>

const prefix = '/administrator/directories/on-behalf'
const auto = '/administrator/tokens/azureAutoOBR'
const Auto = z.object({
  state: z.int(),
  /** The run that registered it; null if there was none. */
  run: z.nullable(Run),
})

export const onBehalf = feature('on-behalf', ['security-keys', 'users', 'credentials'], {
  standing: get(`${prefix}/users/{userId}`, {
    summary: 'List the services where a passkey can be registered for a user',
    input: z.object({ userId: id }),
    reply: z.object({ items: z.array(Standing) }),
    may: 'keys.read',
    fails: ['not-found'],
  }),
  entra: post('/administrator/aad/provision/{userId}', {
    summary: "Register a passkey in Entra ID for a user, in the user's access card",
    spec: 'admin-tokens.aad-provision',
    ...registering,
  }),
  okta: post('/administrator/okta/provision/{userId}', {
    summary: "Register a passkey in Okta for a user, in the user's access card",
    spec: 'admin-tokens.okta-provision',
    ...registering,
  }),
  preview: post(`${prefix}/preview`, {
    summary:
      'Preview for which of the selected users a passkey can be registered, with reasons; sends no request to the service',
    input: Asked,
    reply: RunPreview,
    may: 'keys.write',
    unconfirmed: 'looks',
    bodyLimit: 512 * 1024,
  }),
  begin: post(prefix, {
    summary: 'Register passkeys for many users as a run with a result for each',
    input: Asked,
    reply: Run,
    may: 'keys.write',
    fresh: true,
    bodyLimit: 512 * 1024,
  }),
  autoStart: post(auto, {
    summary: 'Start automatic on-behalf registration in Entra ID for selected users or all eligible users',
    spec: 'admin-tokens.auto-obr-start',
    input: Selection,
    reply: Auto,
    may: 'keys.write',
    fresh: true,
    bodyLimit: 512 * 1024,
  }),
  autoState: get(auto, {
    summary: 'Get the status of the automatic on-behalf registration: 1 pending, 2 success, 3 error, 4 no results',
    spec: 'admin-tokens.auto-obr-status',
    input: Nothing,
    reply: Auto,
    may: 'keys.read',
  }),
  tap: get('/administrator/aad/tap/{id}', {
    summary: "Get the status of a user's Temporary Access Pass in Entra ID, without its code",
    spec: 'admin-tokens.tap-get',
    input: z.object({ id }),
    reply: Tap,
    may: 'keys.write',
    fails: ['not-found', 'above-you', 'on-behalf-refused', 'directory-away'],
  }),
  makeTap: put('/administrator/aad/tap/{id}', {
    summary: 'Create a Temporary Access Pass for a user in Entra ID; the code is returned once and not stored',
    spec: 'admin-tokens.tap-create',
    input: z.object({
      id,
      oneTime: z._default(flag, true),
      minutes: z.optional(whole(tapMinutes.min, tapMinutes.max)),
    }),
    reply: z.object({
      code: z.string(),
      oneTime: z.boolean(),
      startsAt: z.nullable(instant),
      endsAt: z.nullable(instant),
      minutes: z.int(),
    }),
    may: 'keys.write',
    fresh: true,
    fails: ['not-found', 'above-you', 'on-behalf-refused', 'directory-away'],
  }),
})

export const onBehalfRuns = feature('on-behalf-runs', ['security-keys', 'users', 'on-behalf'], {
  ...runCalls({ prefix: `${prefix}/runs`, of: 'users', reads: 'keys.read', writes: 'keys.write', row: Row }),
})
