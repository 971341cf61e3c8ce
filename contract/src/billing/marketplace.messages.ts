import { messages } from '../platform/messages.ts'
import { logged, refusals } from '../platform/text-declarations.ts'

export const marketplaceLog = logged({
  'purchase.approved': { label: 'Marketplace purchase approved', did: 'approved the marketplace purchase <0/>' },
  'purchase.changed': { label: 'Marketplace purchase changed', did: 'changed the marketplace purchase <0/>' },
})

export const marketplaceRefusals = refusals({
  'marketplace-not-configured': { status: 409, says: 'This installation sells nothing in a cloud marketplace' },
  'purchase-unidentified': { status: 422, says: messages['marketplace.unidentified'] },
  'purchase-taken': {
    status: 409,
    says: 'Another workspace has approved this purchase',
    constraint: 'marketplace_subscriptions_pkey',
  },
  'marketplace-away': { status: 502, says: "The marketplace didn't respond. Try again in a moment" },
})
