import { plans } from '@claviger/contract/billing/plans'
import { bind } from '#http/bind.ts'
import { enterOnly } from '#platform/db/transaction.ts'
import {
  choosePaymentMethod,
  saveAddress,
  setPaymentMethodOf,
  setPolicy,
  toPayAsYouGo,
  toPrepaid,
} from './plans.change.ts'
import { defaultBillingPolicy, methodOf, policyHere, policyReply } from './plans.ts'

export default bind(plans, {
  policy: policyReply,
  paymentMethod: async ctx => ({ paymentMethod: methodOf((await policyHere(ctx)).row) }),
  choosePaymentMethod,
  saveAddress,
  ofWorkspace: async (ctx, { id }) => {
    await enterOnly(ctx, id)
    return policyReply(ctx)
  },
  setPolicy,
  defaultPolicy: defaultBillingPolicy,
  setPaymentMethod: setPaymentMethodOf,
  toPrepaid,
  toPayAsYouGo,
})
