import { Stripe } from 'stripe'
import type { AppContext } from '#platform/app-context.ts'
import {
  type CardOwner,
  type Charge,
  type ChargeOutcome,
  GatewayUnavailable,
  type GatewayCard,
  type GatewayEvent,
  GatewayRefusal,
  type PaymentGateway,
} from './payment-gateway.ts'
import { StripeHttp } from './stripe-http.ts'

/** In seconds; Stripe's own libraries allow the same. */
const signatureTolerance = 300

// Currencies without minor units that Stripe nevertheless counts in hundredths (docs.stripe.com/currencies)
const countedInHundredths = new Set(['ISK', 'UGX'])
const factorOf = (currency: string) => (countedInHundredths.has(currency) ? 100 : 1)

/** Charges cards with Stripe. */
export function stripeGateway(world: AppContext, secretKey: string): PaymentGateway {
  const { stripeUrl, stripePublishableKey, stripeWebhookSecret } = world.config
  const stripe = new Stripe(secretKey, {
    httpClient: new StripeHttp(world, new URL(stripeUrl)),
    maxNetworkRetries: 0,
    timeout: 20_000,
    telemetry: false,
    appInfo: { name: 'Claviger' },
  })
  return {
    publishableKey: stripePublishableKey,
    addCustomer: async (workspace, name) =>
      (
        await asked(() =>
          stripe.customers.create({ name, metadata: { workspace } }, { idempotencyKey: `customer_${workspace}` }),
        )
      ).id,
    async prepareCard(customer) {
      const setup = await asked(() =>
        stripe.setupIntents.create({ customer, usage: 'off_session', allowed_payment_method_types: ['card'] }),
      )
      return secretOf(setup)
    },
    async tokenize({ number, cvc, expirationMonth, expirationYear }, holder) {
      const card = { number, cvc, exp_month: expirationMonth, exp_year: expirationYear }
      const made = await asked(() =>
        stripe.paymentMethods.create({ type: 'card', card, billing_details: detailsOf(holder) }),
      )
      return made.id
    },
    async attachCard(customer, card, holder) {
      const known = await asked(() => stripe.paymentMethods.retrieve(card))
      if (known.customer !== null && idOf(known.customer) !== customer) throw new GatewayRefusal('Unknown card')
      // Hosted fields have done this in the browser
      const setup =
        known.customer === null
          ? await asked(() =>
              stripe.setupIntents.create({
                customer,
                payment_method: card,
                allowed_payment_method_types: ['card'],
                usage: 'off_session',
                confirm: true,
              }),
            )
          : undefined
      const updated = await asked(() => stripe.paymentMethods.update(card, { billing_details: detailsOf(holder) }))
      return { ...cardOf(updated), ...(setup?.status === 'requires_action' && { clientSecret: secretOf(setup) }) }
    },
    async updateCard(card, holder, expiry) {
      const updated = await asked(() =>
        stripe.paymentMethods.update(card, {
          billing_details: detailsOf(holder),
          ...(expiry && { card: { exp_month: expiry.month, exp_year: expiry.year } }),
        }),
      )
      return cardOf(updated)
    },
    async detachCard(card) {
      await asked(() => stripe.paymentMethods.detach(card)).catch((error: unknown) => {
        // Deleted at Stripe before
        if (!(error instanceof GatewayRefusal)) throw error
      })
    },
    charge: charge => send(stripe, charge),
    async findCharge({ payment, customer }, since) {
      // Reading is consistent, unlike Stripe's search, which lags
      const gte = Math.floor(since.getTime() / 1000) - signatureTolerance
      const reference = await asked(async () => {
        for await (const intent of stripe.paymentIntents.list({ customer, created: { gte }, limit: 100 }))
          if (intent.metadata['payment'] === payment) return intent.id
        return undefined
      })
      return reference === undefined ? undefined : this.chargeOf(reference)
    },
    chargeOf: async reference =>
      outcomeOf(await asked(() => stripe.paymentIntents.retrieve(reference, { expand: ['latest_charge'] }))),
    cancel: async reference => outcomeOf(await asked(() => stripe.paymentIntents.cancel(reference))),
    async disputeOf(reference) {
      const {
        id,
        payment_intent: intent,
        amount,
        currency,
        reason,
        status,
        created,
      } = await asked(() => stripe.disputes.retrieve(reference))
      return {
        reference: id,
        charge: intent === null ? '' : idOf(intent),
        amount: amount / factorOf(currency.toUpperCase()),
        reason,
        status,
        openedAt: new Date(created * 1000),
      }
    },
    async refund({ key, charge, amount, currency }) {
      const refund = await asked(() =>
        stripe.refunds.create({ payment_intent: charge, amount: amount * factorOf(currency) }, { idempotencyKey: key }),
      )
      const state = refund.status === 'succeeded' ? 'done' : refund.status === 'failed' ? 'failed' : 'pending'
      return { reference: refund.id, state }
    },
    readEvent: (body, signature, now) => eventOf(stripe, stripeWebhookSecret, body, signature, now),
  }
}

