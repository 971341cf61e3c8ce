import * as z from 'zod/mini'
import { feature, get, post } from '../platform/endpoint.ts'
import { Done, id, Nothing, optionalText, whole } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Selection } from '../people/bulk-runs.ts'
import { Run, RunPreview } from '../work/runs.ts'
import { singlePinResetMethods } from './key-acts.ts'
import { kindNumbers, SecurityKey } from './security-keys.ts'
import { cardFormats } from './card-numbers.ts'
import { keySettings } from './token-policies.ts'

/** When a key becomes active (specification §4). */
export const activations = { now: 1, byUser: 2, later: 3 } as const

export const enrolmentPolicies = ['allow', 'block', 'replace'] as const

const Assignment = {
  type: z.int().check(z.gte(kindNumbers.min), z.lte(kindNumbers.max)),
  activation: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  name: optionalText(100),
  cardId: z.optional(z.string().check(z.trim(), z.maxLength(60))),
  cardFormat: z.optional(z.enum(cardFormats)),
  /** Settings of this key; if omitted, the user's policy applies. */
  settings: z.optional(z.object({ verification: z.nullable(whole(1, 4)), ...keySettings })),
  ifOneExists: z._default(z.enum(enrolmentPolicies), 'allow'),
  /** How a card that is active immediately gets its PIN; if omitted, its holder sets it at the first tap. */
  pins: z.optional(z.enum(singlePinResetMethods)),
}

const { activation: _when, cardId: _card, cardFormat: _format, pins: _pins, ...SameForAll } = Assignment

const ForMany = z.extend(Selection, { ...SameForAll, activation: z.union([z.literal(2), z.literal(3)]) })
export type BulkAssignment = z.output<typeof ForMany>

export const assignOutcomes = {
  assigned: 'assigned',
  'not-found': 'does not exist in your workspace',
  'above-you': 'has a higher role than you',
  'no-email': 'has no email address',
  'kind-taken': 'already has a key of this type',
  'fingerprint-taken': messages['fingerprint.duplicate'],
  'limits-exceeded': messages['limits.exceeded'],
  'shut-out': 'is suspended or deactivated',
} as const
export type AssignOutcome = keyof typeof assignOutcomes

const fails = [
  'storage-not-offered',
  'not-found',
  'above-you',
  'no-email',
  'kind-taken',
  'card-taken',
  'card-unreadable',
  'fingerprint-taken',
  'limits-exceeded',
  'setting-not-of-kind',
  'change-refused',
  'verify-first',
] as const

export const keyAssignment = feature(
  'key-assignment',
  ['security-keys', 'key-acts', 'users', 'statistics', 'groups', 'credentials'],
  {
    kinds: get('/administrator/tokens/assignSecurityKey/kinds', {
      summary: 'List key types that can be assigned; fingerprints require a registered enrollment program',
      input: Nothing,
      reply: z.object({ kinds: z.array(z.int()) }),
      may: 'keys.read',
    }),
    assign: post('/administrator/tokens/assignSecurityKey', {
      summary: 'Assign a security key to users: active now, activated by the user through an emailed link, or later',
      spec: 'admin-tokens.assign-security-key',
      input: z.object({
        ids: z
          .array(id)
          .check(z.minLength(1, 'Choose at least one user'), z.maxLength(500, 'Choose at most 500 users')),
        ...Assignment,
      }),
      reply: z.extend(Done, {
        assigned: z.int(),
        results: z.array(
          z.object({
            userId: z.string(),
            name: z.nullable(z.string()),
            outcome: z.string(),
            key: z.nullable(SecurityKey),
          }),
        ),
        /** Challenge of the fingerprint enrollment that was started for immediate activation (decision G13). */
        challenge: z.nullable(z.string()),
        link: z.nullable(z.string()),
        /** A generated PIN, if one was to be shown. */
        pin: z.nullable(z.string()),
      }),
      may: 'keys.write',
      fails,
    }),
    assignMany: post('/administrator/tokens/assignSecurityKey/bulk', {
      summary: 'Assign a security key to each of many users; processed as a run with a result for each user',
      input: ForMany,
      reply: Run,
      may: 'keys.write',
      bodyLimit: 512 * 1024,
      fails: ['setting-not-of-kind', 'change-refused', 'storage-not-offered'],
    }),
    previewMany: post('/administrator/tokens/assignSecurityKey/bulk/preview', {
      summary: 'Preview which users would get a key, and which not and why; changes nothing',
      unconfirmed: 'looks',
      input: ForMany,
      reply: RunPreview,
      may: 'keys.write',
      bodyLimit: 512 * 1024,
      fails: ['change-refused'],
    }),
    add: post('/administrator/tokens/userInfo/securitykey', {
      summary: 'Assign a security key to one user',
      spec: 'admin-tokens.user-info-security-key-add',
      input: z.object({ userId: id, ...Assignment }),
      reply: z.object({
        key: SecurityKey,
        challenge: z.nullable(z.string()),
        link: z.nullable(z.string()),
        pin: z.nullable(z.string()),
      }),
      may: 'keys.write',
      aliases: ['/administrator/userInfo/securitykey'],
      fails,
    }),
    makeDefault: post('/administrator/tokens/setDefaulte', {
      summary: "Set a security key as the user's default",
      spec: 'admin-tokens.set-default',
      input: z.object({ id }),
      reply: SecurityKey,
      may: 'keys.write',
      fails: ['not-found', 'above-you'],
    }),
    sendLink: post('/administrator/tokens/securityKey/{id}/sendLink', {
      summary: 'Resend the activation link of a pending key',
      input: z.object({ id }),
      reply: Done,
      may: 'keys.write',
      fails: ['not-found', 'above-you', 'no-email', 'change-refused', 'code-too-soon'],
    }),
  },
)
