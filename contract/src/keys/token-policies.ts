import * as z from 'zod/mini'
import { feature, get, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, Nothing, text } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { credentialStorages, rememberedPinHours } from '../tenancy/workspace-settings.ts'

/** User verification of a key (decision G35): 1, 2, or 4 for phones, 3 or 4 for cards. */
export const verifications = { always: 1, whenLocked: 2, pinless: 3, pin: 4 } as const

const storage = z.union([
  z.literal(credentialStorages.local),
  z.literal(credentialStorages.remote),
  z.literal(credentialStorages.remoteVendor),
])
const hours = `Choose from ${rememberedPinHours.min} to ${rememberedPinHours.max} hours`

export const keySettings = {
  /** 1 on the key, 2 on the server, 3 at the vendor; only phones have a choice. */
  credentialStorageLocation: storage,
  /** The phone must be near the computer for its approval to count. */
  proximity: z.boolean(),
  audit: z.boolean(),
  offlineLogin: z.boolean(),
  /** How long an entered PIN is remembered; 0 asks at each use. */
  rememberedPinHours: z.int(hours).check(z.gte(rememberedPinHours.min, hours), z.lte(rememberedPinHours.max, hours)),
}

const TokenPolicyInput = z.object({
  name: text(100, messages['required.name']),
  phoneVerification: z.union([z.literal(1), z.literal(2), z.literal(4)]),
  cardVerification: z.union([z.literal(3), z.literal(4)]),
  ...keySettings,
})
export type TokenPolicyInput = z.output<typeof TokenPolicyInput>

export const TokenPolicy = z.extend(TokenPolicyInput, {
  id: z.string(),
  isDefault: z.boolean(),
  users: z.int(),
  madeBy: z.string(),
  createdAt: instant,
})
export type TokenPolicy = z.output<typeof TokenPolicy>

export const tokenPolicies = feature('token-policies', ['security-keys'], {
  list: get('/administrator/tokenPolicy', {
    summary: 'List key policies, the default first',
    spec: 'policies.token-list',
    input: Nothing,
    reply: z.object({ items: z.array(TokenPolicy) }),
    may: 'keys.read',
  }),
  create: post('/administrator/tokenPolicy', {
    summary: "Create a key policy; policies can't be edited, only replaced",
    spec: 'policies.token-create',
    input: z.extend(TokenPolicyInput, { makeDefault: z.optional(z.boolean()) }),
    reply: TokenPolicy,
    may: 'workspace.write',
    fresh: true,
    fails: ['policy-name-taken', 'too-many-policies', 'storage-not-offered'],
  }),
  makeDefault: put('/administrator/tokenPolicy/default/{tokenPolicy}', {
    summary: 'Make this policy the default for new keys',
    spec: 'policies.token-default',
    input: z.object({ tokenPolicy: id }),
    reply: TokenPolicy,
    may: 'workspace.write',
    fresh: true,
    fails: ['not-found'],
  }),
  ofUsers: put('/administrator/tokens/tokenPolicy', {
    summary: 'Assign a key policy to users, or reset them to the default policy',
    spec: 'admin-tokens.token-policy',
    input: z.object({
      ids: z.array(id).check(z.minLength(1, 'Choose at least one user'), z.maxLength(5000)),
      tokenPolicy: z.nullable(id),
      /** Also changes existing keys, except card verification, which may require setting a PIN. */
      existingKeys: z.optional(z.boolean()),
    }),
    reply: z.extend(Done, { users: z.int(), keys: z.int() }),
    may: 'keys.write',
    fresh: true,
    fails: ['not-found', 'above-you'],
    bodyLimit: 512 * 1024,
  }),
})
