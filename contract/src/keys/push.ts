import * as z from 'zod/mini'
import { del, feature, get, post } from '../platform/endpoint.ts'
import { base64url, Done, id, Nothing } from '../platform/fields.ts'

const endpoint = z.string().check(z.minLength(1), z.maxLength(1000))

export const push = feature('push', {
  own: get('/users/push', {
    summary: 'List your phones, their sign-in notification settings, and the key to subscribe with',
    input: Nothing,
    reply: z.object({
      applicationServerKey: z.string(),
      phones: z.array(z.object({ id: z.string(), name: z.string(), told: z.boolean() })),
    }),
    may: 'self',
  }),
  subscribe: post('/users/push', {
    summary: 'Turn on sign-in notifications in this browser for your last used phone or a named one',
    input: z.object({
      endpoint,
      keys: z.object({ p256dh: base64url(120), auth: base64url(40) }),
      securityKeyId: z.optional(id),
    }),
    reply: z.extend(Done, { name: z.string() }),
    may: 'self',
    unconfirmed: 'own',
    fails: ['push-refused', 'no-phone'],
  }),
  unsubscribe: del('/users/push', {
    summary: 'Turn off sign-in notifications in this browser',
    input: z.object({ endpoint }),
    reply: Done,
    may: 'self',
    unconfirmed: 'own',
  }),
})
