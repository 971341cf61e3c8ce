import * as z from 'zod/mini'
import { feature, get } from '../platform/endpoint.ts'
import { id } from '../platform/fields.ts'
import { Day } from './money.ts'

/** Maximum number of days in one reply. */
export const mostUsageDays = 366

/** One day of a workspace, in UTC. */
export const UsageDay = z.object({
  date: Day,
  /** Highest number of active keys on this day. */
  keys: z.int(),
  ssoUsers: z.int(),
  /** Of them, those who used single sign-on for the first time in this month. They are charged. */
  newSsoUsers: z.int(),
  secondFactorUsers: z.int(),
  newSecondFactorUsers: z.int(),
  /** Prepaid licenses on this day; null with pay as you go. */
  licenses: z.nullable(z.int()),
  trial: z.boolean(),
})
export type UsageDay = z.output<typeof UsageDay>

const range = z.object({ from: Day, to: Day })
const days = z.object({ items: z.array(UsageDay) })

export const usage = feature('usage', {
  days: get('/administrator/bills/usage', {
    summary: 'Get the usage of each day, at most 366 days',
    input: range,
    reply: days,
    may: 'billing.read',
    fails: ['usage-range'],
  }),
  daysOf: get('/superAdmin/workspaces/{id}/usage', {
    summary: 'Get the usage of each day of a workspace, at most 366 days',
    input: z.extend(range, { id }),
    reply: days,
    may: 'super.billing',
    fails: ['not-found', 'usage-range'],
  }),
})
