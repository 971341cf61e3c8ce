import * as z from 'zod/mini'
import { feature, get, post, put } from '../platform/endpoint.ts'
import { code, Done, email, instant, nameText, Nothing, optionalText, Phone, proof, text } from '../platform/fields.ts'
import { link } from '../platform/mailed-links.ts'
import { messages } from '../platform/messages.ts'
import { Password } from '../platform/password.ts'
import { pinLength } from '../platform/pin.ts'
import { CardInput } from '../keys/card-numbers.ts'
import { Assertion, CreationOptions, Registration, RequestOptions } from '../keys/ceremony.ts'
import { slug } from '../tenancy/workspaces.ts'
import { optionalRegistrationSteps } from './registration.steps.ts'
import { Tokens } from './sign-in.ts'
import { unlessTooBig } from '../platform/limits.ts'

/**
 * Steps in order (decision G8, with the email verified first, so that only its owner can add a key). A registration
 * stops only at the steps that still have something to ask; the calls of the others work, too.
 */
export const registrationSteps = [
  'email',
  'verify-personal-info',
  'password',
  'security-key',
  'personal-info',
  'address',
  'workspace',
  'confirm-identity',
  'verify',
  'complete',
] as const
export type RegistrationStep = (typeof registrationSteps)[number]

/** State of a registration; answers are kept for 7 days. */
export const RegistrationState = z.object({
  kind: z.enum(['work', 'school', 'personal']),
  step: z.enum(registrationSteps),
  email: z.string(),
  hasPassword: z.boolean(),
  hasPasskey: z.boolean(),
  hasCard: z.boolean(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phoneNumber: z.nullable(z.object({ countryCode: z.string(), mobileNumber: z.string() })),
  address: z.nullable(
    z.object({
      country: z.string(),
      province: z.string(),
      city: z.string(),
      address: z.string(),
      postalCode: z.string(),
    }),
  ),
  workspace: z.nullable(z.object({ name: z.string(), url: z.string(), icon: z.nullable(z.string()) })),
  partner: z.nullable(z.string()),
  /** Seconds until another code can be requested; 0 means immediately. */
  resendAfter: z.int(),
  billing: z.boolean(),
  /** The optional steps that this installation asks for. */
  asks: z.array(z.enum(optionalRegistrationSteps)),
  /** Name of the service that verifies the identity; null if the passkey or a code confirms it. */
  verifier: z.nullable(z.string()),
})
export type RegistrationState = z.output<typeof RegistrationState>

const country = z
  .string(unlessTooBig(messages['required.countries']))
  .check(z.regex(/^[A-Z]{2}$/, messages['required.countries']))

export const Address = z.object({
  country,
  province: optionalText(100),
  city: text(100, 'City is required'),
  address: text(300, 'Address is required'),
  postalCode: z
    .string(unlessTooBig('Postal code is required'))
    .check(z.trim(), z.minLength(1, 'Postal code is required'), z.maxLength(9, messages['limit.postal-code'])),
})

/** An image as a data URL; the server verifies its real type (decision G33). */
export const Image = z
  .string()
  .check(
    z.maxLength(1_500_000, messages['image.too-large']),
    z.regex(/^data:image\/[a-z+.-]+;base64,[A-Za-z0-9+/]+=*$/, messages['image.type']),
  )

const state = { reply: RegistrationState, may: 'enrolling', limit: 'registration' } as const

const linkPurposes = ['activation', 'recovery', 'super-admin'] as const

export const registration = feature('registration', ['account', 'workspace-settings'], {
  partnerInfo: get('/partner/info', {
    summary: 'Get the partner of a referrer, shown on the registration page',
    spec: 'registration.partner-info',
    input: z.object({ referrer: z.string().check(z.minLength(1), z.maxLength(100)) }),
    reply: z.object({ partner: z.nullable(z.object({ name: z.string(), icon: z.nullable(z.string()) })) }),
    may: 'public',
    limit: 'lookup',
    fails: ['too-many'],
  }),
  robotCheck: get('/register/robot-check', {
    summary: 'Get a proof-of-work challenge that deters automated registrations',
    input: Nothing,
    reply: z.object({ challenge: z.string() }),
    may: 'public',
    limit: 'lookup',
    fails: ['too-many'],
  }),
  state: get('/register/state', {
    summary: 'Get the status of the registration, to resume it',
    input: Nothing,
    ...state,
  }),
  resume: post('/register/resume', {
    summary: 'Resume a registration from the emailed link',
    input: z.object({ link }),
    reply: z.object({ session: z.string(), state: RegistrationState }),
    may: 'public',
    limit: 'registration',
    fails: ['link-spent', 'too-many'],
  }),
  stepOne: post('/register/stpOne', {
    summary: 'Submit the email step: start a registration; emails a code and a link to resume it',
    spec: 'registration.step-one',
    input: z.object({
      kind: z.enum(['work', 'school', 'personal']),
      email: email(),
      firstName: z.optional(nameText(100, messages['required.first-name'])),
      lastName: z.optional(nameText(100, messages['required.last-name'])),
      agreed: z.boolean(),
      robotProof: z
        .string(unlessTooBig(messages['robot-check']))
        .check(z.minLength(1, messages['robot-check']), z.maxLength(4000)),
      referrer: z.optional(z.string().check(z.maxLength(100))),
      /** The key in the first-start link of the installation: its registrant becomes its super administrator. */
      setup: z.optional(z.string().check(z.maxLength(100))),
    }),
    reply: z.object({ session: z.string(), state: RegistrationState }),
    may: 'public',
    limit: 'registration',
    fails: ['business-email', 'robot-check', 'agreement-needed', 'ask-owner', 'link-spent', 'too-many'],
  }),
  password: post('/register/password', {
    summary: 'Submit the password step: set a password or skip it; optional if there is a passkey',
    input: z.object({ password: z.optional(Password) }),
    ...state,
    fails: ['wrong-step'],
  }),
  challenge: post('/register/hardware/get-challenge', {
    summary: 'Get WebAuthn options to create a passkey during registration or account activation',
    spec: 'sign-in.hardware-challenge',
    input: z.object({ attachment: z._default(z.enum(['any', 'cross-platform']), 'any') }),
    reply: z.object({ creation: CreationOptions }),
    may: 'enrolling',
    limit: 'registration',
    fails: ['wrong-step', 'link-spent'],
    silent: 'A challenge changes nothing yet; the passkey is recorded',
  }),
  storePasskey: put('/register/stpTwoSecurityKey/credential', {
    summary:
      'Save the new passkey; when it activates an account, the reply contains its tokens or the time it becomes active',
    spec: 'registration.security-key-credential',
    input: z.extend(Registration, { name: z.optional(z.string().check(z.trim(), z.maxLength(100))) }),
    reply: z.object({
      state: z.nullable(RegistrationState),
      tokens: z.nullable(Tokens),
      /** For a recovered administrator: until this time the passkey is inactive, and they were notified by email. */
      opensFrom: z.nullable(instant),
    }),
    may: 'enrolling',
    limit: 'registration',
    bodyLimit: 128 * 1024,
    fails: ['challenge-refused', 'passkey-refused', 'passkey-malformed', 'passkey-taken', 'wrong-step', 'link-spent'],
  }),
  accessKey: post('/register/access-key', {
    summary:
      'Register an access card and its PIN instead of a passkey; the card works once the registration is complete',
    spec: 'registration.access-key',
    input: z.extend(CardInput, {
      pin: text(pinLength.max, 'PIN is required'),
      name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    ...state,
    fails: ['card-unreadable', 'pin-unfit', 'wrong-step', 'link-spent'],
  }),
  skipPasskey: post('/register/stpTwoSecurityKey/skip', {
    summary: 'Skip the security key for now',
    input: Nothing,
    ...state,
    fails: ['wrong-step'],
  }),
  completePersonalInfo: post('/register/completePersonalInfo', {
    summary: 'Submit the personal information step',
    spec: 'registration.complete-personal-info',
    input: z.object({
      firstName: nameText(100, messages['required.first-name']),
      lastName: nameText(100, messages['required.last-name']),
      phoneNumber: z.optional(z.nullable(Phone)),
    }),
    ...state,
    fails: ['invalid-phone', 'wrong-step'],
  }),
  verifyPersonalInfo: post('/register/verifyPersonalInfo', {
    summary: 'Verify the email address with the code',
    spec: 'registration.verify-personal-info',
    input: z.object({ code, proof }),
    ...state,
    fails: ['code-refused', 'code-spent', 'wrong-step', 'proof-needed', 'too-many'],
  }),
  address: post('/register/address', {
    summary: 'Submit the address step',
    spec: 'registration.address',
    input: Address,
    ...state,
    fails: ['wrong-step'],
  }),
  workspace: post('/register/workspace', {
    summary: 'Submit the workspace step',
    spec: 'registration.workspace',
    input: z.object({
      name: text(100, messages['required.name']),
      url: slug,
      icon: z.optional(z.nullable(Image)),
      country: z.optional(country),
      /** Of the browser; UTC if omitted or unknown. */
      timeZone: z.optional(z.string().check(z.maxLength(64))),
    }),
    ...state,
    bodyLimit: 2 * 1024 * 1024,
    fails: ['workspace-url-taken', 'image-too-large', 'image-type', 'wrong-step'],
  }),
  paymentInfo: post('/register/paymentInfo', {
    summary: 'Submit the payment step; can be skipped if billing is not configured',
    spec: 'registration.payment-info',
    input: z.object({ skip: z.literal(true) }),
    ...state,
    fails: ['wrong-step'],
  }),
  identityOptions: get('/register/confirmIdentity', {
    summary:
      "Get WebAuthn options to confirm the registrant's identity, null if there is no passkey yet; or the address at the operator's verification service",
    input: Nothing,
    reply: z.object({
      request: z.nullable(RequestOptions),
      verifier: z.nullable(z.object({ name: z.string(), url: z.string() })),
    }),
    may: 'enrolling',
    limit: 'registration',
    fails: ['wrong-step'],
  }),
  confirmIdentity: post('/register/confirmIdentity', {
    summary:
      "Confirm the registrant's identity with the new passkey; without one, a code is emailed and the verify step follows. With a verification service, only its code confirms",
    spec: 'registration.confirm-identity',
    input: z.object({
      assertion: z.optional(Assertion),
      /** With which the browser returned from the verification service. */
      verified: z.optional(z.string().check(z.maxLength(100))),
    }),
    ...state,
    fails: ['challenge-refused', 'passkey-refused', 'passkey-malformed', 'identity-unverified', 'wrong-step'],
  }),
  look: post('/register/look', {
    summary: 'Get the account, workspace, and sender of an emailed link before it is opened',
    input: z.object({ link }),
    reply: z.object({
      purpose: z.enum(linkPurposes),
      name: z.string(),
      workspaceName: z.string(),
      workspaceIcon: z.nullable(z.string()),
      invitedBy: z.nullable(z.string()),
    }),
    may: 'public',
    limit: 'registration',
    fails: ['link-spent', 'workspace-disabled', 'too-many'],
    silent: 'Reading a link changes nothing yet; what follows is recorded',
  }),
  verify: post('/register/verify', {
    summary: 'Check the emailed code of a registration, or open the emailed link of an invitation or recovery',
    spec: 'registration.verify',
    input: z.object({ code: z.optional(code), link: z.optional(link), proof }),
    reply: z.object({
      state: z.nullable(RegistrationState),
      session: z.nullable(z.string()),
      account: z.nullable(
        z.object({
          purpose: z.enum(linkPurposes),
          name: z.string(),
          email: z.string(),
          workspaceName: z.string(),
          workspaceIcon: z.nullable(z.string()),
        }),
      ),
    }),
    may: 'public',
    limit: 'registration',
    fails: ['code-refused', 'code-spent', 'link-spent', 'workspace-disabled', 'wrong-step', 'proof-needed', 'too-many'],
    silent: 'Opening a link changes nothing yet; what follows is recorded',
  }),
  resendCode: post('/register/resendCode', {
    summary: 'Send the code again',
    spec: 'registration.resend-code',
    input: Nothing,
    ...state,
    fails: ['code-too-soon', 'wrong-step'],
  }),
  complete: post('/register/complete', {
    summary: 'Complete the registration: creates the workspace and its owner, and signs in',
    spec: 'registration.complete',
    input: Nothing,
    reply: Tokens,
    may: 'enrolling',
    limit: 'registration',
    fails: ['workspace-url-taken', 'wrong-step', 'link-spent'],
  }),
  checkActivate: post('/register/checkActivate', {
    summary: 'Check whether the activation is done',
    spec: 'registration.check-activate',
    input: Nothing,
    reply: z.object({ active: z.boolean() }),
    may: 'enrolling',
    limit: 'registration',
  }),
  completeSteps: post('/register/completeRegisterSteps', {
    summary: 'Mark the onboarding as complete',
    spec: 'registration.complete-register-steps',
    input: Nothing,
    reply: Done,
    may: 'self',
    unconfirmed: 'own',
  }),
})
