import * as z from 'zod/mini'
import { feature, get, post, del } from '../platform/endpoint.ts'
import { code, Done, email, id, Nothing, proof } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { pinLength } from '../platform/pin-check.ts'
import { CardInput } from '../keys/card-numbers.ts'
import { OpenedAccount } from '../keys/sharing.ts'
import { Assertion, RequestOptions } from '../keys/ceremony.ts'
import { codeMethods, signInMethods } from './sign-in.ways.ts'
import { unlessTooBig } from '../platform/limits.ts'

/** Tokens of a session; lifetimes in seconds. */
export const Tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresIn: z.int(),
})
export type Tokens = z.output<typeof Tokens>

const CardLoginReply = z.extend(z.partial(Tokens), {
  accounts: z.optional(z.array(OpenedAccount)),
})

/** Codes of R19: the email belongs to several users (1) or several workspaces (2). */
export const choiceCodes = { multiUser: 1, multiTenant: 2 } as const

const Choice = z.object({
  workspaceId: z.string(),
  workspaceName: z.string(),
  workspaceIcon: z.nullable(z.string()),
  userId: z.nullable(z.string()),
  userName: z.nullable(z.string()),
})

/**
 * Either tokens, or a request to choose. The choice is returned only after the code verified the email, so that an
 * unauthorized caller can't learn which workspaces an email belongs to (docs/decisions/0003).
 */
const EmailLoginReply = z.object({
  accessToken: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  expiresIn: z.optional(z.int()),
  error: z.optional(z.object({ code: z.int(), message: z.string() })),
  choices: z.optional(z.array(Choice)),
})

/** Delivery of the code; if omitted, email or the previous channel. */
const by = z.optional(z.enum(codeMethods))

/** Workspaces of the demo that can be opened. */
export const demoOwners = ['hospital', 'partner'] as const

