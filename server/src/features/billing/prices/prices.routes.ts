import { prices } from '@claviger/contract/billing/prices'
import { bind } from '#http/bind.ts'
import { listPrices, removePrices, savePrices } from './prices.ts'

export default bind(prices, { list: listPrices, save: savePrices, remove: removePrices })
