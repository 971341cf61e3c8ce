import * as z from 'zod/mini'
import { feature, get, post, put } from '../platform/endpoint.ts'
import { instant, Nothing } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import { Currency, Day, Money, personalPlans } from '../billing/money.ts'
import { redeem, redeemProblems } from '../billing/promo-codes.ts'
import { Activity } from '../oversight/activity.ts'

export const Individual = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.nullable(z.string()),
  plan: z.enum(personalPlans),
  /** Monthly price; 0 for the free plan without limit (R187). */
  price: Money,
  currency: Currency,
  /** The last day of a plan by promo code; null without end. */
  planUntil: z.nullable(Day),
  active: z.boolean(),
  /** Whether the owner deactivated it themselves; what a super administrator disabled, only they can enable. */
  canReactivate: z.boolean(),
  keys: z.int(),
  createdAt: instant,
})
export type Individual = z.output<typeof Individual>

export const individual = feature('individual', ['account'], {
  get: get('/administrator/individual', {
    summary: 'Get your personal account',
    spec: 'individual.get',
    input: Nothing,
    reply: Individual,
    may: 'self',
    fails: ['not-personal'],
  }),
  logs: get('/administrator/individual/logs', {
    summary: 'List the activities of your personal account, the newest first',
    spec: 'individual.logs',
    input: Page,
    reply: pageOf(Activity),
    may: 'self',
    fails: ['not-personal'],
  }),
  reactivate: put('/administrator/individual/reactive', {
    summary: 'Reactivate your personal account',
    spec: 'individual.reactivate',
    input: Nothing,
    reply: Individual,
    may: 'self',
    unconfirmed: 'own',
    fails: ['not-personal', 'change-refused'],
  }),
  redeemRegistering: post('/register/promoCode/redeem/{code}', {
    summary: 'Redeem a promo code while registering; it is applied when the registration completes',
    spec: 'individual.promo-redeem-register',
    ...redeem,
    may: 'enrolling',
    limit: 'registration',
    fails: [...redeemProblems, 'wrong-step'],
  }),
})
