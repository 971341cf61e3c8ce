import * as z from 'zod/mini'
import { feature, get, put } from '../platform/endpoint.ts'
import { Nothing } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { paymentPlans } from './money.ts'
import { unlessTooBig } from '../platform/limits.ts'

const number = messages['required.limitation-number']
export const mostLicenses = 1_000_000

/** A number of keys as limit; the specification has the words (R156). */
export const KeyLimit = z.int(unlessTooBig(number)).check(z.gte(0, number), z.lte(mostLicenses))

/** Percentages of the limit at which administrators are warned. */
export const licenseWarnings = [80, 95, 100] as const

/** What limits the number of active keys. */
export const limitReasons = ['trial', 'no-payment-method', 'fixed-prepaid', 'key-limit'] as const
export type LimitReason = (typeof limitReasons)[number]

export const Licenses = z.object({
  plan: z.enum(paymentPlans),
  /** Keys that use a license: all except pending and deleted ones. */
  used: z.int(),
  /** Maximum number of keys; null is unlimited. */
  limit: z.nullable(z.int()),
  limitedBy: z.nullable(z.enum(limitReasons)),
  /** Prepaid licenses, including those of promo codes; null with pay as you go. */
  licenses: z.nullable(z.int()),
  free: z.int(),
  /** Limit set by administrators of the workspace. */
  ownLimit: z.nullable(z.int()),
  /** Users in status 41, without a license. */
  waiting: z.int(),
  /** The highest threshold reached, in percent; null below 80. */
  warning: z.nullable(z.int()),
})
export type Licenses = z.output<typeof Licenses>

export const licenses = feature('licenses', ['users', 'plans', 'bills'], {
  get: get('/administrator/licenses', {
    summary: 'Get the licenses of the workspace: used, limit, and users who wait for one',
    input: Nothing,
    reply: Licenses,
    may: 'billing.read',
  }),
  limit: put('/administrator/licenses/limit', {
    summary: 'Limit the number of active keys, or remove the limit',
    input: z.object({ limit: z.nullable(KeyLimit) }),
    reply: Licenses,
    may: 'billing.write',
  }),
  buy: put('/administrator/licenses', {
    summary: 'Set the number of prepaid licenses, from today on',
    input: z.object({ licenses: KeyLimit }),
    reply: Licenses,
    may: 'billing.write',
    fails: ['not-prepaid', 'too-few-licenses'],
  }),
})