export const signIn = feature('sign-in', {
  emailInitial: get('/api/v1/auth/email/initial', {
    summary:
      "Start an email sign-in: sends a code by email, text message, or call if the address is known; the reply is the same if it isn't",
    spec: 'sign-in.email-initial',
    input: z.object({ email: email(), workspace: z.optional(z.string().check(z.maxLength(63))), by, proof }),
    /** `codeSentTo` is the email, or a phone's last digits if this browser was signed in before, else empty. */
    reply: z.object({ session: z.string(), codeSentTo: z.string(), resendAfter: z.int() }),
    // A GET that sends an email and counts attempts, so HEAD must not trigger it
    changes: true,
    may: 'public',
    limit: 'sign-in',
    fails: ['proof-needed', 'way-not-offered', 'too-many'],
  }),
  code: post('/api/v1/auth/code', {
    summary: 'Send the code of an email sign-in again, or by another method',
    spec: 'sign-in.code',
    input: z.object({ by, proof }),
    reply: z.object({ ok: z.literal(true), codeSentTo: z.string(), resendAfter: z.int() }),
    may: 'interim',
    limit: 'sign-in',
    fails: ['code-too-soon', 'challenge-refused', 'proof-needed', 'way-not-offered', 'too-many'],
  }),
  emailLogin: post('/api/v1/auth/email/login', {
    summary: 'Complete an email sign-in with the code, or with the password if one is set',
    spec: 'sign-in.email-login',
    input: z.object({
      code: z.optional(code),
      pin: z.optional(z.string().check(z.minLength(1, messages['required.password']), z.maxLength(200))),
      workspaceId: z.optional(id),
      userId: z.optional(id),
      proof,
    }),
    reply: EmailLoginReply,
    may: 'interim',
    limit: 'sign-in',
    fails: [
      'code-refused',
      'code-spent',
      'password-refused',
      'challenge-refused',
      'passkey-only',
      'policy-refused',
      'way-not-offered',
      'workspace-disabled',
      'proof-needed',
      'too-many',
    ],
  }),
  passkeyInitial: get('/api/v1/auth/passkey/initial', {
    summary: 'Start a passkey sign-in: returns an interim session and WebAuthn request options',
    spec: 'sign-in.passkey-initial',
    input: Nothing,
    reply: z.object({ session: z.string(), options: RequestOptions }),
    may: 'public',
    limit: 'sign-in',
    fails: ['too-many'],
  }),
  passkeyLogin: post('/api/v1/auth/passkey/login', {
    summary: 'Complete a passkey sign-in with the WebAuthn assertion',
    spec: 'sign-in.passkey-login',
    input: Assertion,
    reply: Tokens,
    may: 'interim',
    limit: 'sign-in',
    fails: [
      'challenge-refused',
      'passkey-refused',
      'passkey-malformed',
      'policy-refused',
      'way-not-offered',
      'workspace-disabled',
      'too-many',
    ],
  }),
  cardLogin: post('/api/v1/auth/card/login', {
    summary: 'Sign in with a card and its PIN; all card errors return the same refusal',
    input: z.object({
      cardId: CardInput.shape.cardId,
      pin: z
        .string(unlessTooBig('PIN is required'))
        .check(z.minLength(1, 'PIN is required'), z.maxLength(pinLength.max)),
      where: z
        .string(unlessTooBig('Enter your workspace address or your email'))
        .check(z.trim(), z.minLength(1, 'Enter your workspace address or your email'), z.maxLength(254)),
      account: z.optional(id),
      proof,
    }),
    reply: CardLoginReply,
    may: 'public',
    limit: 'sign-in',
    fails: [
      'card-refused',
      'policy-refused',
      'account-not-shared',
      'way-not-offered',
      'workspace-disabled',
      'model-denied',
      'attestation-demanded',
      'proof-needed',
      'too-many',
    ],
    silent: 'Requesting the PIN counts as an attempt; sign-ins and refusals are recorded',
  }),
  cancel: del('/api/v1/auth/initial', {
    summary: 'Cancel the interim sign-in session',
    spec: 'sign-in.initial-delete',
    input: Nothing,
    reply: Done,
    may: 'interim',
    limit: 'sign-in',
  }),
  refresh: post('/api/v1/auth/refresh', {
    summary: 'Exchange a refresh token for new tokens; reusing a token ends the whole session',
    spec: 'sign-in.refresh',
    input: z.object({ refreshToken: z.string().check(z.minLength(1), z.maxLength(400)) }),
    reply: Tokens,
    may: 'public',
    limit: 'refresh',
    fails: ['refresh-refused', 'too-many'],
    silent: 'A continued session is not a new one; token reuse is recorded',
  }),
  logout: get('/api/v1/auth/logout', {
    summary: 'End the current session',
    spec: 'sign-in.logout',
    input: Nothing,
    reply: Done,
    may: 'self',
    unconfirmed: 'session',
    changes: true,
  }),
  authenticationProfile: get('/api/authentication-profile/workspace/{id}', {
    summary: 'List the sign-in methods of a workspace, by its ID or short address',
    spec: 'sign-in.authentication-profile',
    input: z.object({ id: z.string().check(z.minLength(1), z.maxLength(63)) }),
    reply: z.object({
      workspace: z.nullable(
        z.object({ id: z.string(), name: z.string(), slug: z.string(), icon: z.nullable(z.string()) }),
      ),
      type: z.enum(['managed', 'external-idp']),
      methods: z.array(z.enum(signInMethods)),
      others: z.array(z.enum(signInMethods)),
      autoStart: z.nullable(z.enum(['passkey', 'badge'])),
      providers: z.array(z.object({ id: z.string(), kind: z.string(), name: z.string(), url: z.string() })),
      demo: z.boolean(),
      /** Card page on which users set a new PIN; null if the workspace has none. */
      pinPage: z.nullable(z.string()),
    }),
    may: 'public',
    limit: 'lookup',
    fails: ['too-many'],
  }),
  demo: post('/api/v1/auth/demo', {
    summary: 'Sign in to the demo workspace or its partner; available only if the server was started with --demo',
    input: z.object({ as: z._default(z.enum(demoOwners), 'hospital') }),
    reply: Tokens,
    may: 'public',
    limit: 'sign-in',
    fails: ['not-found', 'too-many'],
  }),
})
