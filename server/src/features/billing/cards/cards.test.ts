import { cards } from '@claviger/contract/billing/cards'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { testCards } from '#test/emulators/stripe/objects.ts'
import { stripeEmulator } from '#test/emulators/stripe/stripe.ts'
import { outboxMails } from '#integrations/mail.ts'

const stripe = await stripeEmulator()
const lines: string[] = []
const open = { BILLING: 'on', ...stripe.settings, PAYMENT_ACCEPT_CARD_NUMBERS: 'true' }
const home = await startTestApp(open, { write: line => lines.push(line) })
const owner = home.as(home.given.owner.accessToken)
const elsewhere = home.as(home.given.ownerElsewhere.accessToken)

const address = { address: '1 Harbour Road', city: 'Northgate', country: 'GB', postalCode: 'NG1 1AA' }
const card = {
  cardNumber: '4242 4242 4242 4242',
  cvc: '987',
  expirationMonth: 12,
  expirationYear: 2090,
  nameOnCard: 'Grace Hopper',
  ...address,
}

test('passes a card number on and stores it nowhere: not in the database, the log, or emails (R188)', async () => {
  const added = await owner.tell(cards.create, card)
  expect(added).toMatchObject({
    brand: 'visa',
    last4: '4242',
    expirationMonth: 12,
    expirationYear: 2090,
    confirm: null,
  })
  await owner.ask(cards.create, { ...card, cardNumber: testCards.declined })
  await owner.ask(cards.create, { ...card, cardNumber: '4242424242424241' })
  await owner.ask(cards.create, { ...card, cardNumber: '4242424242424242', postalCode: '1234567890' })
  const { items } = await owner.tell(cards.list)
  expect(items.filter(one => one.last4 === '0002')).toEqual([])
  expect(Object.keys(items[0] ?? {})).not.toEqual(expect.arrayContaining(['cvc', 'cardNumber', 'number']))
  const numbers = /4242 ?4242 ?4242 ?424[12]|4000000000000002/
  const { rows } = await home.world.superPool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname in ('public', 'jobs')",
  )
  let read = 0
  for (const { name } of rows) {
    const found = await home.world.superPool
      .query<{ row: string }>(`select t::text as row from public.${name} t`)
      .catch(() => home.world.superPool.query<{ row: string }>(`select t::text as row from jobs.${name} t`))
      .catch(() => ({ rows: [] }))
    read += found.rows.length
    for (const { row } of found.rows) expect(row, name).not.toMatch(numbers)
  }
  expect(read).toBeGreaterThan(20)
  expect(lines.join('\n')).not.toMatch(numbers)
  expect(JSON.stringify(await outboxMails(home.world))).not.toMatch(numbers)
  const log = await owner.tell(activity.list, { action: 'card.added' })
  expect(log.items[0]).toMatchObject({ objectName: 'visa •••• 4242' })
  expect(JSON.stringify(log.items)).not.toMatch(numbers)
})

test.each([
  ['a postal code of 10 characters (R143)', { postalCode: '1234567890' }, 'invalid-input'],
  ['a wrong check digit', { cardNumber: '4242424242424241' }, 'invalid-input'],
  ['letters', { cardNumber: '4242x24242424242' }, 'invalid-input'],
  ['a security code of two digits', { cvc: '12' }, 'invalid-input'],
  ['a month that does not exist', { expirationMonth: 13 }, 'invalid-input'],
  ['a missing security code', { cvc: undefined }, 'invalid-input'],
  ['an expired card', { expirationMonth: 1, expirationYear: 2020 }, 'card-expired'],
  ['a declined card', { cardNumber: testCards.declined }, 'credit-card-refused'],
  ['an unknown ID of hosted fields', { paymentMethodId: 'pm_unknown' }, 'credit-card-refused'],
])('refuses %s', async (_what, wrong, code) => {
  const answer = await owner.ask(cards.create, { ...card, ...wrong })
  expect(answer.body['code']).toBe(code)
  expect(answer.status).toBe(422)
})

test('accepts a postal code of 9 characters (R143)', async () => {
  const added = await elsewhere.tell(cards.create, { ...card, postalCode: '123456789' })
  expect(added.postalCode).toBe('123456789')
})

