import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import type { Card, CardReply, cards } from '@claviger/contract/billing/cards'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import { registerCards } from '../plans/plans.cards.ts'
import { asCaller, gatewayOf, mustTakeCards, type PaymentGateway } from './cards.gateway.ts'
import * as store from './cards.store.ts'
import type { CardRow } from './cards.store.ts'
import type { CardOwner } from './payment-gateway.ts'

type InputFor<Call extends keyof typeof cards.calls> = OutputOf<(typeof cards.calls)[Call]['input']>

const mostCards = 10

/** A card is valid until the end of its month. */
const hasExpired = (now: Date, month: number, year: number): boolean => now.getTime() >= Date.UTC(year, month, 1)

const cardOf = (now: Date, row: CardRow): Card => ({
  cardId: row.id,
  brand: row.brand,
  last4: row.last4,
  expirationMonth: row.expiration_month,
  expirationYear: row.expiration_year,
  expired: hasExpired(now, row.expiration_month, row.expiration_year),
  nameOnCard: row.name_on_card,
  address: row.address,
  country: row.country,
  province: row.province,
  city: row.city,
  postalCode: row.postal_code,
  isDefault: row.is_default,
  createdAt: row.created_at.toISOString(),
})

/** How people recognize a card: "visa •••• 4242". */
export const cardLabel = (row: Pick<CardRow, 'brand' | 'last4'>): string => `${row.brand} •••• ${row.last4}`

const logObjectOf = (row: CardRow) => ({ type: 'card', id: row.id, name: cardLabel(row) })

const logFieldsOf = (row: CardRow) => ({
  expires: `${String(row.expiration_month).padStart(2, '0')}/${row.expiration_year}`,
  nameOnCard: row.name_on_card,
  country: row.country,
  isDefault: row.is_default,
})

type AddressInput = Pick<InputFor<'changeAddress'>, 'address' | 'country' | 'province' | 'city' | 'postalCode'>

const holderOf = (nameOnCard: string, { address, country, province, city, postalCode }: AddressInput): CardOwner => ({
  nameOnCard,
  address: { address, country, city, postalCode, province: province ?? null },
})

const holderOfRow = (row: CardRow): CardOwner =>
  holderOf(row.name_on_card, {
    address: row.address,
    country: row.country,
    city: row.city,
    postalCode: row.postal_code,
    ...(row.province !== null && { province: row.province }),
  })

export async function listCards(ctx: TransactionContext) {
  const now = ctx.clock.now()
  const gateway = gatewayOf(ctx)
  return {
    items: (await store.cardsOf(ctx.db)).map(row => cardOf(now, row)),
    available: gateway !== undefined,
    publishableKey: gateway?.publishableKey ?? null,
    acceptsNumbers: gateway !== undefined && ctx.config.paymentAcceptCardNumbers,
  }
}

/** The workspace's customer object at the payment service, created before the first card. */
export async function customerOf(ctx: RequestContext, gateway: PaymentGateway): Promise<string> {
  const known = await ctx.transact(one => store.findCardCustomer(one.db))
  if (!known) throw problem('not-found')
  if (known.reference !== null) return known.reference
  const workspace = workspaceOf(ctx)
  const reference = await asCaller('credit-card-refused', () => gateway.addCustomer(workspace, known.name))
  await ctx.transact(one => store.putCustomer(one.db, workspace, reference))
  return reference
}

/** The number that a caller sent, only if the operator allows it; it goes to the payment service and nowhere else. */
function numberIn(ctx: RequestContext, input: InputFor<'create'>) {
  if (!ctx.config.paymentAcceptCardNumbers) throw problem('card-numbers-refused')
  const { cardNumber: number, cvc, expirationMonth, expirationYear } = input
  const missing = { cardNumber: number, cvc, expirationMonth, expirationYear }
  const fields = Object.entries(missing).flatMap(([field, value]) =>
    value === undefined ? [{ field, message: 'This field is required' }] : [],
  )
  if (number === undefined || cvc === undefined || expirationMonth === undefined || expirationYear === undefined)
    throw problem('invalid-input', undefined, fields)
  if (hasExpired(ctx.clock.now(), expirationMonth, expirationYear)) throw problem('card-expired')
  return { number, cvc, expirationMonth, expirationYear }
}

