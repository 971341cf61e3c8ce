import { randomUUID } from 'node:crypto'
import { marketplace } from '@claviger/contract/billing/marketplace'
import { activity } from '@claviger/contract/oversight/activity'
import { messages } from '@claviger/contract/platform/messages'
import { expect, test } from 'vitest'
import { startTestApp, type TestClock } from '#test/app/test-app.ts'
import { marketplaceEmulator } from '#test/emulators/marketplace.ts'
import { hours } from '#platform/clock.ts'
import { meterMarketplace } from './marketplace.jobs.ts'

const time: { clock?: TestClock } = {}
const seller = await marketplaceEmulator(() => time.clock?.now() ?? new Date())
const home = await startTestApp({ BILLING: 'on', ...seller.settings })
time.clock = home.clock
const { app, as, given, world } = home
// The clock goes on, so that sessions end
const asOwner = async (of = given.owner) => as((await given.session(of)).accessToken)
const stranger = as(undefined)

const approved = async () => {
  const { id, token } = seller.buy()
  const { purchase } = await stranger.tell(marketplace.start, { token })
  await (await asOwner()).tell(marketplace.approve, { purchase })
  return id
}
const send = async (notice: object) =>
  (await app.inject({ method: 'POST', url: '/api/webhooks/marketplace', payload: notice })).statusCode
const shown = async (id: string) =>
  (await (await asOwner()).tell(marketplace.list)).items.find(one => one.subscriptionId === id)
const changes = async (id: string) =>
  (await (await asOwner()).tell(activity.list, { action: 'purchase.changed', pageSize: 100 })).items.filter(
    one => one.objectId === id && one.after?.['operation'] !== undefined,
  )

test('a purchase is resolved, approved by a signed-in owner, and activated', async () => {
  const { id, token } = seller.buy('gold', 40)
  const opened = await stranger.tell(marketplace.resolve, { token })
  expect(opened).toMatchObject({ plan: 'gold', quantity: 40, status: 0, buyer: 'buyer@buyer.example' })
  const started = await stranger.tell(marketplace.start, { token })
  expect((await stranger.ask(marketplace.approve, { purchase: started.purchase })).status).toBe(401)
  expect((await (await asOwner(given.user)).ask(marketplace.approve, { purchase: started.purchase })).status).toBe(403)
  const done = await (await asOwner()).tell(marketplace.approve, { purchase: started.purchase })
  expect(done).toMatchObject({ subscriptionId: id, plan: 'gold', quantity: 40, status: 1 })
  expect(seller.bought.get(id)?.saasSubscriptionStatus).toBe('Subscribed')
  expect(await stranger.tell(marketplace.update, { purchase: started.purchase })).toMatchObject({ status: 1 })
  expect(await (await asOwner()).tell(marketplace.approve, { purchase: started.purchase })).toMatchObject({ status: 1 })
  const other = await (await asOwner(given.ownerElsewhere)).ask(marketplace.approve, { purchase: started.purchase })
  expect([other.status, other.body['code']]).toEqual([409, 'purchase-taken'])
})

test('a purchase that cannot be identified shows its message (R200)', async () => {
  const { token } = seller.buy()
  const { purchase } = await stranger.tell(marketplace.start, { token })
  home.clock.forward(hours(25))
  for (const answer of [
    await stranger.ask(marketplace.resolve, { token: 'unknown' }),
    await stranger.ask(marketplace.start, { token }),
    await stranger.ask(marketplace.update, { purchase }),
    await stranger.ask(marketplace.update, { purchase: 'made-up' }),
  ]) {
    expect(answer.body['code']).toBe('purchase-unidentified')
    expect(answer.body['message']).toBe(messages['marketplace.unidentified'])
  }
  expect((await stranger.ask(marketplace.start, { token: '' })).status).toBe(422)
})

