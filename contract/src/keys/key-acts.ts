import * as z from 'zod/mini'
import { feature, del, get, post, put } from '../platform/endpoint.ts'
import { Done, flag, id, Nothing } from '../platform/fields.ts'
import { pinLength } from '../platform/pin.ts'
import { Run, runCalls, RunPreview } from '../work/runs.ts'
import { KeySelectionFilter } from './security-keys.ts'
import { unlessTooBig } from '../platform/limits.ts'

export const keyActs = [
  'suspend',
  'activate',
  'unblock',
  'delete',
  'offline-on',
  'offline-off',
  'verification',
  'reset-pin',
] as const
export type KeyAct = (typeof keyActs)[number]

/** Why an action is impossible; follows a name or a number, so German needs a plural where English does not. */
export const keyReasons = {
  unknown: '{count, plural, one {does} other {do}} not exist in your workspace',
  'above-you': '{count, plural, one {belongs} other {belong}} to a user with a higher role than yours',
  'own-key': '{count, plural, one {is your own. Change it} other {are your own. Change them}} in your profile',
  already: 'already {count, plural, one {has} other {have}} this status',
  'is-pending': '{count, plural, one {is} other {are}} pending activation',
  'is-suspended': '{count, plural, one {is suspended} other {are suspended}}',
  'not-blocked': '{count, plural, one {is} other {are}} not blocked',
  'not-of-kind': "{count, plural, one {is of a type that doesn't} other {are of types that don't}} support this",
  'no-pin': "{count, plural, one {doesn't} other {don't}} use a PIN managed by this server",
  'no-email': '{count, plural, one {belongs} other {belong}} to a user without an email address',
  'no-page':
    '{count, plural, one {needs} other {need}} an active card page that resets PINs, and your workspace has none',
  'changed-since': '{count, plural, one {was} other {were}} changed since then',
  stopped: "{count, plural, one {wasn't} other {weren't}} processed before the run was stopped",
  failed: "{count, plural, one {wasn't} other {weren't}} processed because of a server error",
  'policy-gone': '{count, plural, one {was} other {were}} meant to get a policy that has been deleted',
  'shut-out': '{count, plural, one {is} other {are}} suspended or deactivated',
  'kind-taken': 'already {count, plural, one {has} other {have}} a key of this type',
  'fingerprint-taken': '{count, plural, one {has} other {have}} a fingerprint already',
  'limits-exceeded': '{count, plural, one {has} other {have}} the maximum number of keys for this workspace',
} as const
export type KeyReason = keyof typeof keyReasons

/**
 * How a card gets a new PIN: its holder sets it at the next tap at a registered client or a card page, or the
 * user opens the emailed link of a card page. An email never has the PIN itself (decision 42).
 */
export const pinResetMethods = ['later', 'link'] as const
export type PinResetMethod = (typeof pinResetMethods)[number]

/** For a single card, the administrator can also have a PIN generated and see it once. */
export const singlePinResetMethods = [...pinResetMethods, 'show'] as const
export type SinglePinResetMethod = (typeof singlePinResetMethods)[number]

export const KeySelection = z.object({
  ids: z.optional(z.array(id).check(z.maxLength(5000, 'Choose at most 5,000 keys, or all matching keys'))),
  all: z.optional(z.boolean()),
  filter: z.optional(KeySelectionFilter),
  except: z.optional(z.array(id).check(z.maxLength(5000))),
})
export type KeySelection = z.output<typeof KeySelection>

const verification = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
const pins = z._default(z.enum(pinResetMethods), 'later')
const Verification = { verification, pins }

// Not trimmed: spaces are part of a PIN
const pin = z
  .string(unlessTooBig('PIN is required'))
  .check(z.minLength(1, 'PIN is required'), z.maxLength(pinLength.max))

export const KeyRunRow = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  owner: z.nullable(z.string()),
  done: z.nullable(z.boolean()),
  reason: z.nullable(z.string()),
})
export type KeyRunRow = z.output<typeof KeyRunRow>

const prefix = '/administrator/securityDevice'
const begins = { reply: Run, may: 'keys.write', bodyLimit: 512 * 1024 } as const
const oneKey = {
  input: z.object({ id }),
  reply: Done,
  may: 'keys.write',
  fails: ['not-found', 'above-you', 'own-account', 'change-refused'],
} as const

