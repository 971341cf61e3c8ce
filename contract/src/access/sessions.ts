import * as z from 'zod/mini'
import { feature, get, del, post } from '../platform/endpoint.ts'
import { Done, id, instant, Nothing } from '../platform/fields.ts'
import { Assertion } from '../keys/ceremony.ts'
import { Tokens } from './sign-in.ts'

export const Session = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: instant,
  lastSeenAt: instant,
  ip: z.string(),
  device: z.string(),
  method: z.enum(['passkey', 'code', 'password', 'link', 'demo', 'command', 'external', 'sms', 'call']),
  key: z.nullable(z.string()),
  openedBy: z.nullable(z.string()),
  /** The application that keeps its access after the sign-out of the browser (`offline_access`). */
  offlineFor: z.nullable(z.string()),
})
export type Session = z.output<typeof Session>

const ofUser = '/administrator/tokens/{id}/sessions'

/** An addition to the specification: a user's sessions, with sign-out. */
export const sessions = feature('sessions', {
  list: get('/users/sessions', {
    summary: 'List your open sessions',
    input: Nothing,
    reply: z.object({ items: z.array(Session) }),
    may: 'self',
  }),
  another: post('/users/sessions', {
    summary: 'Create a session for another tab of the same browser; it ends with this one and is not recent',
    input: z.object({ refreshToken: z.string().check(z.minLength(1), z.maxLength(400)) }),
    reply: Tokens,
    may: 'self',
    unconfirmed: 'session',
    fails: ['not-found'],
    silent: 'No new sign-in: the other tab belongs to the same user',
  }),
  verify: post('/users/auth/verify', {
    summary: 'Verify your identity with a passkey; allows changes to your account for five minutes',
    input: z.extend(Assertion, { session: z.string().check(z.maxLength(400)) }),
    reply: Done,
    may: 'self',
    unconfirmed: 'session',
    fails: ['challenge-refused', 'passkey-refused', 'passkey-malformed'],
  }),
  end: del('/users/sessions/{id}', {
    summary: 'End one of your sessions',
    input: z.object({ id }),
    reply: Done,
    may: 'self',
    unconfirmed: 'session',
    fails: ['not-found'],
  }),
  endOthers: del('/users/sessions', {
    summary: 'Sign out everywhere else',
    input: Nothing,
    reply: z.object({ ended: z.int() }),
    may: 'self',
    unconfirmed: 'session',
  }),
  ofUser: get(ofUser, {
    summary: "List a user's sessions",
    input: z.object({ id }),
    reply: z.object({ items: z.array(Session) }),
    may: 'users.read',
    fails: ['not-found'],
  }),
  endOfUser: del(`${ofUser}/{sessionId}`, {
    summary: 'End one session of a user',
    input: z.object({ id, sessionId: id }),
    reply: Done,
    may: 'users.write',
    unconfirmed: 'takes-away',
    fails: ['not-found', 'above-you'],
  }),
  endAllOfUser: del(ofUser, {
    summary: 'End all sessions of a user',
    input: z.object({ id }),
    reply: z.object({ ended: z.int() }),
    may: 'users.write',
    unconfirmed: 'takes-away',
    fails: ['not-found', 'above-you'],
  }),
})
