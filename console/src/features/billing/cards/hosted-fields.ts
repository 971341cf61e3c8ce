import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'

// Without signals about the behavior of users, which would be sent to further hosts
loadStripe.setLoadParameters({ advancedFraudSignals: false })

/** Stripe's script, which must come from Stripe's host; loaded when a card is entered or confirmed. Null if it can't be. */
export const stripeOf = (publishableKey: string): Promise<Stripe | null> => loadStripe(publishableKey).catch(() => null)

/** Lets the cardholder confirm a payment (3-D Secure). Returns why it failed, or null; undefined without Stripe's script. */
export async function confirmPayment(of: {
  clientSecret: string
  publishableKey: string
}): Promise<string | null | undefined> {
  const stripe = await stripeOf(of.publishableKey)
  if (stripe === null) return undefined
  const { error } = await stripe.confirmCardPayment(of.clientSecret)
  return error ? (error.message ?? '') : null
}