export const keyActCalls = feature(
  'key-acts',
  ['security-keys', 'users', 'statistics', 'groups', 'credentials', 'account'],
  {
    suspendOne: put(`${prefix}/suspend/{id}`, {
      summary: 'Suspend a security key',
      spec: 'security-keys.suspend',
      unconfirmed: 'takes-away',
      ...oneKey,
    }),
    activateOne: put(`${prefix}/activate/{id}`, {
      summary: 'Activate a suspended security key',
      spec: 'security-keys.activate',
      ...oneKey,
    }),
    unblockOne: put(`${prefix}/{id}/unblock`, {
      summary: 'Unblock a security key after wrong PINs',
      spec: 'security-keys.unblock',
      ...oneKey,
    }),
    removeOne: del(`${prefix}/{id}`, {
      summary: 'Delete a security key with its passkeys; users can delete their own keys',
      spec: 'security-keys.delete',
      ...oneKey,
      may: 'keys.own',
      fails: [...oneKey.fails, 'own-keys-only', 'verify-first', 'last-way-in'],
    }),
    takeAway: del('/administrator/tokens/{id}/securityKey', {
      summary: 'Remove a key from a user, or cancel its pending activation',
      spec: 'admin-tokens.security-key-delete',
      input: z.object({ id, deviceId: id }),
      reply: Done,
      may: 'keys.write',
      fails: oneKey.fails,
    }),
    removePasskey: del('/administrator/tokens/{id}/credentials/{credentialId}', {
      summary: "Delete a user's passkey; a key without other passkeys is also deleted",
      spec: 'admin-tokens.credential-delete',
      input: z.object({ id, credentialId: id }),
      reply: Done,
      may: 'keys.write',
      fails: ['not-found', 'above-you', 'own-account'],
    }),
    resetPin: put('/administrator/tokens/securityKey/{deviceId}/resetPin', {
      summary:
        'Reset the PIN of a key: to a given one, or the card holder sets it at the next tap (pins: later), the user sets it on a card page (pins: link), or the reply shows a generated one once (pins: show)',
      spec: 'admin-tokens.security-key-reset-pin',
      input: z.object({ deviceId: id, pin: z.optional(pin), pins: z._default(z.enum(singlePinResetMethods), 'later') }),
      /** `pin` only if it was generated; `mailed` if the owner was told by email how to set one. */
      reply: z.extend(Done, { pin: z.nullable(z.string()), mailed: z.boolean() }),
      may: 'keys.own',
      aliases: ['/administrator/tokens/{id}/securityKey/{deviceId}/resetPin'],
      fails: ['not-found', 'above-you', 'change-refused', 'no-email', 'pin-unfit', 'own-keys-only', 'verify-first'],
    }),
    pinWays: get(`${prefix}/resetPin/ways`, {
      summary: 'List how a card can get a new PIN; link requires an active card page that resets PINs',
      input: Nothing,
      reply: z.object({ ways: z.array(z.enum(singlePinResetMethods)) }),
      may: 'keys.write',
    }),
    suspend: put(`${prefix}/suspend`, {
      summary: 'Suspend several security keys',
      spec: 'security-keys.suspend-many',
      input: KeySelection,
      ...begins,
    }),
    activate: put(`${prefix}/activate`, {
      summary: 'Activate several security keys',
      spec: 'security-keys.activate-many',
      input: KeySelection,
      ...begins,
    }),
    remove: del(prefix, {
      summary: 'Delete several security keys',
      spec: 'security-keys.delete-many',
      input: KeySelection,
      ...begins,
    }),
    offline: put(`${prefix}/offline`, {
      summary: 'Allow or block offline sign-in for security keys',
      spec: 'security-keys.offline',
      input: z.extend(KeySelection, { offline: flag }),
      ...begins,
    }),
    verification: put(`${prefix}/verification`, {
      summary:
        'Change the verification of security keys: 1 always, 2 when locked, 3 without a PIN, 4 with a PIN. For cards without a PIN, the card holder sets it at the next tap (pins: later), or the user sets it on a card page (pins: link)',
      spec: 'security-keys.verification',
      input: z.extend(KeySelection, Verification),
      ...begins,
      fails: ['verify-first'],
      fresh: true,
    }),
    unblock: put(`${prefix}/unblock`, {
      summary: 'Unblock several security keys',
      input: KeySelection,
      ...begins,
    }),
    resetPins: put(`${prefix}/resetPin`, {
      summary:
        'Reset the PINs of several security keys: the card holder sets a new one at the next tap (pins: later), or the user sets it on a card page (pins: link)',
      input: z.extend(KeySelection, { pins }),
      ...begins,
      fails: ['verify-first'],
      fresh: true,
    }),
    preview: post(`${prefix}/bulk/preview`, {
      summary: "Preview a bulk action on keys, with the keys it can't apply to and why; changes nothing",
      unconfirmed: 'looks',
      input: z.extend(KeySelection, { act: z.enum(keyActs), ...Verification, verification: z.optional(verification) }),
      reply: RunPreview,
      may: 'keys.write',
      bodyLimit: 512 * 1024,
    }),
    policy: put(`${prefix}/policy`, {
      summary: 'Apply the settings of a policy to existing keys; their verification is unchanged',
      input: z.extend(KeySelection, { tokenPolicy: id }),
      ...begins,
      fails: ['not-found', 'verify-first'],
      fresh: true,
    }),
    previewPolicy: post(`${prefix}/policy/preview`, {
      summary: 'Preview which keys would get the settings of a policy, and which not and why; changes nothing',
      unconfirmed: 'looks',
      input: z.extend(KeySelection, { tokenPolicy: id }),
      reply: RunPreview,
      may: 'keys.write',
      fails: ['not-found'],
      bodyLimit: 512 * 1024,
    }),
    ...runCalls({
      prefix: `${prefix}/bulk`,
      of: 'keys',
      reads: 'keys.read',
      writes: 'keys.write',
      row: KeyRunRow,
    }),
  },
)
