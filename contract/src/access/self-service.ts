import * as z from 'zod/mini'
import { feature, get, post, put } from '../platform/endpoint.ts'
import { code, Done, Nothing, Phone, text } from '../platform/fields.ts'
import { PinConfig } from '../platform/pin.ts'
import { Help, readingFormats, verificationTypes } from './self-service-settings.ts'

export const selfServiceActions = { enrollment: 0, recovery: 1 } as const

/** User verification of a new key on a card page (glossary 7.4). */
export const pageVerifications = { none: 0, phone: 1, pin: 2 } as const
export type SelfServiceAction = (typeof selfServiceActions)[keyof typeof selfServiceActions]

export const spelt = { tokenAttributes: 'tokenAttribures', additionalAttributes: 'addintionalAttribute' } as const

export const codeChannels = ['email', 'phone'] as const
export type CodeChannel = (typeof codeChannels)[number]

/** How the page got a card number that was not in its address; `typed` means by hand. */
export const cardReaders = ['keyboard', 'typed', 'nfc', 'extension'] as const
export type CardReader = (typeof cardReaders)[number]

/** Proof of work, required after `proof-needed`; see the problem's `work`. */
const proof = z.optional(z.string().check(z.maxLength(64), z.regex(/^[0-9]+$/)))

/** Proof-of-work challenge: find a number n for which SHA-256(salt + n) starts with `bits` zero bits. */
export const ProofOfWorkTask = z.object({ salt: z.string(), bits: z.int() })
export type ProofOfWorkTask = z.output<typeof ProofOfWorkTask>

/** Sign-in at an identity provider of the workspace: its name, and our address that redirects there. */
export const ProviderSignIn = z.object({ name: z.string(), url: z.string() })
export type ProviderSignIn = z.output<typeof ProviderSignIn>

/** The identified user, masked: "M••• K•••", department. */
export const MaskedPerson = z.object({ name: z.string(), department: z.nullable(z.string()) })

export const SelfServiceConfig = z.object({
  id: z.string(),
  workspace: z.object({ id: z.string(), name: z.string(), icon: z.nullable(z.string()) }),
  configs: z.object({
    inputReadingFormat: z.enum(readingFormats),
    /** One of `pageVerifications`. */
    verification: z.int(),
    hasUserId: z.optional(z.boolean()),
    hasEmployeeId: z.optional(z.boolean()),
    hasFirstName: z.optional(z.boolean()),
    hasLastName: z.optional(z.boolean()),
    hasPhoneNumber: z.optional(z.boolean()),
    hasAdditionalAttribute: z.optional(z.boolean()),
    addintionalAttribute: z.optional(z.array(z.object({ name: z.string() }))),
  }),
  services: z.object({ enrollment: z.boolean(), pinRecovery: z.boolean() }),
  displayHomePageScreen: z.boolean(),
  messages: z.object({
    help: z.nullable(z.string()),
    helpParts: z.nullable(Help),
    title: z.nullable(z.string()),
    enrolled: z.nullable(z.string()),
    recovered: z.nullable(z.string()),
  }),
  authenticatorOnboarding: z.boolean(),
  mainUrl: z.nullable(z.string()),
  msalAutomation: z.boolean(),
  loginHint: z.nullable(z.string()),
  redirectUrl: z.nullable(z.string()),
  debugMode: z.boolean(),
  /**
   * False on an installation reachable from outside: only there the extension stays connected to its own server
   * (R86).
   */
  production: z.boolean(),
})
export type SelfServiceConfig = z.output<typeof SelfServiceConfig>

const Attributes = z.record(z.string(), z.nullable(z.string()))

const TokenResult = z.object({
  isPinRequired: z.boolean(),
  verificationType: z.enum(verificationTypes),
  pinConfig: z.nullable(PinConfig),
  channels: z.array(z.object({ type: z.enum(codeChannels), address: z.string() })),
  unreached: z.nullable(z.string()),
  person: z.nullable(MaskedPerson),
  /** For `entraId`, `sso`, and `identity`. */
  signIn: z.nullable(ProviderSignIn),
  language: z.nullable(z.string()),
})
export type TokenResult = z.output<typeof TokenResult>

const pageAddress = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(1500))

const session = { may: 'self-service', limit: 'self-service' } as const

const attribute = z.optional(z.nullable(z.string().check(z.maxLength(200))))

