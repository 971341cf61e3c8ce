import * as z from 'zod/mini'
import { feature, get, post, put } from '../platform/endpoint.ts'
import { id, instant } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import { Day, Share } from './money.ts'

/** 8 to 32 letters, digits, and hyphens; upper and lower case are the same. */
export const PromoCodeText = z.string().check(
  z.trim(),
  z.toUpperCase(),
  z.maxLength(32),
  z.refine(code => /^[A-Z0-9-]{8,32}$/.test(code), 'Enter a code of 8 to 32 letters, digits, and hyphens'),
)

const days = z.int().check(z.gte(0), z.lte(3650))
const keys = z.int().check(z.gte(0), z.lte(100_000))
const months = z.int().check(z.gte(1), z.lte(120))

/** The benefits of a promo code. */
export const PromoValue = z.object({
  /** Days added to the trial. */
  days,
  /** Free licenses. */
  keys,
  /** Discount in hundredths of a percent. */
  percent: Share,
  /** How many months keys and discount last, beginning with the day of redemption. */
  months,
})
export type PromoValue = z.output<typeof PromoValue>

export const PromoCode = z.extend(PromoValue, {
  id: z.string(),
  code: z.string(),
  uses: z.int(),
  mostUses: z.nullable(z.int()),
  /** The last day on which it can be redeemed. */
  endsOn: z.nullable(Day),
  createdAt: instant,
})
export type PromoCode = z.output<typeof PromoCode>

/** What was redeemed. */
export const Redemption = z.extend(PromoValue, {
  code: z.string(),
  trialEndDate: z.nullable(Day),
  /** The last day of keys and discount. */
  until: z.nullable(Day),
})
export type Redemption = z.output<typeof Redemption>

/** Input and reply of redeeming. */
export const redeem = { input: z.object({ code: z.string().check(z.maxLength(100)) }), reply: Redemption } as const
export const redeemProblems = ['promo-code-refused', 'promo-code-used', 'too-many'] as const

export const promoCodes = feature('promo-codes', ['plans', 'licenses', 'bills', 'individual'], {
  redeem: post('/administrator/promoCode/redeem/{code}', {
    summary: 'Redeem a promo code for the workspace, or for a personal account',
    spec: 'individual.promo-redeem',
    ...redeem,
    may: 'self',
    unconfirmed: 'own',
    limit: 'code',
    fails: [...redeemProblems, 'not-permitted'],
  }),
  list: get('/superAdmin/promo-codes', {
    summary: 'List promo codes',
    input: z.extend(Page, { sort: z.optional(z.enum(['code', 'created'])) }),
    reply: pageOf(PromoCode),
    may: 'super.billing',
  }),
  create: post('/superAdmin/promo-codes', {
    summary: 'Create a promo code',
    input: z
      .extend(PromoValue, {
        code: PromoCodeText,
        mostUses: z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))),
        endsOn: z.nullable(Day),
      })
      .check(
        z.refine(({ days: more, keys: free, percent }) => more + free + percent > 0, {
          error: 'Enter days, keys, or a discount',
          path: ['days'],
        }),
      ),
    reply: PromoCode,
    may: 'super.billing',
    fails: ['promo-code-taken'],
  }),
  end: put('/superAdmin/promo-codes/{id}/end', {
    summary: 'End a promo code; what was redeemed stays',
    input: z.object({ id }),
    reply: PromoCode,
    may: 'super.billing',
    fails: ['not-found'],
  }),
  uses: get('/superAdmin/promo-codes/{id}/uses', {
    summary: 'List who used a promo code',
    input: z.extend(Page, { id }),
    reply: pageOf(
      z.object({
        id: z.string(),
        workspace: z.object({ id: z.string(), name: z.string() }),
        by: z.string(),
        at: instant,
      }),
    ),
    may: 'super.billing',
    fails: ['not-found'],
  }),
})
