import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { Done, flag, id, instant, nameText, Nothing, optionalText, text, whole } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { unlessTooBig } from '../platform/limits.ts'
import { fillText } from '../platform/wording.ts'

/** The check digit of a card number (ISO/IEC 7812-1, annex B). */
function passesLuhn(number: string): boolean {
  let sum = 0
  for (const [place, digit] of Array.from(number).toReversed().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const digits = (value: string) => value.replace(/[\s-]/g, '')

const CardNumber = z
  .string(unlessTooBig('Card number is required'))
  .check(
    z.maxLength(30, fillText('Use at most {max} characters', { max: 30 })),
    z.overwrite(digits),
    z.minLength(1, { error: 'Card number is required', abort: true }),
    z.regex(/^\d{12,19}$/, { error: 'This card number is not valid', abort: true }),
    z.refine(passesLuhn, 'This card number is not valid'),
  )

const cvc = z
  .string(unlessTooBig('Security code is required'))
  .check(z.maxLength(4, 'Enter the 3 or 4 digits'), z.regex(/^\d{3,4}$/, 'Enter the 3 or 4 digits'))

const expiry = { expirationMonth: whole(1, 12), expirationYear: whole(2000, 2100) }

const address = {
  address: text(300, 'Address is required'),
  country: z
    .string(unlessTooBig(messages['required.countries']))
    .check(z.maxLength(2), z.regex(/^[A-Z]{2}$/, messages['required.countries'])),
  province: optionalText(100),
  city: text(100, 'City is required'),
  postalCode: z
    .string(unlessTooBig('Postal code is required'))
    .check(z.trim(), z.minLength(1, 'Postal code is required'), z.maxLength(9, messages['limit.postal-code'])),
}

const nameOnCard = nameText(100, 'Name on card is required')

/** A credit card without its number and security code, which are never stored (R188). */
export const Card = z.object({
  cardId: z.string(),
  brand: z.string(),
  last4: z.string(),
  expirationMonth: z.int(),
  expirationYear: z.int(),
  expired: z.boolean(),
  nameOnCard: z.string(),
  address: z.string(),
  country: z.string(),
  province: z.nullable(z.string()),
  city: z.string(),
  postalCode: z.string(),
  /** Invoices are charged to this card. */
  isDefault: z.boolean(),
  createdAt: instant,
})
export type Card = z.output<typeof Card>

/** What the browser must confirm at the payment service (3-D Secure). */
export const PaymentConfirmation = z.object({ clientSecret: z.string(), publishableKey: z.string() })
export type PaymentConfirmation = z.output<typeof PaymentConfirmation>

const CardReply = z.extend(Card, { confirm: z.nullable(PaymentConfirmation) })
export type CardReply = z.output<typeof CardReply>

const ofCard = { cardId: id }

export const cards = feature('cards', {
  create: post('/administrator/payment/credit-cards/information', {
    summary: 'Add a credit card, by the ID that the hosted fields of the payment service return, or by its number',
    spec: 'billing.card-create',
    input: z.object({
      /** From the hosted fields. Without it, number, security code, and expiration date are needed. */
      paymentMethodId: z.optional(z.string().check(z.maxLength(100), z.regex(/^pm_\w{1,90}$/))),
      cardNumber: z.optional(CardNumber),
      cvc: z.optional(cvc),
      expirationMonth: z.optional(expiry.expirationMonth),
      expirationYear: z.optional(expiry.expirationYear),
      nameOnCard,
      ...address,
    }),
    reply: CardReply,
    may: 'billing.write',
    fails: [
      'cards-not-configured',
      'card-numbers-refused',
      'credit-card-refused',
      'card-expired',
      'payments-away',
      'too-many-cards',
    ],
  }),
  prepare: post('/administrator/payment/credit-cards/setup', {
    summary: 'Prepare the hosted fields of the payment service for a new credit card',
    input: Nothing,
    reply: PaymentConfirmation,
    may: 'billing.write',
    unconfirmed: 'draft',
    fails: ['cards-not-configured', 'payments-away'],
    silent: 'Nothing changes until the card is added',
  }),
  list: get('/administrator/payment/credit-cards/information', {
    summary: 'List credit cards, and how cards can be added',
    spec: 'billing.cards-list',
    input: Nothing,
    reply: z.object({
      items: z.array(Card),
      /** A payment service is configured. */
      available: z.boolean(),
      /** Set if the browser must use hosted fields. */
      publishableKey: z.nullable(z.string()),
      /** Card numbers can be sent to this server. */
      acceptsNumbers: z.boolean(),
    }),
    may: 'billing.read',
  }),
  remove: del('/administrator/payment/credit-cards/{cardId}/information', {
    summary: 'Delete a credit card',
    spec: 'billing.card-delete',
    input: z.object(ofCard),
    reply: Done,
    may: 'billing.write',
    fails: ['not-found', 'payments-away'],
  }),
  update: put('/administrator/payment/credit-cards/{cardId}/information', {
    summary: 'Change the expiration date and name of a credit card, or make it the default',
    spec: 'billing.card-update',
    input: z.object({ ...ofCard, ...expiry, nameOnCard, isDefault: z.optional(flag) }),
    reply: Card,
    may: 'billing.write',
    fails: ['not-found', 'card-expired', 'credit-card-refused', 'payments-away'],
  }),
  changeAddress: put('/administrator/payment/credit-cards/{cardId}/billing-address', {
    summary: "Change a credit card's billing address",
    spec: 'billing.card-address',
    input: z.object({ ...ofCard, ...address }),
    reply: Card,
    may: 'billing.write',
    fails: ['not-found', 'payments-away'],
  }),
})
