import * as z from 'zod/mini'
import { del, feature, get, post } from '../platform/endpoint.ts'
import { Position } from '../decide/decisions.ts'
import { Done, email, instant, Nothing, whole } from '../platform/fields.ts'
import { Assertion, RequestOptions } from '../keys/ceremony.ts'
import { Tokens } from './sign-in.ts'

// A sign-in at a computer that is approved on a phone (docs/decisions/0015). An addition to the specification.

const prefix = '/api/v1/auth/approval'

const request = z.string().check(z.minLength(1), z.maxLength(400))

const Asked = z.object({
  email: z.string(),
  workspace: z.nullable(z.string()),
  device: z.string(),
  ip: z.string(),
  askedAt: instant,
  expiresAt: instant,
})

export const approvals = feature('approvals', {
  begin: post(prefix, {
    summary: "Request approval on a user's phone by email address; the reply is the same if the user doesn't exist",
    input: z.object({ email: email(), workspace: z.optional(z.string().check(z.maxLength(63))) }),
    reply: z.object({
      session: z.string(),
      /** The number that the user must pick on the phone. */
      number: z.int(),
      link: z.string(),
      seconds: z.int(),
    }),
    may: 'public',
    limit: 'sign-in',
    fails: ['approval-open', 'approval-too-soon', 'too-many'],
  }),
  state: get(prefix, {
    summary: 'Get the status of an approval request, for the requesting browser',
    input: Nothing,
    reply: z.object({ state: z.enum(['waiting', 'approved', 'ended']) }),
    may: 'interim',
    limit: 'lookup',
  }),
  finish: post(`${prefix}/finish`, {
    summary: 'Complete the sign-in after approval on the phone',
    input: Nothing,
    reply: Tokens,
    may: 'interim',
    limit: 'sign-in',
    fails: ['challenge-refused', 'way-not-offered', 'workspace-disabled', 'too-many'],
  }),
  cancel: del(prefix, {
    summary: 'Cancel an approval request',
    input: Nothing,
    reply: Done,
    may: 'interim',
    limit: 'sign-in',
  }),
  mine: get('/users/approvals', {
    summary: 'List pending approval requests of the signed-in user',
    input: Nothing,
    reply: z.object({ items: z.array(z.extend(Asked, { request: z.string() })) }),
    may: 'self',
  }),
  look: post(`${prefix}/look`, {
    summary: 'Get an approval request for the phone, with the numbers to choose from',
    input: z.object({ request }),
    reply: z.extend(Asked, { session: z.string(), numbers: z.array(z.int()), options: RequestOptions }),
    may: 'public',
    limit: 'lookup',
    fails: ['approval-over', 'too-many'],
  }),
  answer: post(`${prefix}/answer`, {
    summary: 'Approve a sign-in with the number shown on the computer and the passkey of the phone',
    input: z.object({
      session: request,
      number: whole(10, 99),
      assertion: Assertion,
      /** The phone's location; null if it doesn't share it; undefined until it was requested. */
      position: z.optional(z.nullable(Position)),
    }),
    reply: Done,
    may: 'public',
    limit: 'sign-in',
    fails: [
      'approval-over',
      'approval-number',
      'approval-other',
      'way-not-offered',
      'approval-key',
      'policy-refused',
      'position-wanted',
      'challenge-refused',
      'passkey-refused',
      'passkey-malformed',
      'too-many',
    ],
  }),
  refuse: post(`${prefix}/refuse`, {
    summary: 'Refuse a sign-in; the request ends immediately',
    input: z.object({ request }),
    reply: Done,
    may: 'public',
    limit: 'sign-in',
    fails: ['approval-over', 'too-many'],
  }),
})
