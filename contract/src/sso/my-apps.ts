import * as z from 'zod/mini'
import { feature, get, put } from '../platform/endpoint.ts'
import { Done, id, instant, Nothing } from '../platform/fields.ts'

export const Tile = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  preset: z.nullable(z.string()),
  picture: z.nullable(z.string()),
  favourite: z.boolean(),
  lastOpenedAt: z.nullable(instant),
  launch: z.string(),
})
export type Tile = z.output<typeof Tile>

export const visibilityReasons = ['none', 'user', 'off', 'not-assigned', 'hidden', 'no-launch', 'policy'] as const

export const myApps = feature('my-apps', {
  list: get('/api/sso/my-apps', {
    summary: 'List the applications assigned to the signed-in user, by name',
    input: Nothing,
    reply: z.object({ items: z.array(Tile) }),
    may: 'self',
  }),
  star: put('/api/sso/my-apps/{id}/favourite', {
    summary: 'Add an application to the favorites or remove it',
    input: z.object({ id, favourite: z.boolean() }),
    reply: Done,
    may: 'self',
    unconfirmed: 'own',
    silent: "the order of a user's own tiles is private",
    fails: ['not-found'],
  }),
  why: get('/api/sso/applications/{id}/why/{user}', {
    summary: "Explain why a user sees or doesn't see an application",
    input: z.object({ id, user: id }),
    reply: z.object({
      sees: z.boolean(),
      opens: z.boolean(),
      because: z.enum(visibilityReasons),
      says: z.string(),
    }),
    may: 'applications.read',
    fails: ['not-found', 'not-permitted'],
  }),
})