export const selfService = feature('self-service', {
  challenge: get('/self-service/challenge', {
    summary: 'Get an enrollment session valid for 15 minutes',
    spec: 'self-service.challenge-get',
    input: z.object({ id: z.optional(pageAddress) }),
    reply: z.object({ session: z.string() }),
    may: 'public',
    limit: 'self-service',
    changes: true,
    fails: ['too-many'],
  }),
  start: put('/self-service/challenge', {
    ...session,
    summary: 'Set the action to start: 0 enrollment, 1 PIN recovery',
    spec: 'self-service.challenge-set',
    input: z.object({ type: z.union([z.literal(0), z.literal(1)]) }),
    reply: Done,
    fails: ['wrong-step', 'service-off', 'page-off', 'visit-over'],
  }),
  code: get('/self-service/verification-code', {
    ...session,
    summary: 'Send a code to the address on record of the identified user',
    spec: 'self-service.verification-code',
    input: z.object({ type: z.enum(codeChannels) }),
    reply: Done,
    changes: true,
    fails: ['wrong-step', 'visit-code-too-soon', 'visit-limit', 'visit-over'],
  }),
  token: post('/self-service/token', {
    ...session,
    summary: 'Submit the identifying data of the user',
    spec: 'self-service.token',
    // Additional attributes are sent under their own names, at most 20
    input: z.catchall(
      z.object({
        userId: attribute,
        employeeId: attribute,
        firstName: attribute,
        lastName: attribute,
        phoneNumber: z.optional(z.nullable(Phone)),
        proof,
      }),
      attribute,
    ),
    reply: TokenResult,
    fails: ['wrong-step', 'nobody-found', 'proof-needed', 'visit-over'],
  }),
  verify: post('/self-service/verify', {
    ...session,
    summary: 'Check the code or the identity provider sign-in; confirms the user if neither is needed',
    spec: 'self-service.verify',
    input: z.object({
      code: z.optional(code),
      signedIn: z.optional(z.string().check(z.maxLength(400))),
      proof,
    }),
    reply: z.object({ ok: z.literal(true), isPinRequired: z.boolean(), pinConfig: z.nullable(PinConfig) }),
    silent: 'the end of a visit and refusals are recorded',
    fails: [
      'wrong-step',
      'visit-code-refused',
      'visit-code-spent',
      'visit-limit',
      'not-verified',
      'proof-needed',
      'visit-over',
    ],
  }),
  enroll: post('/self-service/enroll', {
    ...session,
    summary: 'Enroll the card as a key of the user',
    spec: 'self-service.enroll',
    input: z.object({ pin: z.optional(z.string().check(z.maxLength(256))) }),
    reply: z.extend(Done, { keyName: z.string() }),
    fails: [
      'wrong-step',
      'pin-unfit',
      'card-taken',
      'card-yours',
      'kind-taken',
      'limits-exceeded',
      'key-suspended',
      'key-blocked',
      'nobody-found',
      'visit-over',
    ],
  }),
  reset: put('/self-service/reset', {
    ...session,
    summary: 'Reset the PIN of the card',
    spec: 'self-service.reset',
    input: z.object({ pin: text(256) }),
    reply: z.extend(Done, { keyName: z.string() }),
    fails: [
      'wrong-step',
      'pin-unfit',
      'key-suspended',
      'key-pending',
      'card-pinless',
      'card-unknown',
      'not-verified',
      'nobody-found',
      'visit-over',
    ],
  }),
  lookup: get('/self-service/{id}/security-key-device/{cardId}', {
    ...session,
    summary: 'Look up a card and get the next step',
    spec: 'self-service.device-lookup',
    input: z.object({
      id: pageAddress,
      cardId: z.string().check(z.minLength(1), z.maxLength(200)),
      type: z.enum(['query', 'card']),
      /** Only logged; has no influence on decisions. */
      reader: z.optional(z.enum(cardReaders)),
      proof,
    }),
    reply: z.object({
      redirectMsal: z.boolean(),
      tokenId: z.nullable(z.string()),
      cardIdDecimal: z.string(),
      clientId: z.nullable(z.string()),
      tenantId: z.nullable(z.string()),
      tokenAttribures: Attributes,
      signIn: z.nullable(ProviderSignIn),
    }),
    changes: true,
    fails: ['wrong-step', 'card-unreadable', 'page-unknown', 'page-off', 'proof-needed', 'visit-over'],
  }),
  config: get('/self-service/{id}', {
    ...session,
    summary: 'Get the self-service configuration',
    spec: 'self-service.config',
    input: z.object({ id: pageAddress, language: z.optional(z.string().check(z.maxLength(10))) }),
    reply: z.object({ selfService: SelfServiceConfig }),
    changes: true,
    fails: ['page-unknown', 'page-off', 'visit-over'],
  }),
  ssoLibrary: get('/msal-browser.min.js', {
    summary: 'Return an empty script in place of a library that card pages no longer use',
    spec: 'self-service.sso-library',
    input: Nothing,
    reply: z.string(),
    may: 'public',
    limit: 'self-service',
    answers: 'file',
  }),
  // Changes nothing and reveals nothing
  alive: get('/self-service/alive', {
    summary: 'Check whether the server is available',
    input: Nothing,
    reply: Done,
    may: 'public',
    limit: 'self-service',
  }),
})
