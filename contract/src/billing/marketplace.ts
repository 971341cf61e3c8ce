import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { Done, instant } from '../platform/fields.ts'
import { unlessTooBig } from '../platform/limits.ts'

/** Status of a subscription, as the marketplace defines it. */
export const purchaseStatus = { pending: 0, subscribed: 1, suspended: 2, unsubscribed: 3 } as const

/** The token that the marketplace adds to the address of the landing page. */
const token = z
  .string(unlessTooBig('The purchase token is missing'))
  .check(z.minLength(1, 'The purchase token is missing'), z.maxLength(8000))

/** A resolved purchase, sealed for the browser: it opens only here, and for 24 hours. */
const purchase = z.string().check(z.minLength(1), z.maxLength(4000))

export const Purchase = z.object({
  name: z.string(),
  offer: z.string(),
  plan: z.string(),
  /** Seats; null for an offer without seats. */
  quantity: z.nullable(z.int()),
  buyer: z.string(),
  status: z.int(),
  /** For the next steps, and for the approval after signing in. */
  purchase: z.string(),
  endsAt: instant,
})
export type Purchase = z.output<typeof Purchase>

export const ApprovedPurchase = z.object({
  subscriptionId: z.string(),
  name: z.string(),
  offer: z.string(),
  plan: z.string(),
  quantity: z.nullable(z.int()),
  status: z.int(),
  approvedAt: instant,
})
export type ApprovedPurchase = z.output<typeof ApprovedPurchase>

const started = {
  reply: Purchase,
  may: 'public',
  limit: 'registration',
  fails: ['marketplace-not-configured', 'purchase-unidentified', 'marketplace-away'],
} as const

export const marketplace = feature('marketplace', {
  resolve: get('/marketplace/azure/start', {
    summary: 'Resolve the purchase when the marketplace flow opens',
    spec: 'marketplace.azure-start-get',
    input: z.object({ token }),
    ...started,
  }),
  start: post('/marketplace/azure/start', {
    summary: 'Start the marketplace onboarding with the purchase token',
    spec: 'marketplace.azure-start-post',
    input: z.object({ token }),
    silent: 'Nothing is stored before the purchase is approved',
    ...started,
  }),
  update: put('/marketplace/azure/start', {
    summary: 'Read a started onboarding again, with the current plan and quantity',
    spec: 'marketplace.azure-start-put',
    input: z.object({ purchase }),
    silent: 'Nothing is stored before the purchase is approved',
    ...started,
  }),
  abandon: del('/marketplace/azure/start', {
    summary: 'Abandon a started onboarding; the purchase can be opened again in the marketplace',
    spec: 'marketplace.azure-start-delete',
    input: z.object({ purchase }),
    reply: Done,
    may: 'public',
    limit: 'registration',
    fails: ['purchase-unidentified'],
    silent: 'Nothing is stored before the purchase is approved',
  }),
  approve: post('/administrator/marketplace/approve-purchase', {
    summary: 'Approve a cloud marketplace purchase for this workspace, and activate it',
    spec: 'marketplace.approve-purchase',
    input: z.object({ purchase }),
    reply: ApprovedPurchase,
    may: 'billing.write',
    fails: [
      'marketplace-not-configured',
      'purchase-unidentified',
      'purchase-taken',
      'marketplace-away',
      'change-refused',
    ],
  }),
  list: get('/administrator/marketplace/purchases', {
    summary: 'List the marketplace purchases of this workspace',
    input: z.object({}),
    reply: z.object({ items: z.array(ApprovedPurchase) }),
    may: 'billing.read',
  }),
})
