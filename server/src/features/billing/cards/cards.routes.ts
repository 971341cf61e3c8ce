import { cards } from '@claviger/contract/billing/cards'
import { bind, withoutTransaction } from '#http/bind.ts'
import { addCard, changeCardAddress, listCards, prepareCard, removeCard, updateCard } from './cards.ts'

export default bind(cards, {
  create: withoutTransaction(addCard),
  prepare: withoutTransaction(prepareCard),
  list: listCards,
  remove: withoutTransaction(removeCard),
  update: withoutTransaction(updateCard),
  changeAddress: withoutTransaction(changeCardAddress),
})
