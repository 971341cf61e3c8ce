import * as z from 'zod/mini'
import { del, feature, get, post } from '../ground/endpoint.ts'
import { Done, id, instant, Nothing } from '../ground/fields.ts'

/** What a person lets an application of others know. */
export const Consent = z.object({
  /** Of the application. */
  id: z.string(),
  name: z.string(),
  /** In words of their own. */
  knows: z.array(z.string()),
  givenAt: instant,
})
export type Consent = z.output<typeof Consent>

/** Own addition: OpenID Connect, as far as people and administrators see it. */
export const oidc = feature('oidc', {
  consents: get('/users/consents', {
    summary: 'Applications of others that may know who you are',
    input: Nothing,
    reply: z.object({ items: z.array(Consent) }),
    may: 'self',
  }),
  withdraw: del('/users/consents/{id}', {
    summary: 'Take back what an application may know; it is asked for again at the next sign-in there',
    input: z.object({ id }),
    reply: Done,
    may: 'self',
    fails: ['not-found'],
  }),
  renewKeys: post('/api/sso/oidc/keys/renew', {
    summary: 'New keys for ID tokens, which sign in two days; the ones before stay published until nothing needs them',
    input: Nothing,
    reply: z.object({ signsFrom: instant }),
    may: 'applications.write',
    fresh: true,
  }),
})
