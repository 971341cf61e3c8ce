import { marketplace } from '@claviger/contract/billing/marketplace'
import { bind, withoutTransaction } from '#http/bind.ts'
import { abandonPurchase, approvePurchase, listPurchases, readPurchase, startPurchase } from './marketplace.ts'

export default bind(marketplace, {
  resolve: withoutTransaction(startPurchase),
  start: withoutTransaction(startPurchase),
  update: withoutTransaction(readPurchase),
  abandon: abandonPurchase,
  approve: withoutTransaction(approvePurchase),
  list: listPurchases,
})
