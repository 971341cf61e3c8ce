import { problem } from '#platform/problem.ts'
import type { AppContext } from '#platform/app-context.ts'
import { GatewayUnavailable, GatewayRefusal, type PaymentGateway } from './payment-gateway.ts'
import type * as StripeGateway from './stripe-gateway.ts'

export {
  type Charge,
  type ChargeOutcome,
  type DisputeState,
  GatewayUnavailable as GatewayAway,
  GatewayRefusal,
  type PaymentGateway,
} from './payment-gateway.ts'

let stripe: typeof StripeGateway | undefined

/** Loads the library of the configured service. Installations without one don't keep it in memory. */
export async function loadGateway({ stripeSecretKey }: AppContext['config']): Promise<void> {
  if (stripeSecretKey !== undefined) stripe ??= await import('./stripe-gateway.ts')
}

const opened = new WeakMap<AppContext['config'], PaymentGateway>()

/** The service that charges cards; without one, workspaces pay by wire, which a super administrator approves. */
export function gatewayOf(world: AppContext): PaymentGateway | undefined {
  const { stripeSecretKey } = world.config
  if (stripeSecretKey === undefined) return undefined
  const known = opened.get(world.config)
  if (known) return known
  if (!stripe) throw new Error('The library of the payment service was not loaded')
  const made = stripe.stripeGateway(world, stripeSecretKey)
  opened.set(world.config, made)
  return made
}

/** @throws cards-not-configured */
export function mustTakeCards(world: AppContext): PaymentGateway {
  const gateway = gatewayOf(world)
  if (!gateway) throw problem('cards-not-configured')
  return gateway
}

/** Runs requests of a caller who waits for the answer. @throws payments-away, and `refused` for a refusal */
export async function asCaller<T>(
  refused: 'credit-card-refused' | 'refund-refused' | 'payment-failed',
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof GatewayRefusal) throw problem(refused)
    if (error instanceof GatewayUnavailable) throw problem('payments-away')
    throw error
  }
}
