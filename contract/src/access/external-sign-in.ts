import * as z from 'zod/mini'
import { del, feature, get, post } from '../platform/endpoint.ts'
import { Done, email, id, instant, Nothing } from '../platform/fields.ts'
import { Tokens } from './sign-in.ts'

export const externalReasons = [
  'unknown',
  'unreachable',
  'refused',
  'denied',
  'ended',
  'nobody',
  'closed',
  'taken',
] as const
export type ExternalReason = (typeof externalReasons)[number]

export const ExternalReport = z.object({
  checks: z.array(z.object({ check: z.string(), ok: z.boolean(), detail: z.nullable(z.string()) })),
  told: z.array(z.object({ name: z.string(), value: z.string() })),
  /** What a real sign-in would have done, or whether the tester's own identity was verified. */
  outcome: z.nullable(z.enum(['linked', 'found', 'created', 'confirm', 'nobody', 'closed', 'verified', 'differs'])),
})
export type ExternalReport = z.output<typeof ExternalReport>

const text = (max: number) => z.optional(z.string().check(z.maxLength(max)))
const code = z.string().check(z.minLength(1), z.maxLength(400))

const Completed = z.extend(z.partial(Tokens), {
  redirectUrl: z.optional(z.nullable(z.string())),
  /** The external account is not connected yet: the user must confirm with an existing sign-in method. */
  confirm: z.optional(z.object({ provider: z.string(), workspace: z.string(), address: z.nullable(z.string()) })),
  report: z.optional(ExternalReport),
})

export const ExternalAccount = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  linkedAt: instant,
  lastUsedAt: z.nullable(instant),
})
export type ExternalAccount = z.output<typeof ExternalAccount>

const ofUser = '/administrator/tokens/{id}/external-accounts'

export const externalSignIn = feature('external-sign-in', {
  start: get('/login/sso', {
    summary: 'Redirect the browser to an identity provider to sign in, or to verify an identity',
    spec: 'sso.login-redirect',
    input: z.object({
      workspace: text(63),
      provider: text(40),
      response_type: text(20),
      scope: text(200),
      redirectUrl: text(2000),
      login_hint: text(254),
      test: text(400),
      visit: text(400),
      registration: text(400),
    }),
    reply: z.string(),
    may: 'public',
    limit: 'sign-in',
    answers: 'html',
    changes: true,
    silent: 'no user is signed in yet; the outcome is recorded',
    fails: ['too-many'],
  }),
  callback: get('/api/sso/oidc/sp/callback', {
    summary: 'Receive the redirect from an OpenID Connect provider',
    input: z.object({
      code: text(4000),
      state: text(400),
      iss: text(1000),
      error: text(200),
      error_description: text(2000),
    }),
    reply: z.string(),
    may: 'public',
    limit: 'sign-in',
    answers: 'html',
    changes: true,
    silent: 'the page completes the sign-in; sign-ins and refusals are recorded',
    fails: ['too-many'],
  }),
  acs: post('/api/sso/saml/idp/{id}/acs', {
    summary: 'Receive a SAML response as a form post',
    input: z.object({ id }),
    reply: z.string(),
    may: 'public',
    limit: 'sign-in',
    takes: 'file',
    bodyLimit: 400 * 1024,
    answers: 'html',
    silent: 'the page completes the sign-in; sign-ins and refusals are recorded',
    fails: ['too-many'],
  }),
  signedOutBySaml: post('/api/sso/saml/idp/{id}/slo', {
    summary: 'Receive a SAML logout message as a form post',
    input: z.object({ id }),
    reply: z.string(),
    may: 'public',
    limit: 'sign-in',
    takes: 'file',
    bodyLimit: 400 * 1024,
    answers: 'html',
    silent: "each user's sign-out is recorded",
    fails: ['too-many'],
  }),
  signedOutByAddress: get('/api/sso/saml/idp/{id}/slo', {
    summary: 'Receive a SAML logout message as a redirect',
    input: z.object({
      id,
      SAMLRequest: text(16_000),
      SAMLResponse: text(16_000),
      RelayState: text(1000),
      SigAlg: text(200),
      Signature: text(2000),
    }),
    reply: z.string(),
    may: 'public',
    limit: 'sign-in',
    answers: 'html',
    changes: true,
    silent: "each user's sign-out is recorded",
    fails: ['too-many'],
  }),
  complete: post('/api/v1/auth/external', {
    summary: 'Exchange the code from a provider for a session',
    input: z.object({ code }),
    reply: Completed,
    may: 'public',
    limit: 'sign-in',
    silent: 'sign-ins and refusals are recorded; a test changes nothing',
    fails: ['external-refused', 'policy-refused', 'workspace-disabled', 'way-not-offered', 'too-many'],
  }),
  waiting: get('/api/v1/auth/external/confirm', {
    summary: 'Get the provider account pending in this browser to be connected to your account',
    input: Nothing,
    reply: z.object({ waits: z.nullable(z.object({ provider: z.string(), address: z.nullable(z.string()) })) }),
    may: 'self',
  }),
  confirm: post('/api/v1/auth/external/confirm', {
    summary:
      'Connect the provider account pending in this browser to your account, right after signing in with another method',
    input: Nothing,
    reply: z.object({ redirectUrl: z.nullable(z.string()) }),
    may: 'self',
    unconfirmed: 'asks-itself',
    fails: ['external-refused', 'external-not-confirmed'],
  }),
  providerOf: post('/api/v1/auth/external/provider', {
    summary: 'Get the identity provider that users of an email domain are redirected to; null if there is none',
    input: z.object({ email: email() }),
    reply: z.object({ url: z.nullable(z.string()), name: z.nullable(z.string()) }),
    may: 'public',
    limit: 'lookup',
    silent: 'only reads',
    fails: ['too-many'],
  }),
  test: post('/administrator/identity-providers/{id}/test', {
    summary: "Start a provider test in this browser; it doesn't sign in, and reports the response",
    input: z.object({ id }),
    reply: z.object({ url: z.string() }),
    may: 'providers.write',
    unconfirmed: 'looks',
    silent: 'no user is signed in',
    fails: ['not-found'],
  }),
  mine: get('/users/external-accounts', {
    summary: 'List your accounts at identity providers',
    input: Nothing,
    reply: z.object({ items: z.array(ExternalAccount) }),
    may: 'self',
  }),
  disconnect: del('/users/external-accounts/{id}', {
    summary: 'Disconnect one of your accounts at an identity provider; sessions it started end',
    input: z.object({ id }),
    reply: Done,
    may: 'self',
    unconfirmed: 'takes-away',
    fails: ['not-found'],
  }),
  ofUser: get(ofUser, {
    summary: "List a user's accounts at identity providers",
    input: z.object({ id }),
    reply: z.object({ items: z.array(ExternalAccount) }),
    may: 'users.read',
    fails: ['not-found'],
  }),
  disconnectOfUser: del(`${ofUser}/{provider}`, {
    summary: "Disconnect a user's account at an identity provider; sessions it started end",
    input: z.object({ id, provider: id }),
    reply: Done,
    may: 'users.write',
    fails: ['not-found', 'above-you'],
  }),
  signedOut: post('/api/sso/oidc/idp/{id}/backchannel-logout', {
    summary: 'Receive an OpenID Connect back-channel logout token',
    input: z.object({ id }),
    reply: Done,
    may: 'public',
    limit: 'sign-in',
    takes: 'file',
    bodyLimit: 32 * 1024,
    silent: "each user's sign-out is recorded",
    fails: ['external-refused', 'too-many'],
  }),
})
