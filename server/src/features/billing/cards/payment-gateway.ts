/** A card in the payment service. */
export interface GatewayCard {
  readonly reference: string
  readonly brand: string
  readonly last4: string
  readonly expirationMonth: number
  readonly expirationYear: number
}

/** A card on its way to the payment service; nothing here is stored or logged. */
export interface CardNumberInput {
  readonly number: string
  readonly cvc: string
  readonly expirationMonth: number
  readonly expirationYear: number
}

/** The address of a cardholder. */
export interface HolderAddress {
  readonly address: string
  readonly city: string
  readonly postalCode: string
  readonly province: string | null
  readonly country: string
}

export interface CardOwner {
  readonly nameOnCard: string
  readonly address: HolderAddress
}

export interface Charge {
  /** Derived from the invoice: the same charge always has the same key. */
  readonly key: string
  readonly payment: string
  readonly invoice: string
  readonly workspace: string
  readonly customer: string
  readonly card: string
  readonly amount: number
  readonly currency: string
  readonly description: string
  /** The payer is present and can confirm with 3-D Secure. */
  readonly onSession: boolean
}

/** Outcome of a charge. The later outcome of a charge wins, in whatever order they arrive. */
export interface ChargeOutcome {
  readonly reference: string
  readonly payment: string | undefined
  readonly state: 'paid' | 'confirming' | 'failed'
  readonly failure?: string
  /** The card needs its holder, who must pay the invoice on the page. */
  readonly needsHolder?: boolean
  /** For the browser, to confirm with 3-D Secure. */
  readonly clientSecret?: string
  readonly refunded: number
}

export interface DisputeState {
  readonly reference: string
  readonly charge: string
  readonly amount: number
  readonly reason: string
  readonly status: string
  readonly openedAt: Date
}

export interface RefundOutcome {
  readonly reference: string
  readonly state: 'pending' | 'done' | 'failed'
}

/** A verified event; its object is read again, because events arrive in any order. */
export interface GatewayEvent {
  readonly id: string
  readonly type: string
  readonly subject: { readonly charge: string } | { readonly dispute: string } | undefined
}

/** The payment service refused, for good and with a reason. */
export class GatewayRefusal extends Error {}

/** The answer is lost, so the charge might exist: it must be looked up before it is repeated. */
export class GatewayUnavailable extends Error {}

/** A service that charges cards. All methods throw GatewayRefusal or GatewayUnavailable. */
export interface PaymentGateway {
  readonly publishableKey: string | undefined
  addCustomer(workspace: string, name: string): Promise<string>
  /** Prepares hosted fields: the secret with which the browser stores a card. */
  prepareCard(customer: string): Promise<string>
  /** Passes a card number on. */
  tokenize(card: CardNumberInput, holder: CardOwner): Promise<string>
  /** Keeps a card for later charges; `clientSecret` if its holder must confirm that first. */
  attachCard(customer: string, card: string, holder: CardOwner): Promise<GatewayCard & { clientSecret?: string }>
  updateCard(card: string, holder: CardOwner, expiry?: { month: number; year: number }): Promise<GatewayCard>
  detachCard(card: string): Promise<void>
  charge(charge: Charge): Promise<ChargeOutcome>
  /** What became of a charge whose answer was lost; undefined if the service never received it. */
  findCharge(charge: Pick<Charge, 'payment' | 'customer'>, since: Date): Promise<ChargeOutcome | undefined>
  chargeOf(reference: string): Promise<ChargeOutcome>
  /** Cancels a charge that the cardholder hasn't confirmed. */
  cancel(reference: string): Promise<ChargeOutcome>
  disputeOf(reference: string): Promise<DisputeState>
  refund(refund: { key: string; charge: string; amount: number; currency: string }): Promise<RefundOutcome>
  /** Reads a signed event. @throws GatewayRefusal if the signature or its time is wrong */
  readEvent(body: string, signature: string, now: Date): GatewayEvent
}
