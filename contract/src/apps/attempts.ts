import * as z from 'zod/mini'
import { feature, get } from '../platform/endpoint.ts'
import { id, instant } from '../platform/fields.ts'

/** Maximum number of requests stored per application, and for how many days. */
export const mostAttempts = 200
export const daysOfAttempts = 14

export const attemptReasons = [
  // Both protocols
  'off',
  'not-assigned',
  'policy',
  'user-inactive',
  'demand-unmet',
  'sign-in-given-up',
  'malformed',
  'rate-limited',
  // OpenID Connect
  'unknown-client',
  'redirect-differs',
  'post-logout-differs',
  'secret-wrong',
  'auth-method-differs',
  'pkce-missing',
  'pkce-wrong',
  'code-spent',
  'refresh-spent',
  'scope-not-allowed',
  'claim-not-allowed',
  'grant-not-allowed',
  'response-type-not-allowed',
  'consent-refused',
  'request-object-wrong',
  'dpop-wrong',
  'device-code-over',
  'hint-wrong',
  'person-differs',
  'person-unproven',
  // SAML
  'unknown-entity',
  'acs-differs',
  'signature-missing',
  'signature-wrong',
  'destination-differs',
  'request-expired',
  'request-repeated',
  'name-id-format-differs',
  'idp-initiated-not-allowed',
  'other',
] as const
export type AttemptReason = (typeof attemptReasons)[number]

/** A single value that would have made the request succeed, and the setting it belongs to. */
export const AttemptFix = z.object({
  field: z.enum(['redirectUris', 'postLogoutRedirectUris', 'acs', 'nameIdFormat', 'scopes', 'active', 'assignment']),
  value: z.string(),
})
export type AttemptFix = z.output<typeof AttemptFix>

export const Attempt = z.object({
  id: z.string(),
  at: instant,
  protocol: z.int(),
  step: z.string(),
  ok: z.boolean(),
  reason: z.nullable(z.enum(attemptReasons)),
  says: z.nullable(z.string()),
  mend: z.nullable(AttemptFix),
  user: z.nullable(z.object({ id: z.string(), name: z.string() })),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type Attempt = z.output<typeof Attempt>

const before = z.optional(id)
const reply = z.object({ items: z.array(Attempt), more: z.boolean() })

export const attempts = feature('attempts', {
  ofApplication: get('/api/sso/applications/{id}/attempts', {
    summary: 'List the latest requests of an application, newest first, with the reason for each refusal',
    input: z.object({ id, before }),
    reply,
    may: 'applications.read',
    fails: ['not-found'],
  }),
  ofStrangers: get('/api/sso/attempts', {
    summary: 'List the latest requests that matched no application of this workspace',
    input: z.object({ before }),
    reply,
    may: 'applications.read',
  }),
})
