import * as z from 'zod/mini'
import type { FormObject } from './form.ts'
import { invalid, missingObject, StripeRefusal } from './refusal.ts'

const line = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const metadata = z.optional(z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500))))
const expand = z.optional(z.array(z.string()))
const billing = z.optional(
  z.strictObject({
    name: z.optional(line(255)),
    address: z.optional(
      z.strictObject({
        line1: z.optional(line(500)),
        city: z.optional(line(255)),
        postal_code: z.optional(line(20)),
        country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
        state: z.optional(line(255)),
      }),
    ),
  }),
)
const digits = (min: number, max: number) => z.string().check(z.regex(new RegExp(`^\\d{${min},${max}}$`)))
const flag = z.enum(['true', 'false'])

const shapes = {
  customer: z.strictObject({ name: z.optional(line(256)), metadata }),
  card: z.strictObject({
    type: z.literal('card'),
    card: z.strictObject({
      number: digits(12, 19),
      exp_month: digits(1, 2),
      exp_year: digits(4, 4),
      cvc: digits(3, 4),
    }),
    billing_details: billing,
  }),
  cardUpdate: z.strictObject({
    billing_details: billing,
    card: z.optional(z.strictObject({ exp_month: digits(1, 2), exp_year: digits(4, 4) })),
  }),
  setup: z.strictObject({
    customer: z.string(),
    payment_method: z.optional(z.string()),
    allowed_payment_method_types: z.array(z.literal('card')),
    usage: z.enum(['off_session', 'on_session']),
    confirm: z.optional(flag),
  }),
  intent: z.strictObject({
    amount: digits(1, 8),
    currency: z.string().check(z.regex(/^[a-z]{3}$/)),
    customer: z.string(),
    payment_method: z.string(),
    allowed_payment_method_types: z.array(z.literal('card')),
    confirm: flag,
    off_session: flag,
    description: z.optional(line(1000)),
    metadata,
    expand,
  }),
  intentList: z.strictObject({
    customer: z.string(),
    created: z.strictObject({ gte: digits(1, 12) }),
    limit: digits(1, 3),
    starting_after: z.optional(z.string()),
  }),
  refund: z.strictObject({ payment_intent: z.string(), amount: digits(1, 8) }),
  expand: z.strictObject({ expand }),
  nothing: z.strictObject({}),
}

// docs.stripe.com/testing
export const testCards = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  declinedLater: '4000000000000341',
  needsHolder: '4000002760003184',
}

interface StripeCard {
  id: string
  object: 'payment_method'
  type: 'card'
  customer: string | null
  card: { brand: string; last4: string; exp_month: number; exp_year: number }
  billing_details: unknown
}
export interface StripeIntent {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  customer: string
  payment_method: string | null
  status: 'succeeded' | 'requires_action' | 'requires_payment_method' | 'canceled'
  client_secret: string
  created: number
  metadata: Record<string, string>
  last_payment_error: { type: string; code: string; decline_code?: string; message: string } | null
  latest_charge: { id: string; object: 'charge'; amount_refunded: number } | null
}

