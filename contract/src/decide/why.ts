import * as z from 'zod/mini'
import { feature, get } from '../platform/endpoint.ts'
import { id, instant } from '../platform/fields.ts'
import { Explanation, Facts } from './decisions.ts'

/** Reference as shown to a refused user, such as 7QK3-M2XP-9T. */
const reference = z.string().check(z.trim(), z.maxLength(20), z.regex(/^[0-9A-Za-z -]+$/, 'This is not a reference'))

/** Policy decision in a log entry; all but the first two fields are null without permission to read policies. */
export const DecisionTrace = z.object({
  allowed: z.boolean(),
  reference: z.string(),
  policy: z.nullable(z.string()),
  version: z.nullable(z.int()),
  set: z.nullable(z.int()),
  facts: z.nullable(z.record(z.string(), z.unknown())),
})
export type DecisionTrace = z.output<typeof DecisionTrace>

const Named = z.object({ id: z.string(), name: z.string() })
/** Decision of a log entry; `full` is null without permission to read policies. */
export const DecisionExplanation = z.object({
  activity: z.string(),
  reference: z.string(),
  at: instant,
  allowed: z.boolean(),
  /** It was an administrator's own sign-in to the console, which policies never block. */
  exempt: z.boolean(),
  /** The decision, replayed with the policies and facts of that time. */
  full: z.nullable(z.object({ explanation: Explanation, facts: Facts, names: z.array(Named) })),
})
export type DecisionExplanation = z.output<typeof DecisionExplanation>

export const decisionExplanations = feature('why', {
  ofLine: get('/administrator/decisions/{activity}', {
    summary: 'Explain why a logged use was allowed or refused',
    input: z.object({ activity: id }),
    reply: DecisionExplanation,
    may: 'activity.read',
    fails: ['not-found'],
  }),
  byReference: get('/administrator/decisions/reference/{reference}', {
    summary: 'Get a refused use by its reference',
    input: z.object({ reference }),
    reply: DecisionExplanation,
    may: 'activity.read',
    fails: ['not-found'],
  }),
})
