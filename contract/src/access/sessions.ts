import * as z from 'zod/mini'
import { feature, get, del, post } from '../ground/endpoint.ts'
import { Done, id, instant, Nothing } from '../ground/fields.ts'
import { Assertion } from '../keys/ceremony.ts'
import { Tokens } from './sign-in.ts'

export const Session = z.object({
  id: z.string(),
  current: z.boolean(),
  createdAt: instant,
  lastSeenAt: instant,
  ip: z.string(),
  /** Browser and system in words, from the user agent. */
  device: z.string(),
  method: z.enum(['passkey', 'code', 'password', 'link', 'demo', 'command', 'external', 'sms', 'call']),
  /** Name of the security key that was used. */
  key: z.nullable(z.string()),
  /** Who opened it with a card, where the account is somebody else's. */
  openedBy: z.nullable(z.string()),
})
export type Session = z.output<typeof Session>

const ofUser = '/administrator/tokens/{id}/sessions'

/** Own addition: where am I signed in, and sign out there. */
export const sessions = feature('sessions', {
  list: get('/users/sessions', {
    summary: 'Own sessions that are still open',
    input: Nothing,
    reply: z.object({ items: z.array(Session) }),
    may: 'self',
  }),
  another: post('/users/sessions', {
    summary:
      'A session beside this one, for another tab of the same browser: it ends when this one does, and is not fresh',
    input: z.object({ refreshToken: z.string().check(z.minLength(1), z.maxLength(400)) }),
    reply: Tokens,
    may: 'self',
    unconfirmed: 'session',
    fails: ['not-found'],
    silent: 'Nobody signed in: the tab beside belongs to whoever has this one',
  }),
  verify: post('/users/auth/verify', {
    summary: 'Confirm with a passkey that it is still you; opens changes to the own account for five minutes',
    input: z.extend(Assertion, { session: z.string().check(z.maxLength(400)) }),
    reply: Done,
    may: 'self',
    unconfirmed: 'session',
    fails: ['challenge-refused', 'passkey-refused', 'passkey-malformed'],
  }),
  end: del('/users/sessions/{id}', {
    summary: 'Sign out one of the own sessions',
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
    summary: 'Where a user is signed in',
    input: z.object({ id }),
    reply: z.object({ items: z.array(Session) }),
    may: 'users.read',
    fails: ['not-found'],
  }),
  endOfUser: del(`${ofUser}/{sessionId}`, {
    summary: 'Sign a user out in one place',
    input: z.object({ id, sessionId: id }),
    reply: Done,
    may: 'users.write',
    unconfirmed: 'takes-away',
    fails: ['not-found', 'above-you'],
  }),
  endAllOfUser: del(ofUser, {
    summary: 'Sign a user out everywhere',
    input: z.object({ id }),
    reply: z.object({ ended: z.int() }),
    may: 'users.write',
    unconfirmed: 'takes-away',
    fails: ['not-found', 'above-you'],
  }),
})
