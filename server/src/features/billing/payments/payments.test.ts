import { allBills } from '@claviger/contract/billing/all-bills'
import { bills } from '@claviger/contract/billing/bills'
import { cards } from '@claviger/contract/billing/cards'
import { payments, paymentStates } from '@claviger/contract/billing/payments'
import { plans } from '@claviger/contract/billing/plans'
import { expect, test } from 'vitest'
import { startBilledApp } from '#test/billing/billing-app.ts'
import type { TestApp } from '#test/app/test-app.ts'
import { type StripeIntent, testCards } from '#test/emulators/stripe/objects.ts'
import { stripeEmulator } from '#test/emulators/stripe/stripe.ts'
import { days, hours } from '#platform/clock.ts'
import { outboxMails } from '#integrations/mail.ts'
import { retryDays } from './payments.settle.ts'
import { chargeBill, chargeDueBills } from './payments.jobs.ts'

const time: { clock?: TestApp['clock'] } = {}
const stripe = await stripeEmulator(() => time.clock?.now() ?? new Date())
const home = await startBilledApp('2031-01-10', { ...stripe.settings, PAYMENT_ACCEPT_CARD_NUMBERS: 'true' })
time.clock = home.clock
const { given, owner, sue, world, app } = home
const { workspace } = given.owner
const address = { address: 'Am Park 1', city: 'Berlin', country: 'DE', postalCode: '10115' }
await (await owner()).tell(plans.saveAddress, { ...address, name: 'Krankenhaus Nord', email: 'accounts@nord.example' })

/** Makes a card the one that invoices are charged to. */
async function payWith(cardNumber: string): Promise<void> {
  const caller = await owner()
  const { items } = await caller.tell(cards.list)
  const expiry = { expirationMonth: 12, expirationYear: 2090, nameOnCard: 'Ada Byron' }
  const known = items.find(one => one.last4 === cardNumber.slice(-4))
  const { cardId } = known ?? (await caller.tell(cards.create, { ...address, ...expiry, cardNumber, cvc: '123' }))
  await caller.tell(cards.update, { cardId, ...expiry, isDefault: true })
  await caller.tell(plans.choosePaymentMethod, { paymentMethod: 0 })
}

const invoice = async (price = 10_000): Promise<string> => {
  const line = { text: 'Setup', quantity: 1, price }
  const made = await (
    await sue()
  ).tell(allBills.create, { workspaceId: workspace, from: '2031-01-01', to: '2031-01-31', lines: [line] })
  expect(made.paidStatus).toBe(3)
  return made.invoiceId ?? ''
}
const charge = (id: string) => chargeBill.work(world, { workspace, invoice: id })
const shown = async (id: string) => (await owner()).tell(bills.one, { id })
const attempts = async (id: string) => (await (await owner()).tell(payments.list, { id })).items
const intents = (id: string): StripeIntent[] =>
  [...stripe.objects.intents.values()].filter(one => one.metadata['invoice'] === id)
const send = async ({ payload, signature }: { payload: string; signature: string }) =>
  (
    await app.inject({
      method: 'POST',
      url: '/api/webhooks/stripe',
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      payload,
    })
  ).statusCode

/** An invoice whose charge failed for good. */
async function overdue(price?: number): Promise<string> {
  await payWith(testCards.needsHolder)
  const id = await invoice(price)
  await charge(id)
  expect((await shown(id)).paidStatus).toBe(2)
  return id
}

test('charges an issued invoice once, even if its job runs ten times concurrently', async () => {
  await payWith(testCards.visa)
  const id = await invoice()
  await chargeDueBills.work(world, {})
  await Promise.allSettled(Array.from({ length: 10 }, () => charge(id)))
  await expect.poll(async () => (await shown(id)).paidStatus, { timeout: 10_000 }).toBe(1)
  const { total, paid } = await shown(id)
  expect(paid).toBe(total)
  expect(intents(id)).toMatchObject([{ amount: total, status: 'succeeded' }])
  await charge(id)
  expect(await attempts(id)).toMatchObject([{ attempt: 1, state: paymentStates.paid, card: 'visa •••• 4242' }])
})

