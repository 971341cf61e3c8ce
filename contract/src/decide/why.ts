import * as z from 'zod/mini'
import { feature, get } from '../ground/endpoint.ts'
import { id, instant } from '../ground/fields.ts'
import { Explanation, Facts } from './decisions.ts'

/** A reference as a refused person reads it, as 7QK3-M2XP-9T. */
const reference = z.string().check(z.trim(), z.maxLength(20), z.regex(/^[0-9A-Za-z -]+$/, 'This is not a reference'))

/** What access policies said of a use, as its line in the log tells it; all but the first two are null for whoever may not read policies. */
export const Decided = z.object({
  allowed: z.boolean(),
  /** How a refused person names it. */
  reference: z.string(),
  /** Which one decided; null for the default policy as well. */
  policy: z.nullable(z.string()),
  version: z.nullable(z.int()),
  /** Version of all policies and lists together. */
  set: z.nullable(z.int()),
  facts: z.nullable(z.record(z.string(), z.unknown())),
})
export type Decided = z.output<typeof Decided>

const Named = z.object({ id: z.string(), name: z.string() })
/** What was decided at one line of the log; `full` is null for whoever may not read policies. */
export const Why = z.object({
  activity: z.string(),
  reference: z.string(),
  at: instant,
  allowed: z.boolean(),
  /** It was an administrator's own sign-in to the console, which no policy blocks. */
  exempt: z.boolean(),
  /** The chain, decided again by the policies of then on the facts of then. */
  full: z.nullable(z.object({ explanation: Explanation, facts: Facts, names: z.array(Named) })),
})
export type Why = z.output<typeof Why>

export const why = feature('why', {
  ofLine: get('/administrator/decisions/{activity}', {
    summary: 'Explain why a logged use was allowed or refused',
    input: z.object({ activity: id }),
    reply: Why,
    may: 'activity.read',
    fails: ['not-found'],
  }),
  byReference: get('/administrator/decisions/reference/{reference}', {
    summary: 'Get a refused use by its reference',
    input: z.object({ reference }),
    reply: Why,
    may: 'activity.read',
    fails: ['not-found'],
  }),
})
