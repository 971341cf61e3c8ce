import { logged, refusals } from '../platform/text-declarations.ts'

export const cardsLog = logged({
  'card.added': { label: 'Credit card added', did: 'added the credit card <0/>' },
  'card.changed': { label: 'Credit card changed', did: 'changed the credit card <0/>' },
  'card.removed': { label: 'Credit card deleted', did: 'deleted the credit card <0/>' },
})

export const cardsRefusals = refusals({
  'cards-not-configured': {
    status: 409,
    says: "This installation doesn't accept credit cards. Pay by wire transfer, or ask the operator",
  },
  'card-numbers-refused': {
    status: 422,
    says: 'This installation accepts no card numbers. Enter the card in the fields of the payment service',
  },
  'credit-card-refused': {
    status: 422,
    says: 'The payment service refused this card. Check the card, or use another one',
  },
  'card-expired': { status: 422, says: 'This card has expired' },
  'payments-away': { status: 502, says: "The payment service didn't respond. Try again in a moment" },
  'too-many-cards': { status: 409, says: 'A workspace can have at most 10 credit cards' },
})