test('looks up a charge whose response was lost, and does not repeat it', async () => {
  await payWith(testCards.visa)
  const id = await invoice()
  stripe.faults.loseAnswers = 1
  await expect(charge(id)).rejects.toThrow()
  expect(await attempts(id)).toMatchObject([{ state: paymentStates.sent }])
  const sent = () => stripe.requests.filter(one => one.key === `invoice_${id}_1`).length
  expect(sent()).toBe(1)
  await charge(id)
  expect(sent()).toBe(1)
  expect(intents(id)).toHaveLength(1)
  expect((await shown(id)).paidStatus).toBe(1)
})

test('a payment service that is down for a day delays the charge, which happens once', async () => {
  await payWith(testCards.visa)
  const id = await invoice()
  stripe.faults.down = true
  for (let hour = 0; hour < 4; hour++) {
    await expect(charge(id)).rejects.toThrow()
    home.clock.forward(hours(6))
  }
  stripe.faults.down = false
  await charge(id)
  expect((await shown(id)).paidStatus).toBe(1)
  expect(intents(id)).toHaveLength(1)
  expect(await attempts(id)).toHaveLength(1)
})

test('retries a declined card on a schedule; then the invoice is overdue, and another card can pay it (R184)', async () => {
  await payWith(testCards.declinedLater)
  const id = await invoice()
  await charge(id)
  for (const [place, wait] of retryDays.entries()) {
    expect((await shown(id)).paidStatus).toBe(3)
    expect((await attempts(id))[place]).toMatchObject({
      state: paymentStates.failed,
      failure: 'Your card was declined.',
    })
    expect((await (await owner()).ask(bills.checkout, { invoiceId: id })).body['code']).toBe('not-overdue')
    home.clock.forward(days(wait) + 1000)
    await chargeDueBills.work(world, {})
    await expect.poll(async () => (await attempts(id)).length, { timeout: 10_000 }).toBe(place + 2)
    await expect.poll(async () => (await attempts(id)).at(-1)?.state, { timeout: 10_000 }).toBe(paymentStates.failed)
  }
  await expect.poll(async () => (await shown(id)).paidStatus).toBe(2)
  expect((await attempts(id)).at(-1)).toMatchObject({ retryAt: null })
  await expect
    .poll(
      async () =>
        (await outboxMails(world)).filter(one => one.to === 'accounts@nord.example' && /failed/.test(one.subject))
          .length,
      { timeout: 10_000 },
    )
    .toBeGreaterThanOrEqual(retryDays.length + 1)
  expect((await (await owner()).ask(bills.checkout, { invoiceId: id })).body['code']).toBe('payment-failed')
  await payWith(testCards.visa)
  const { bill, confirm } = await (await owner()).tell(bills.checkout, { invoiceId: id })
  expect([bill.paidStatus, confirm]).toEqual([1, null])
  expect(intents(id).filter(one => one.status === 'succeeded')).toHaveLength(1)
})

test('a card that needs authentication is charged on the page with 3-D Secure', async () => {
  const id = await overdue()
  const { bill, confirm } = await (await owner()).tell(bills.checkout, { invoiceId: id })
  expect(bill.paidStatus).toBe(2)
  expect(confirm?.publishableKey).toBe(stripe.settings.STRIPE_PUBLISHABLE_KEY)
  // Asked again, the same charge is confirmed, not a second one
  expect((await (await owner()).tell(bills.checkout, { invoiceId: id })).confirm).toEqual(confirm)
  const waiting = intents(id).find(one => one.status === 'requires_action')
  const done = stripe.objects.confirm(waiting?.id ?? '', true)
  // The page asks again once the holder has confirmed, and needs no event for that
  const after = await (await owner()).tell(bills.checkout, { invoiceId: id })
  expect([after.bill.paidStatus, after.confirm]).toEqual([1, null])
  expect((await attempts(id)).at(-1)).toMatchObject({ state: paymentStates.paid })
  expect(await send(stripe.event('payment_intent.succeeded', done))).toBe(200)
  await expect.poll(async () => (await shown(id)).paidStatus, { timeout: 10_000 }).toBe(1)
  expect(intents(id).filter(one => one.status === 'succeeded')).toHaveLength(1)
})

test('a cardholder who does not confirm can pay with another card', async () => {
  const id = await overdue()
  await (await owner()).tell(bills.checkout, { invoiceId: id })
  await payWith(testCards.visa)
  expect((await (await owner()).tell(bills.checkout, { invoiceId: id })).bill.paidStatus).toBe(1)
  expect(
    intents(id)
      .map(one => one.status)
      .toSorted(),
  ).toEqual(['canceled', 'requires_payment_method', 'succeeded'])
})

