import { promoCodes } from '@claviger/contract/billing/promo-codes'
import { bind } from '#http/bind.ts'
import { createCode, endPromoCode, listCodes, listUses, redeem } from './promo-codes.ts'

export default bind(promoCodes, {
  redeem,
  list: listCodes,
  create: createCode,
  end: endPromoCode,
  uses: listUses,
})
