import * as z from 'zod/mini'
import { del, feature, get, post } from '../platform/endpoint.ts'
import { Done, id, instant, Nothing } from '../platform/fields.ts'

export const Consent = z.object({
  id: z.string(),
  name: z.string(),
  knows: z.array(z.string()),
  givenAt: instant,
})
export type Consent = z.output<typeof Consent>

const Told = z.array(z.object({ name: z.string(), value: z.string() }))

export const OidcTryOut = z.object({
  /** True for an actual sign-in of the tester; false for an unsigned preview of another user. */
  real: z.boolean(),
  issuer: z.string(),
  clientId: z.string(),
  recipient: z.string(),
  scope: z.string(),
  parts: z.array(z.object({ name: z.enum(['id-token', 'id-token-header', 'userinfo', 'access-token']), claims: Told })),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), says: z.string(), detail: z.nullable(z.string()) })),
})
export type OidcTryOut = z.output<typeof OidcTryOut>

/** An addition to the specification: OpenID Connect for users and administrators. */
export const oidc = feature('oidc', {
  consents: get('/users/consents', {
    summary: 'List the third-party applications with access to your profile',
    input: Nothing,
    reply: z.object({ items: z.array(Consent) }),
    may: 'self',
  }),
  withdraw: del('/users/consents/{id}', {
    summary: "Withdraw an application's access to your profile; it asks again at the next sign-in",
    input: z.object({ id }),
    reply: Done,
    may: 'self',
    unconfirmed: 'takes-away',
    fails: ['not-found'],
  }),
  tryOut: post('/api/sso/oidc/sp/{id}/try', {
    summary:
      'Sign in to a built-in test application and return the decoded result with all checks; for other users, a preview',
    input: z.object({ id, user: z.optional(id) }),
    reply: OidcTryOut,
    may: 'applications.write',
    unconfirmed: 'looks',
    silent: 'nothing that grants access leaves the server',
    fails: ['not-found', 'not-permitted'],
  }),
  renewKeys: post('/api/sso/oidc/keys/renew', {
    summary:
      'Create new ID token keys, which start signing in two days; previous keys stay published as long as they are needed',
    input: Nothing,
    reply: z.object({ signsFrom: instant }),
    may: 'applications.write',
    fresh: true,
  }),
})