/** The contents of a Stripe account and the calls that we use. */
export class StripeObjects {
  readonly customers = new Map<string, { id: string; object: 'customer'; name: string | null; metadata: object }>()
  readonly cards = new Map<string, StripeCard>()
  readonly intents = new Map<string, StripeIntent>()
  readonly disputes = new Map<string, Record<string, unknown> & { id: string }>()
  readonly #numbers = new Map<string, string>()
  readonly #now: () => Date
  #made = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  answer(method: string, path: string, params: FormObject): unknown {
    const [, version, kind = '', id = '', act = ''] = path.split('/')
    if (version !== 'v1') throw missingObject('url', path)
    const call = `${method} ${kind}${id === '' ? '' : '/:id'}${act === '' ? '' : `/${act}`}`
    const known = this.#calls[call]
    if (!known) throw missingObject('url', `${method} ${path}`)
    return known(params, id)
  }

  /** The holder of a card confirms or refuses a charge, as Stripe.js does in the browser. */
  confirm(id: string, success: boolean): StripeIntent {
    const intent = this.#intent(id)
    if (intent.status !== 'requires_action') throw invalid('payment_intent', 'This intent needs no action')
    return success
      ? this.#succeed(intent)
      : this.#fail(intent, 'payment_intent_authentication_failure', 'The holder did not confirm')
  }

  /** Hosted fields: a card that the browser stored for a customer. */
  hostedCard(customer: string, number: string): string {
    const card = this.#newCard(number, 12, 2099, null)
    card.customer = customer
    return card.id
  }

  dispute(intent: string, status = 'needs_response'): Record<string, unknown> & { id: string } {
    const of = this.#intent(intent)
    const id = `dp_${String(++this.#made)}`
    const dispute = {
      id,
      object: 'dispute',
      amount: of.amount,
      currency: of.currency,
      payment_intent: intent,
      reason: 'fraudulent',
      status,
      created: this.#seconds(),
    }
    this.disputes.set(id, dispute)
    return dispute
  }

  readonly #calls: Record<string, (params: FormObject, id: string) => unknown> = {
    'POST customers': params => {
      const { name, metadata: of } = read(shapes.customer, params)
      const id = `cus_${String(++this.#made)}`
      const customer = { id, object: 'customer' as const, name: name ?? null, metadata: of ?? {} }
      this.customers.set(id, customer)
      return customer
    },
    'POST payment_methods': params => {
      const { card, billing_details: details } = read(shapes.card, params)
      return this.#newCard(card.number, Number(card.exp_month), Number(card.exp_year), details ?? null)
    },
    'GET payment_methods/:id': (params, id) => {
      read(shapes.nothing, params)
      return this.#card(id)
    },
    'POST payment_methods/:id': (params, id) => {
      const { billing_details: details, card } = read(shapes.cardUpdate, params)
      const known = this.#card(id)
      if (known.customer === null)
        throw invalid('payment_method', 'You must save this PaymentMethod to a customer before you can update it.')
      if (details) known.billing_details = details
      if (card) Object.assign(known.card, { exp_month: Number(card.exp_month), exp_year: Number(card.exp_year) })
      return known
    },
    'POST payment_methods/:id/detach': (params, id) => {
      read(shapes.nothing, params)
      const card = this.#card(id)
      if (card.customer === null) throw invalid('payment_method', 'The payment method is not attached to a customer')
      card.customer = null
      return card
    },
    'POST setup_intents': params => this.#setUp(params),
    'POST payment_intents': params => this.#charge(params),
    'GET payment_intents': params => this.#list(params),
    'GET payment_intents/:id': (params, id) => {
      read(shapes.expand, params)
      return this.#intent(id)
    },
    'POST payment_intents/:id/cancel': (params, id) => {
      read(shapes.nothing, params)
      const intent = this.#intent(id)
      if (intent.status === 'succeeded' || intent.status === 'canceled')
        throw invalid('intent', `You cannot cancel this PaymentIntent because it has a status of ${intent.status}`)
      return Object.assign(intent, { status: 'canceled' as const })
    },
    'POST refunds': params => this.#refund(params),
    'GET disputes/:id': (params, id) => {
      read(shapes.nothing, params)
      const dispute = this.disputes.get(id)
      if (!dispute) throw missingObject('dispute', id)
      return dispute
    },
  }

  #setUp(params: FormObject): unknown {
    const asked = read(shapes.setup, params)
    if (!this.customers.has(asked.customer)) throw missingObject('customer', asked.customer)
    const id = `seti_${String(++this.#made)}`
    let status = 'requires_payment_method'
    if (asked.payment_method !== undefined) {
      const card = this.#card(asked.payment_method)
      const number = this.#numbers.get(card.id) ?? ''
      status = asked.confirm === 'true' ? 'succeeded' : 'requires_confirmation'
      if (asked.confirm === 'true' && number === testCards.declined)
        throw cardError('card_declined', 'Your card was declined.', 'generic_decline')
      // Until its holder confirms, a card is not attached; a confirmed setup attaches it
      card.customer = asked.customer
    }
    return { id, object: 'setup_intent', status, client_secret: `${id}_secret_x`, customer: asked.customer }
  }

  #charge(params: FormObject): StripeIntent {
    const asked = read(shapes.intent, params)
    if (!this.customers.has(asked.customer)) throw missingObject('customer', asked.customer)
    const card = this.#card(asked.payment_method)
    if (card.customer !== asked.customer)
      throw invalid('payment_method', 'The PaymentMethod belongs to no such customer')
    if (Number(asked.amount) < (asked.currency === 'jpy' ? 50 : 50))
      throw invalid('amount', 'Amount must be at least 50', 'amount_too_small')
    const id = `pi_${String(++this.#made)}`
    const intent: StripeIntent = {
      id,
      object: 'payment_intent',
      amount: Number(asked.amount),
      currency: asked.currency,
      customer: asked.customer,
      payment_method: card.id,
      status: 'requires_payment_method',
      client_secret: `${id}_secret_x`,
      created: this.#seconds(),
      metadata: asked.metadata ?? {},
      last_payment_error: null,
      latest_charge: null,
    }
    this.intents.set(id, intent)
    const number = this.#numbers.get(card.id)
    const isExpired = Date.UTC(card.card.exp_year, card.card.exp_month, 1) <= this.#now().getTime()
    if (isExpired) throw this.#declined(intent, 'expired_card', 'Your card has expired.')
    if (number === testCards.declined || number === testCards.declinedLater)
      throw this.#declined(intent, 'card_declined', 'Your card was declined.', 'generic_decline')
    if (number === testCards.insufficient)
      throw this.#declined(intent, 'card_declined', 'Your card has insufficient funds.', 'insufficient_funds')
    if (number === testCards.needsHolder) {
      if (asked.off_session === 'true')
        throw this.#declined(
          intent,
          'authentication_required',
          'Your card requires authentication.',
          'authentication_required',
        )
      intent.status = 'requires_action'
      return intent
    }
    return this.#succeed(intent)
  }

  #list(params: FormObject): unknown {
    const { customer, created, limit, starting_after: after } = read(shapes.intentList, params)
    const all = [...this.intents.values()]
      .filter(one => one.customer === customer && one.created >= Number(created.gte))
      .toReversed()
    const from = after === undefined ? 0 : all.findIndex(one => one.id === after) + 1
    const data = all.slice(from, from + Number(limit))
    return { object: 'list', url: '/v1/payment_intents', has_more: from + data.length < all.length, data }
  }

  #refund(params: FormObject): unknown {
    const { payment_intent: id, amount } = read(shapes.refund, params)
    const intent = this.#intent(id)
    const charge = intent.latest_charge
    if (!charge) throw invalid('payment_intent', 'This PaymentIntent does not have a successful charge to refund.')
    if (charge.amount_refunded + Number(amount) > intent.amount)
      throw invalid('amount', 'Refund amount is greater than unrefunded amount on charge', 'charge_already_refunded')
    charge.amount_refunded += Number(amount)
    return {
      id: `re_${String(++this.#made)}`,
      object: 'refund',
      amount: Number(amount),
      status: 'succeeded',
      payment_intent: id,
    }
  }

  #succeed(intent: StripeIntent): StripeIntent {
    const charge = { id: `ch_${String(++this.#made)}`, object: 'charge' as const, amount_refunded: 0 }
    return Object.assign(intent, { status: 'succeeded' as const, last_payment_error: null, latest_charge: charge })
  }

  #fail(intent: StripeIntent, code: string, message: string, decline?: string): StripeIntent {
    return Object.assign(intent, {
      status: 'requires_payment_method' as const,
      payment_method: null,
      last_payment_error: { type: 'card_error', code, message, ...(decline && { decline_code: decline }) },
    })
  }

  #declined(intent: StripeIntent, code: string, message: string, decline?: string): StripeRefusal {
    return cardError(code, message, decline, this.#fail(intent, code, message, decline))
  }

  #newCard(number: string, month: number, year: number, details: unknown): StripeCard {
    const sum = Array.from(number)
      .toReversed()
      .reduce(
        (all, digit, at) =>
          all + (at % 2 === 0 ? Number(digit) : ((Number(digit) * 2) % 10) + Math.floor(Number(digit) / 5)),
        0,
      )
    if (sum % 10 !== 0) throw cardError('incorrect_number', 'Your card number is incorrect.')
    if (month < 1 || month > 12) throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.")
    if (Date.UTC(year, month, 1) <= this.#now().getTime())
      throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.")
    const id = `pm_${String(++this.#made)}`
    const card: StripeCard = {
      id,
      object: 'payment_method',
      type: 'card',
      customer: null,
      card: {
        brand: number.startsWith('4') ? 'visa' : 'mastercard',
        last4: number.slice(-4),
        exp_month: month,
        exp_year: year,
      },
      billing_details: details,
    }
    this.cards.set(id, card)
    this.#numbers.set(id, number)
    return card
  }

  #card(id: string): StripeCard {
    const card = this.cards.get(id)
    if (!card) throw missingObject('PaymentMethod', id)
    return card
  }

  #intent(id: string): StripeIntent {
    const intent = this.intents.get(id)
    if (!intent) throw missingObject('payment_intent', id)
    return intent
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1000)
  }
}

function cardError(code: string, message: string, decline?: string, intent?: StripeIntent): StripeRefusal {
  return new StripeRefusal(402, {
    type: 'card_error',
    code,
    message,
    ...(decline && { decline_code: decline }),
    ...(intent && { payment_intent: intent }),
  })
}

function read<S extends z.ZodMiniType>(shape: S, params: FormObject): z.output<S> {
  const result = z.safeParse(shape, params)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const param = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : (issue?.path.join('.') ?? '')
  throw invalid(param, `Received unknown or invalid parameter: ${param}`, 'parameter_unknown')
}
