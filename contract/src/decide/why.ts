import * as z from 'zod/mini'
import { feature, get } from '../ground/endpoint.ts'
import { id, instant } from '../ground/fields.ts'
import { Explanation, Facts } from './decisions.ts'

/** A reference as a refused person reads it, as 7QK3-M2XP-9T. */
const reference = z.string().check(z.trim(), z.maxLength(20), z.regex(/^[0-9A-Za-z -]+$/, 'This is not a reference'))

const Named = z.object({ id: z.string(), name: z.string() })
/** What was decided at one line of the log; `full` is null for whoever may not read policies. */
export const Why = z.object({
  activity: z.string(),
  reference: z.string(),
  at: instant,
  allowed: z.boolean(),
  /** The chain, decided again by the policies of then on the facts of then. */
  full: z.nullable(z.object({ explanation: Explanation, facts: Facts, names: z.array(Named) })),
})
export type Why = z.output<typeof Why>

export const why = feature('why', {
  ofLine: get('/administrator/decisions/{activity}', {
    summary: 'Why a use in the log was allowed or refused',
    input: z.object({ activity: id }),
    reply: Why,
    may: 'activity.read',
    fails: ['not-found'],
  }),
  byReference: get('/administrator/decisions/reference/{reference}', {
    summary: 'The use that a refused person names by its reference',
    input: z.object({ reference }),
    reply: Why,
    may: 'activity.read',
    fails: ['not-found'],
  }),
})