const idOf = (one: string | { id: string }): string => (typeof one === 'string' ? one : one.id)

function secretOf({ client_secret: secret }: { client_secret: string | null }): string {
  if (secret === null) throw new GatewayRefusal('The payment service gave no secret')
  return secret
}

/** Calls Stripe; distinguishes a refusal from a lost response. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): Error {
  if (error instanceof GatewayRefusal || error instanceof GatewayUnavailable) return error
  if (error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError)
    return new GatewayRefusal(error.message.slice(0, 300))
  return new GatewayUnavailable(error instanceof Error ? error.message.slice(0, 300) : 'The payment service is away')
}

async function send(stripe: Stripe, charge: Charge): Promise<ChargeOutcome> {
  try {
    const intent = await stripe.paymentIntents.create(
      {
        amount: charge.amount * factorOf(charge.currency),
        currency: charge.currency.toLowerCase(),
        customer: charge.customer,
        payment_method: charge.card,
        allowed_payment_method_types: ['card'],
        confirm: true,
        off_session: !charge.onSession,
        description: charge.description,
        metadata: { payment: charge.payment, invoice: charge.invoice, workspace: charge.workspace },
        expand: ['latest_charge'],
      },
      { idempotencyKey: charge.key },
    )
    return outcomeOf(intent)
  } catch (error) {
    // A declined card is an answer: it has the charge that failed
    const intent = error instanceof Stripe.errors.StripeCardError ? error.payment_intent : undefined
    if (intent) return { ...outcomeOf(intent), state: 'failed' }
    throw refusalOf(error)
  }
}

function outcomeOf(intent: Stripe.PaymentIntent): ChargeOutcome {
  const { id, status, metadata, last_payment_error: failure, latest_charge: last, currency } = intent
  const refunded = typeof last === 'object' && last !== null ? last.amount_refunded : 0
  return {
    reference: id,
    payment: metadata['payment'],
    state:
      status === 'succeeded'
        ? 'paid'
        : status === 'requires_action' || status === 'processing'
          ? 'confirming'
          : 'failed',
    refunded: refunded / factorOf(currency.toUpperCase()),
    ...(failure?.message && { failure: failure.message.slice(0, 300) }),
    ...(failure?.code === 'authentication_required' && { needsHolder: true }),
    ...(status === 'requires_action' && intent.client_secret !== null && { clientSecret: intent.client_secret }),
  }
}

function cardOf({ id, card }: Stripe.PaymentMethod): GatewayCard {
  if (!card) throw new GatewayRefusal('This is no card')
  return {
    reference: id,
    brand: card.brand,
    last4: card.last4,
    expirationMonth: card.exp_month,
    expirationYear: card.exp_year,
  }
}

const detailsOf = ({ nameOnCard, address }: CardOwner) => ({
  name: nameOnCard,
  address: {
    line1: address.address,
    city: address.city,
    postal_code: address.postalCode,
    country: address.country,
    ...(address.province !== null && address.province !== '' && { state: address.province }),
  },
})

function eventOf(stripe: Stripe, secret: string | undefined, body: string, signature: string, now: Date): GatewayEvent {
  if (secret === undefined) throw new GatewayRefusal('No webhook secret is configured')
  const at = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1])
  // The library refuses old signatures only
  if (!(at <= now.getTime() / 1000 + signatureTolerance)) throw new GatewayRefusal('The signature is from the future')
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(body, signature, secret, signatureTolerance, undefined, now.getTime())
  } catch (error) {
    throw new GatewayRefusal(error instanceof Error ? error.message.slice(0, 300) : 'The signature is wrong')
  }
  const object = event.data.object as { id?: string; object?: string; payment_intent?: string | { id: string } | null }
  const charge = object.object === 'payment_intent' ? object.id : object.payment_intent && idOf(object.payment_intent)
  const subject =
    object.object === 'dispute' && object.id !== undefined
      ? { dispute: object.id }
      : typeof charge === 'string'
        ? { charge }
        : undefined
  return { id: event.id, type: event.type, subject }
}