/** @throws cards-not-configured, card-numbers-refused, credit-card-refused, card-expired, payments-away, too-many-cards */
export async function addCard(ctx: RequestContext, input: InputFor<'create'>): Promise<CardReply> {
  const gateway = mustTakeCards(ctx)
  const number = input.paymentMethodId === undefined ? numberIn(ctx, input) : undefined
  if ((await ctx.transact(one => store.cardsOf(one.db))).length >= mostCards) throw problem('too-many-cards')
  const customer = await customerOf(ctx, gateway)
  const holder = holderOf(input.nameOnCard, input)
  const added = await asCaller('credit-card-refused', async () => {
    const reference = input.paymentMethodId ?? (number && (await gateway.tokenize(number, holder))) ?? ''
    return gateway.attachCard(customer, reference, holder)
  })
  const now = ctx.clock.now()
  if (hasExpired(now, added.expirationMonth, added.expirationYear)) throw problem('card-expired')
  const row = await ctx.transact(async one => {
    const others = await store.lockWorkspaceCards(one.db)
    const again = others.find(card => card.reference === added.reference)
    if (again) return again
    if (others.length >= mostCards) throw problem('too-many-cards')
    const made = await store.insertCard(one.db, {
      workspace_id: workspaceOf(one),
      id: newId(),
      reference: added.reference,
      brand: added.brand,
      last4: added.last4,
      expiration_month: added.expirationMonth,
      expiration_year: added.expirationYear,
      name_on_card: input.nameOnCard,
      address: input.address,
      country: input.country,
      province: input.province ?? null,
      city: input.city,
      postal_code: input.postalCode,
      is_default: others.length === 0,
      created_at: now,
    })
    await record(one, { action: 'card.added', object: logObjectOf(made), after: logFieldsOf(made) })
    return made
  })
  const { clientSecret } = added
  const { publishableKey } = gateway
  const confirm = clientSecret === undefined || publishableKey === undefined ? null : { clientSecret, publishableKey }
  return { ...cardOf(now, row), confirm }
}

export async function prepareCard(ctx: RequestContext) {
  const gateway = mustTakeCards(ctx)
  const { publishableKey } = gateway
  if (publishableKey === undefined) throw problem('cards-not-configured')
  const customer = await customerOf(ctx, gateway)
  return { clientSecret: await asCaller('credit-card-refused', () => gateway.prepareCard(customer)), publishableKey }
}

async function cardById(ctx: RequestContext, id: string): Promise<CardRow> {
  const row = (await ctx.transact(one => store.cardsOf(one.db))).find(card => card.id === id)
  if (!row) throw problem('not-found')
  return row
}

/** @throws not-found, card-expired, credit-card-refused, payments-away */
export async function updateCard(ctx: RequestContext, input: InputFor<'update'>): Promise<Card> {
  const row = await cardById(ctx, input.cardId)
  const { expirationMonth: month, expirationYear: year, nameOnCard, isDefault } = input
  if (hasExpired(ctx.clock.now(), month, year)) throw problem('card-expired')
  const holder = { ...holderOfRow(row), nameOnCard }
  await asCaller('credit-card-refused', () => mustTakeCards(ctx).updateCard(row.reference, holder, { month, year }))
  return change(ctx, row.id, {
    expiration_month: month,
    expiration_year: year,
    name_on_card: nameOnCard,
    ...(isDefault === true && { is_default: true }),
  })
}

/** @throws not-found, payments-away */
export async function changeCardAddress(ctx: RequestContext, { cardId, ...address }: InputFor<'changeAddress'>) {
  const row = await cardById(ctx, cardId)
  const holder = holderOf(row.name_on_card, address)
  await asCaller('credit-card-refused', () => mustTakeCards(ctx).updateCard(row.reference, holder))
  return change(ctx, row.id, {
    address: address.address,
    country: address.country,
    province: address.province ?? null,
    city: address.city,
    postal_code: address.postalCode,
  })
}

const change = (ctx: RequestContext, id: string, to: Partial<CardRow>): Promise<Card> =>
  ctx.transact(async one => {
    const before = (await store.lockWorkspaceCards(one.db)).find(card => card.id === id)
    if (!before) throw problem('not-found')
    if (to.is_default) await store.dropDefault(one.db)
    const after = await store.updateCardRow(one.db, workspaceOf(one), id, to)
    await record(one, {
      action: 'card.changed',
      object: logObjectOf(after),
      before: { ...logFieldsOf(before), city: before.city, address: before.address, postalCode: before.postal_code },
      after: { ...logFieldsOf(after), city: after.city, address: after.address, postalCode: after.postal_code },
    })
    return cardOf(one.clock.now(), after)
  })

/** @throws not-found, payments-away */
export async function removeCard(ctx: RequestContext, { cardId }: InputFor<'remove'>) {
  const row = await cardById(ctx, cardId)
  await asCaller('credit-card-refused', async () => gatewayOf(ctx)?.detachCard(row.reference))
  await ctx.transact(async one => {
    const all = await store.lockWorkspaceCards(one.db)
    if (!all.some(card => card.id === cardId)) throw problem('not-found')
    await store.deleteCard(one.db, cardId)
    const next = all.find(card => card.id !== cardId)
    if (row.is_default && next) await store.updateCardRow(one.db, workspaceOf(one), next.id, { is_default: true })
    await record(one, { action: 'card.removed', object: logObjectOf(row), before: logFieldsOf(row) })
  })
  return doneReply
}

/** A card to charge, as far as payments need to know it. */
export interface ChargeableCard {
  readonly id: string
  readonly reference: string
  readonly customer: string
  readonly label: string
}

/** The card that invoices of the workspace are charged to. */
export async function defaultCard(ctx: TransactionContext): Promise<ChargeableCard | undefined> {
  const row = (await store.cardsOf(ctx.db)).find(card => card.is_default)
  const customer = row && (await store.findCardCustomer(ctx.db))?.reference
  return row && customer ? { id: row.id, reference: row.reference, customer, label: cardLabel(row) } : undefined
}

// Plans can't import cards, so cards tell them whether a workspace has one
registerCards(async ctx => (await store.cardsOf(ctx.db)).length > 0)