test('events count once, in any order, and only with a valid signature', async () => {
  const id = await overdue()
  await (await owner()).tell(bills.checkout, { invoiceId: id })
  const waiting = intents(id).find(one => one.status === 'requires_action')
  const before = stripe.event('payment_intent.payment_failed', { ...waiting })
  const done = stripe.objects.confirm(waiting?.id ?? '', true)
  const event = stripe.event('payment_intent.succeeded', done)
  const inTenMinutes = new Date(home.clock.now().getTime() + 600_000)
  const tenMinutesAgo = new Date(home.clock.now().getTime() - 600_000)
  for (const wrong of [
    stripe.event('payment_intent.succeeded', done, { secret: 'whsec_other' }),
    stripe.event('payment_intent.succeeded', done, { at: inTenMinutes }),
    stripe.event('payment_intent.succeeded', done, { at: tenMinutesAgo }),
    { ...event, payload: event.payload.replace('succeeded', 'canceled') },
    { ...event, signature: 'v1=1' },
  ])
    expect(await send(wrong)).toBe(400)
  expect((await shown(id)).paidStatus).toBe(2)
  expect(new Set(await Promise.all(Array.from({ length: 100 }, () => send(event))))).toEqual(new Set([200]))
  await expect.poll(async () => (await shown(id)).paidStatus, { timeout: 10_000 }).toBe(1)
  // An older event arrives last
  expect(await send(before)).toBe(200)
  await expect
    .poll(() => home.number('select count(*) as n from payment_events where done_at is null'), { timeout: 10_000 })
    .toBe(0)
  const { paidStatus, paid, total } = await shown(id)
  expect([paidStatus, paid]).toEqual([1, total])
  expect(await home.number('select count(*) as n from bill_payments where bill_id = $1', [id])).toBe(1)
  expect(await send(stripe.event('payment_intent.succeeded', { ...done, id: 'pi_of_another_shop' }))).toBe(200)
})

test('refunds are made once, up to the amount paid, and disputes are shown', async () => {
  await payWith(testCards.visa)
  const id = await invoice()
  await charge(id)
  const [payment] = await attempts(id)
  const refund = async (amount: number) =>
    (await sue()).ask(payments.refund, { id: payment?.id ?? '', amount, reason: 'Goodwill' })
  expect((await refund(1_000_000)).body['code']).toBe('refund-too-high')
  expect((await refund(2_000)).body).toMatchObject({ refunds: [{ amount: 2_000, state: 2, reason: 'Goodwill' }] })
  expect(await shown(id)).toMatchObject({ refunded: 2_000, paidStatus: 1 })
  // Refunded at Stripe
  const [intent] = intents(id)
  const total = payment?.amount ?? 0
  if (intent?.latest_charge) intent.latest_charge.amount_refunded = total
  await send(stripe.event('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: intent?.id }))
  await expect.poll(async () => (await shown(id)).refunded, { timeout: 10_000 }).toBe(total)
  expect((await refund(1)).body['code']).toBe('refund-too-high')
  const dispute = stripe.objects.dispute(intent?.id ?? '')
  await send(stripe.event('charge.dispute.created', dispute))
  await expect.poll(async () => (await shown(id)).disputed, { timeout: 10_000 }).toBe(true)
  dispute['status'] = 'won'
  await send(stripe.event('charge.dispute.closed', dispute))
  await expect.poll(async () => (await shown(id)).disputed, { timeout: 10_000 }).toBe(false)
  const listed = await (await sue()).tell(payments.listOf, { id })
  expect(listed.items[0]?.disputes).toMatchObject([{ status: 'won', reason: 'fraudulent', amount: total }])
})

test('refuses payment without a card, for an invoice of another workspace, and for users without permission', async () => {
  const id = await overdue()
  const elsewhere = home.as((await given.session(given.ownerElsewhere)).accessToken)
  expect((await elsewhere.ask(bills.checkout, { invoiceId: id })).status).toBe(404)
  expect((await elsewhere.ask(payments.list, { id })).status).toBe(404)
  const reader = home.as((await given.session(given.readOnly)).accessToken)
  expect((await reader.ask(bills.checkout, { invoiceId: id })).status).toBe(403)
  const caller = await owner()
  for (const { cardId } of (await caller.tell(cards.list)).items) await caller.tell(cards.remove, { cardId })
  expect((await caller.ask(bills.checkout, { invoiceId: id })).body['code']).toBe('no-card')
})
