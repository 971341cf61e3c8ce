import * as z from 'zod/mini'
import { chargeKinds, Day, Money } from './money.ts'

/**
 * A line of a bill. `amount` is quantity × price ÷ days, rounded once, half away from zero. `quantity` counts units on
 * each day, so 10 keys on 30 days are 300 in a month of 30 `days`.
 */
export const BillLine = z.object({
  kind: z.enum(chargeKinds),
  /** Text of a manual line, or the promo code. */
  text: z.nullable(z.string()),
  from: Day,
  /** The last day. */
  to: Day,
  quantity: z.int(),
  days: z.int(),
  /** For each unit and month; for a discount, the amount that it reduces. */
  price: Money,
  /** Of a discount, in hundredths of a percent. */
  share: z.nullable(z.int()),
  /** The tier of the price: the first key that it counts. */
  tier: z.nullable(z.int()),
  amount: Money,
  /** The days that it was computed from, with the number of units of each. */
  rows: z.array(z.object({ date: Day, count: z.int() })),
})
export type BillLine = z.output<typeof BillLine>
