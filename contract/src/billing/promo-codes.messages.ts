import { logged, refusals } from '../platform/text-declarations.ts'

export const promoCodesLog = logged({
  'promo-code.created': { label: 'Promo code created', did: 'created the promo code <0/>' },
  'promo-code.ended': { label: 'Promo code ended', did: 'ended the promo code <0/>' },
  'promo-code.redeemed': {
    label: 'Promo code redeemed',
    did: 'redeemed the promo code <0/>',
    failed: 'entered a promo code that was refused',
  },
})

export const promoCodesRefusals = refusals({
  'promo-code-refused': { status: 422, says: "This promo code isn't valid" },
  'promo-code-used': { status: 409, says: 'This promo code was already redeemed here' },
  'promo-code-taken': { status: 409, says: 'This promo code already exists', constraint: 'promo_codes_code' },
})
