import * as z from 'zod/mini'
import { isShownAsWritten } from '../apps/applications/application-addresses.ts'
import { feature, post } from '../platform/endpoint.ts'
import { id, instant, optionalText, text } from '../platform/fields.ts'

export const delegationPurposes = ['on-behalf-registration'] as const

/** No invisible or direction-changing characters, because an administrator bases a decision on this text. */
const shown = (max: number) =>
  text(max).check(
    z.refine(isShownAsWritten, 'This name contains invisible characters or characters that reverse the text direction'),
  )
const request = z.string().check(z.minLength(1), z.maxLength(60))
const secret = z.string().check(z.minLength(1), z.maxLength(200))
const prefix = '/api/v1/delegations'

const Asked = z.object({
  tool: z.string(),
  version: z.string(),
  purpose: z.enum(delegationPurposes),
  device: z.string(),
  ip: z.string(),
  /** Also shown by the tool, so that an administrator doesn't approve another person's request. */
  code: z.string(),
  askedAt: instant,
  expiresAt: instant,
})

/** Delegated authentication, equivalent to the OAuth device flow (RFC 8628). */
export const delegations = feature('delegations', {
  ask: post(prefix, {
    summary: 'Request to act for a user; an administrator opens the link and decides',
    input: z.object({
      tool: shown(60),
      version: shown(30),
      purpose: z.enum(delegationPurposes),
      device: shown(60),
    }),
    reply: z.object({
      request: z.string(),
      /** Secret with which only the tool can query the result. */
      deviceCode: z.string(),
      code: z.string(),
      link: z.string(),
      expiresIn: z.int(),
      interval: z.int(),
    }),
    may: 'public',
    limit: 'code',
    fails: ['too-many'],
    silent: 'No user is known yet; the outcome is recorded',
  }),
  poll: post(`${prefix}/poll`, {
    summary: "Get the status of a tool's request; once allowed, the reply contains the token, only once",
    input: z.object({ deviceCode: secret }),
    reply: z.object({
      state: z.enum(['waiting', 'allowed', 'denied', 'ended']),
      token: z.optional(z.string()),
      expiresIn: z.optional(z.int()),
      user: z.optional(z.object({ id: z.string(), name: z.string() })),
    }),
    may: 'public',
    limit: 'lookup',
    fails: ['too-many'],
    silent: 'The approval is recorded; this call only returns its result',
  }),
  look: post(`${prefix}/look`, {
    summary: "Get a tool's request before the decision",
    input: z.object({ request }),
    reply: Asked,
    may: 'keys.write',
    unconfirmed: 'looks',
    fails: ['delegation-over'],
    silent: 'only reads',
  }),
  decide: post('/administrator/delegatedAuthenticate', {
    summary: 'Allow a tool to act for one user for 15 minutes, or deny it',
    spec: 'workspace-admin.delegated-authenticate',
    input: z.object({
      request,
      allow: z.boolean(),
      user: z.optional(id),
    }),
    reply: z.object({ allowed: z.boolean() }),
    may: 'keys.write',
    fresh: true,
    fails: ['delegation-over', 'not-found', 'above-you'],
  }),
  registerKey: post(`${prefix}/key`, {
    summary: "With a tool's token: assign a key to its user and return the activation link",
    input: z.object({
      token: secret,
      type: z._default(z.union([z.literal(1), z.literal(3)]), 3),
      name: optionalText(100),
    }),
    reply: z.object({ key: z.string(), link: z.string() }),
    may: 'public',
    limit: 'code',
    fails: [
      'delegation-refused',
      'not-found',
      'above-you',
      'kind-taken',
      'limits-exceeded',
      'change-refused',
      'too-many',
    ],
  }),
})
