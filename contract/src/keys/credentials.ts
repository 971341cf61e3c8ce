import * as z from 'zod/mini'
import { authenticatorKinds } from './authenticators.ts'
import { feature, del, get, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, Nothing, text } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { CreationOptions, Registration, RequestOptions } from './ceremony.ts'

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  model: z.string(),
  kind: z.enum(authenticatorKinds),
  aaguid: z.string(),
  synced: z.boolean(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
})
export type Passkey = z.output<typeof Passkey>

export const credentials = feature('credentials', ['account', 'security-keys'], {
  challenge: get('/users/auth/challenge', {
    summary:
      'Get WebAuthn options to add a passkey to your account (purpose add) or confirm your identity (purpose verify)',
    spec: 'sign-in.user-challenge',
    input: z.object({ purpose: z._default(z.enum(['add', 'verify']), 'add') }),
    reply: z.object({
      challenge: z.string(),
      session: z.string(),
      authInfo: z.object({ creation: z.optional(CreationOptions), request: z.optional(RequestOptions) }),
    }),
    may: 'self',
    fails: ['verify-first'],
  }),
  add: put('/auth/credential', {
    summary: 'Save a new passkey in your account',
    spec: 'credentials.add',
    input: z.extend(Registration, {
      session: z.string().check(z.maxLength(400)),
      name: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    reply: z.object({ result: Passkey }),
    may: 'self',
    unconfirmed: 'asks-itself',
    bodyLimit: 128 * 1024,
    fails: [
      'challenge-refused',
      'passkey-refused',
      'passkey-malformed',
      'passkey-taken',
      'verify-first',
      'model-denied',
      'attestation-demanded',
      'limits-exceeded',
      'card-taken',
      'own-keys-only',
    ],
  }),
  rename: put('/users/auth/credential', {
    summary: 'Rename one of your passkeys',
    spec: 'credentials.rename',
    input: z.object({ id, name: text(100, messages['required.name']) }),
    reply: Passkey,
    may: 'self',
    fails: ['not-found', 'verify-first', 'own-keys-only'],
  }),
  remove: del('/users/auth/credential', {
    summary: 'Delete one of your passkeys, but not your last sign-in method',
    spec: 'credentials.delete',
    input: z.object({ id }),
    reply: Done,
    may: 'self',
    fails: ['not-found', 'last-way-in', 'verify-first', 'own-keys-only'],
  }),
  report: post('/users/auth/credential/report', {
    summary: 'Report one of your passkeys as not yours; it is deleted immediately',
    input: z.object({ id }),
    reply: Done,
    may: 'self',
    unconfirmed: 'asks-itself',
    fails: ['not-found', 'verify-first'],
  }),
  list: get('/users/auth/credentials', {
    summary: 'List your passkeys',
    spec: 'credentials.list',
    input: Nothing,
    reply: z.object({ items: z.array(Passkey) }),
    may: 'self',
  }),
})