test('confirms each notice with the marketplace and applies it', async () => {
  const id = await approved()
  expect(await send(seller.begin(id, 'ChangePlan', { planId: 'gold' }))).toBe(200)
  await expect.poll(() => shown(id)).toMatchObject({ plan: 'gold', quantity: 20 })
  await expect.poll(() => seller.bought.get(id)?.planId).toBe('gold')
  await send(seller.begin(id, 'ChangeQuantity', { quantity: 75 }))
  await expect.poll(() => shown(id)).toMatchObject({ quantity: 75 })
  await expect.poll(() => seller.bought.get(id)?.quantity).toBe(75)
  await send(seller.begin(id, 'Suspend'))
  await expect.poll(() => shown(id)).toMatchObject({ status: 2 })
  await send(seller.begin(id, 'Reinstate'))
  await expect.poll(() => shown(id)).toMatchObject({ status: 1 })
  await expect.poll(() => seller.bought.get(id)?.saasSubscriptionStatus).toBe('Subscribed')
  await send(seller.begin(id, 'Renew'))
  await expect.poll(async () => (await changes(id)).length).toBe(5)
  await send(seller.begin(id, 'Unsubscribe'))
  await expect.poll(() => shown(id)).toMatchObject({ status: 3 })
})

test('a forged notice changes nothing', async () => {
  const id = await approved()
  const real = seller.begin(id, 'ChangePlan', { planId: 'gold' })
  expect(await send({ ...real, id: randomUUID(), planId: 'free' })).toBe(200)
  expect(await send({ ...real, action: 'ChangeQuantity', quantity: 9999 })).toBe(200)
  // The marketplace says that the subscription is still active
  expect(await send({ ...real, id: randomUUID(), action: 'Unsubscribe' })).toBe(200)
  expect(await send({ ...real, subscriptionId: randomUUID() })).toBe(404)
  expect(await send({ ...real, action: 'Transfer' })).toBe(400)
  expect(await send({})).toBe(400)
  await expect.poll(async () => (await changes(id)).length).toBe(1)
  expect(await shown(id)).toMatchObject({ plan: 'silver', quantity: 20, status: 1 })
  // Nothing in the body is believed: the plan of the operation counts
  await send({ ...real, planId: 'free' })
  await expect.poll(() => shown(id)).toMatchObject({ plan: 'gold' })
})

test('applies the same notice only once if it arrives 100 times concurrently', async () => {
  const id = await approved()
  const notice = seller.begin(id, 'ChangeQuantity', { quantity: 33 })
  const answers = await Promise.all(Array.from({ length: 100 }, () => send(notice)))
  expect(new Set(answers)).toEqual(new Set([200]))
  await expect.poll(() => shown(id)).toMatchObject({ quantity: 33 })
  await expect
    .poll(async () => (await world.jobs.counts()).find(one => one.name === 'marketplace-notice')?.waiting ?? 0, {
      timeout: 20_000,
    })
    .toBe(0)
  expect(await changes(id)).toHaveLength(1)
})

test('meters each hour of a subscription once, also after downtime and lost responses', async () => {
  await given.addActiveKeys([given.user.id])
  const id = await approved()
  const sent = () => [...seller.usage.keys()].filter(key => key.startsWith(id))
  await meterMarketplace.work(world, {})
  const before = sent().length
  home.clock.forward(hours(3))
  seller.faults.loseAnswers = 1
  await expect(meterMarketplace.work(world, {})).rejects.toThrow()
  await meterMarketplace.work(world, {})
  await meterMarketplace.work(world, {})
  expect(sent()).toHaveLength(before + 3)
  seller.faults.down = true
  home.clock.forward(hours(5))
  await expect(meterMarketplace.work(world, {})).rejects.toThrow()
  seller.faults.down = false
  await meterMarketplace.work(world, {})
  expect(sent()).toHaveLength(before + 8)
  const { rows } = await world.superPool.query(
    "select count(*)::integer as n from marketplace_usage where subscription_id = $1 and state = 'sent'",
    [id],
  )
  expect(rows[0]).toEqual({ n: before + 8 })
})

test('without a publisher, the marketplace is off', async () => {
  const none = await startTestApp({ BILLING: 'on' })
  expect((await none.as(undefined).ask(marketplace.start, { token: 'x' })).body['code']).toBe(
    'marketplace-not-configured',
  )
  const answer = await none.app.inject({ method: 'POST', url: '/api/webhooks/marketplace', payload: {} })
  expect(answer.statusCode).toBe(404)
})
