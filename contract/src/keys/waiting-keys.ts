import * as z from 'zod/mini'
import { feature, get, post } from '../platform/endpoint.ts'
import { Done, id, instant, Nothing } from '../platform/fields.ts'
import { Addressee, link } from '../platform/mailed-links.ts'

/** A key that stays inactive until its owner, who has administrative permissions, confirms it. */
export const WaitingKey = z.object({
  id: z.string(),
  name: z.string(),
  type: z.int(),
  cardEnd: z.nullable(z.string()),
  madeBy: z.string(),
  since: instant,
  /** From when a confirmation through the email on record counts; null if there is none. */
  opensFrom: z.nullable(instant),
})
export type WaitingKey = z.output<typeof WaitingKey>

export const waitingKeys = feature(
  'waiting-keys',
  ['security-keys', 'key-acts', 'users', 'statistics', 'groups', 'credentials', 'account'],
  {
    list: get('/users/auth/waiting-keys', {
      summary: 'List your keys that wait for your confirmation',
      input: Nothing,
      reply: z.object({ items: z.array(WaitingKey) }),
      may: 'self',
    }),
    confirm: post('/users/auth/waiting-keys/{id}/confirm', {
      summary: 'Confirm that this key is yours; it works immediately',
      input: z.object({ id }),
      reply: Done,
      may: 'self',
      fails: ['not-found', 'verify-first'],
      fresh: true,
    }),
    refuse: post('/users/auth/waiting-keys/{id}/refuse', {
      summary: 'Report that this key is not yours; it is suspended',
      unconfirmed: 'takes-away',
      input: z.object({ id }),
      reply: Done,
      may: 'self',
      fails: ['not-found'],
    }),
    mail: post('/users/auth/waiting-keys/{id}/mail', {
      summary: 'Resend the email to confirm the key through your email address, without a passkey',
      unconfirmed: 'own',
      input: z.object({ id }),
      reply: Done,
      may: 'self',
      fails: ['not-found', 'no-email', 'code-too-soon'],
      silent: 'Resending the email changes nothing; the answer is recorded',
    }),
    open: post('/auth/waiting-key', {
      summary: 'Get the key of a confirmation link',
      input: z.object({ link }),
      reply: z.extend(WaitingKey, Addressee.shape),
      may: 'public',
      limit: 'registration',
      fails: ['link-spent', 'too-many'],
      silent: 'Opening a link changes nothing yet; what follows is recorded',
    }),
    answer: post('/auth/waiting-key/answer', {
      summary: 'Answer a confirmation link: the key is yours and works a day later, or it is not yours',
      input: z.object({ link, mine: z.boolean() }),
      reply: z.object({ opensFrom: z.nullable(instant) }),
      may: 'public',
      limit: 'registration',
      fails: ['link-spent', 'too-many'],
    }),
  },
)
