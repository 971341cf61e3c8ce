import { individual } from '@claviger/contract/access/individual'
import { bind } from '#http/bind.ts'
import { keepPromoCode } from '../registration/registration.promo.ts'
import { ownAccount, ownLog, reactivate } from './individual.ts'

export default bind(individual, { get: ownAccount, logs: ownLog, reactivate, redeemRegistering: keepPromoCode })