test('hosted fields add a card without its number, and a card of another workspace is refused', async () => {
  const { clientSecret, publishableKey } = await owner.tell(cards.prepare)
  expect(publishableKey).toBe(stripe.settings.STRIPE_PUBLISHABLE_KEY)
  expect(clientSecret).toContain('_secret_')
  const customer = customerOf(home.given.owner.workspace)
  const { cardNumber: _number, cvc: _cvc, expirationMonth: _month, expirationYear: _year, ...rest } = card
  const hosted = { ...rest, paymentMethodId: stripe.objects.hostedCard(customer, testCards.mastercard) }
  const added = await owner.tell(cards.create, hosted)
  expect(added).toMatchObject({ brand: 'mastercard', last4: '4444' })
  expect((await owner.tell(cards.create, hosted)).cardId).toBe(added.cardId)
  expect((await elsewhere.ask(cards.create, hosted)).body['code']).toBe('credit-card-refused')
})

const customerOf = (workspace: string) =>
  [...stripe.objects.customers.values()].find(one => JSON.stringify(one.metadata).includes(workspace))?.id ?? ''

test('changes, sets as default, and deletes a card, and sends each change to the payment service', async () => {
  const own = await startTestApp(open)
  const caller = own.as(own.given.owner.accessToken)
  const first = await caller.tell(cards.create, card)
  const second = await caller.tell(cards.create, { ...card, cardNumber: testCards.mastercard })
  expect([first.isDefault, second.isDefault]).toEqual([true, false])
  const changed = await caller.tell(cards.update, {
    cardId: second.cardId,
    expirationMonth: 3,
    expirationYear: 2091,
    nameOnCard: 'Ada Lovelace',
    isDefault: true,
  })
  expect(changed).toMatchObject({ expirationMonth: 3, isDefault: true, nameOnCard: 'Ada Lovelace' })
  const moved = await caller.tell(cards.changeAddress, { cardId: changed.cardId, ...address, city: 'Southgate' })
  expect(moved.city).toBe('Southgate')
  const customer = customerOf(own.given.owner.workspace)
  const known = [...stripe.objects.cards.values()].find(one => one.customer === customer && one.card.last4 === '4444')
  expect(known).toMatchObject({ card: { exp_month: 3 }, billing_details: { address: { city: 'Southgate' } } })
  expect((await owner.ask(cards.remove, { cardId: changed.cardId })).status).toBe(404)
  await caller.tell(cards.remove, { cardId: changed.cardId })
  expect((await caller.tell(cards.list)).items).toMatchObject([{ cardId: first.cardId, isDefault: true }])
  expect(known?.customer).toBeNull()
})

test('refuses a new card with a reason while the payment service is down, and saves nothing', async () => {
  const before = (await owner.tell(cards.list)).items.length
  stripe.faults.down = true
  const answer = await owner.ask(cards.create, { ...card, cardNumber: testCards.mastercard })
  stripe.faults.down = false
  expect([answer.status, answer.body['code']]).toEqual([502, 'payments-away'])
  expect((await owner.tell(cards.list)).items).toHaveLength(before)
})

test('users without billing permissions can neither see nor change cards', async () => {
  for (const token of [home.given.user.accessToken, home.given.userManager.accessToken]) {
    expect((await home.as(token).ask(cards.list)).status).toBe(403)
    expect((await home.as(token).ask(cards.create, card)).status).toBe(403)
  }
  const reader = home.as(home.given.readOnly.accessToken)
  expect((await reader.ask(cards.list)).status).toBe(200)
  expect((await reader.ask(cards.create, card)).status).toBe(403)
})

test('refuses card numbers without PAYMENT_ACCEPT_CARD_NUMBERS, and all cards without Stripe', async () => {
  const strict = await startTestApp({ BILLING: 'on', ...stripe.settings })
  const before = stripe.requests.length
  const refused = await strict.as(strict.given.owner.accessToken).ask(cards.create, card)
  expect(refused.body['code']).toBe('card-numbers-refused')
  expect(stripe.requests).toHaveLength(before)
  const wire = await startTestApp({ BILLING: 'on' })
  const caller = wire.as(wire.given.owner.accessToken)
  expect((await caller.ask(cards.create, card)).body['code']).toBe('cards-not-configured')
  expect(await caller.tell(cards.list)).toMatchObject({ available: false, publishableKey: null, acceptsNumbers: false })
})

test('a workspace can have at most ten cards', async () => {
  const { items: before } = await elsewhere.tell(cards.list)
  const added: string[] = []
  for (let n = before.length; n < 10; n++) added.push((await elsewhere.tell(cards.create, card)).cardId)
  expect(await elsewhere.ask(cards.create, card)).toMatchObject({
    status: 409,
    body: { code: 'too-many-cards', message: expect.stringContaining('10') as unknown },
  })
  for (const cardId of added) await elsewhere.tell(cards.remove, { cardId })
})
