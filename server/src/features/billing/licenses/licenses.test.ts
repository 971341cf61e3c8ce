import { licenses } from '@claviger/contract/billing/licenses'
import { plans } from '@claviger/contract/billing/plans'
import { partners } from '@claviger/contract/governance/partners'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { messages } from '@claviger/contract/platform/messages'
import { users, userStatus } from '@claviger/contract/people/users'
import { expect } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startBilledApp, refusal } from '#test/billing/billing-app.ts'
import { story } from '#test/billing/story.ts'
import { outboxMails } from '#integrations/mail.ts'
import { transact } from '#platform/db/transaction.ts'
import { refreshLimits, stopCounting } from './licenses.jobs.ts'
import { waitForLicenses } from './licenses.ts'

const home = await startBilledApp('2031-05-10')
const { given, owner, sue, world, as, goTo } = home
const { workspace } = given.owner
const { remove, restore } = testData(home)
let cards = 0
const cardFor = (userId: string) => ({
  userId,
  type: 2,
  activation: 1 as const,
  cardId: (0x10_00_00_00 + cards++).toString(16),
})
const statusOf = async (id: string) => (await (await owner()).tell(users.get, { id })).status
const licensesNow = async () => (await owner()).tell(licenses.get)

const step = story('licenses are used, run out, and are handed out again', 180_000)

/** Of the price tables of tests: freeKeys and trialKeys. */
const [freeKeys, trialKeys] = [5, 250]

step('free keys are the limit without a payment method, in the trial the trial keys, and none with wire', async () => {
  expect(await licensesNow()).toMatchObject({ limit: freeKeys, limitedBy: 'no-payment-method', used: 0 })
  await (await sue()).tell(plans.setPolicy, { id: workspace, plan: 1, trialEndDate: '2031-05-20' })
  expect(await licensesNow()).toMatchObject({ limit: trialKeys, limitedBy: 'trial' })
  await goTo('2031-05-21')
  await refreshLimits(world)
  expect(await licensesNow()).toMatchObject({ limit: 5 })
  await (await sue()).tell(plans.setPaymentMethod, { id: workspace, paymentMethod: 1 })
  expect(await licensesNow()).toMatchObject({ limit: null, limitedBy: null })
  for (const limit of [-1, 1.5, undefined, 'many'])
    expect(await (await owner()).ask(licenses.limit, { limit: limit as never })).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'limit', message: messages['required.limitation-number'] }] },
    })
})

step('of 500 activations at the same time, a limit of 100 lets 100 through (R156)', async () => {
  await (await owner()).tell(licenses.limit, { limit: 100 })
  const people: string[] = []
  for (let n = 0; n < 500; n++) people.push(await given.addUser(`Racer${n}`, 'Hundred'))
  const admin = as((await given.session(given.administrator)).accessToken)
  const outcomes = new Map<string, number>()
  const activate = async (id: string) => {
    for (;;) {
      const { status, body } = await admin.ask(keyAssignment.add, cardFor(id))
      // An overloaded server asks to try again
      if (status === 503) continue
      const found = status === 200 ? 'done' : `${status} ${String(body['message'])}`
      outcomes.set(found, (outcomes.get(found) ?? 0) + 1)
      return
    }
  }
  await Promise.all(people.map(activate))
  expect(Object.fromEntries(outcomes)).toEqual({ done: 100, [`402 ${messages['limits.exceeded']}`]: 400 })
  expect(await licensesNow()).toMatchObject({ used: 100, limit: 100, warning: 100 })
  expect(
    await home.number('select count(*) as n from security_keys where workspace_id = $1 and status = 20', [workspace]),
  ).toBe(100)
})

step('administrators are warned at 80, 95, and 100 %, once each', async () => {
  await (
    await owner()
  ).tell(plans.saveAddress, {
    name: 'Nord',
    country: 'DE',
    city: 'Berlin',
    address: 'Am Park 1',
    postalCode: '10115',
    email: 'licenses@nord.example',
  })
  const subjects = async () =>
    (await outboxMails(world)).filter(one => one.to === 'licenses@nord.example').map(one => one.subject)
  for (const limit of [130, 124, 105, 101, 100, 100]) {
    await (await owner()).tell(licenses.limit, { limit })
    await home.count()
  }
  await expect.poll(subjects).toHaveLength(3)
  expect((await subjects()).toSorted()).toEqual(
    [100, 80, 95].map(percent => `${percent} % of your security keys are in use`),
  )
})

step(
  'a key that a directory activates waits for a license, and users get one in the order of their waiting',
  async () => {
    const first = await given.addUser('First', 'Waiter')
    const second = await given.addUser('Second', 'Waiter')
    const operator = { kind: 'operator', name: 'Directory' } as const
    for (const id of [first, second])
      await transact(
        world,
        { actor: operator, request: { id: 'test', ip: '', userAgent: '' }, workspace },
        async ctx => {
          await waitForLicenses(ctx)
          await ctx.db
            .insertInto('security_keys')
            .values({
              workspace_id: workspace,
              id,
              user_id: id,
              kind: 3,
              name: 'Of a directory',
              status: 20,
              credential_storage: 1,
              proximity: false,
              audit: true,
              offline: false,
              remembered_pin_hours: 0,
              activation: 1,
              made_by_name: 'Directory',
              created_at: ctx.clock.now(),
              changed_at: ctx.clock.now(),
            })
            .execute()
          await ctx.db.updateTable('users').set({ active_keys: 1 }).where('id', '=', id).execute()
        },
      )
    expect([await statusOf(first), await statusOf(second)]).toEqual([userStatus.needLicense, userStatus.needLicense])
    expect(await licensesNow()).toMatchObject({ used: 100, waiting: 2 })
    // An administrator's activation is still refused
    const other = await given.addUser('Third', 'Refused')
    expect(await (await owner()).ask(keyAssignment.add, cardFor(other))).toMatchObject(refusal(402, 'limits-exceeded'))
    const { rows } = await world.superPool.query<{ id: string; user_id: string }>(
      'select id, user_id from security_keys where workspace_id = $1 and kind = 2 and status = 20 limit 3',
      [workspace],
    )
    const [key, holder] = [rows[0]?.id as string, rows[1]?.user_id as string]
    await (await owner()).tell(keyActCalls.removeOne, { id: key })
    expect([await statusOf(first), await statusOf(second)]).toEqual([userStatus.active, userStatus.needLicense])
    await remove(holder)
    expect([await statusOf(second), (await licensesNow()).used]).toEqual([userStatus.active, 100])
    // From the recycle bin a key comes back, and waits
    await restore(holder)
    expect(await statusOf(holder)).toBe(userStatus.needLicense)
    await (await owner()).tell(licenses.limit, { limit: 101 })
    expect(await statusOf(holder)).toBe(userStatus.active)
    expect(await licensesNow()).toMatchObject({ used: 101, waiting: 0 })
  },
)

step('fixed prepaid licenses are the limit; prepaid ones are not, and buying more lets more keys in', async () => {
  await (await owner()).tell(licenses.limit, { limit: null })
  await (await sue()).tell(plans.setPolicy, { id: workspace, plan: 1, keyLimit: 101 })
  expect(await licensesNow()).toMatchObject({ limit: 101, limitedBy: 'key-limit' })
  await (await sue()).tell(plans.setPolicy, { id: workspace, plan: 1, keyLimit: null })
  await (await sue()).tell(plans.setPolicy, { id: workspace, plan: 3, licenses: 101 })
  const [one, two] = [await given.addUser('Fixed', 'One'), await given.addUser('Fixed', 'Two')]
  expect(await (await owner()).ask(keyAssignment.add, cardFor(one))).toMatchObject(refusal(402, 'limits-exceeded'))
  expect(await (await owner()).ask(licenses.buy, { licenses: 100 })).toMatchObject(refusal(422, 'too-few-licenses'))
  await (await owner()).tell(licenses.buy, { licenses: 102 })
  await (await owner()).tell(keyAssignment.add, cardFor(one))
  expect(await licensesNow()).toMatchObject({ used: 102, limit: 102, limitedBy: 'fixed-prepaid', licenses: 102 })
  await (await sue()).tell(plans.setPolicy, { id: workspace, plan: 2 })
  await (await owner()).tell(keyAssignment.add, cardFor(two))
  expect(await licensesNow()).toMatchObject({ used: 103, limit: null, licenses: 102 })
  await (await sue()).tell(plans.toPayAsYouGo, { workspaceId: workspace })
  expect(await (await owner()).ask(licenses.buy, { licenses: 200 })).toMatchObject(refusal(409, 'not-prepaid'))
  await (await sue()).tell(plans.toPrepaid, { workspaceId: workspace, licenses: 110, fixed: true })
  expect(await licensesNow()).toMatchObject({ limit: 110, limitedBy: 'fixed-prepaid' })
})

step('a workspace that a super administrator creates has its limit from the first key', async () => {
  const owned = { ownerFirstName: 'Nora', ownerLastName: 'North', ownerEmail: 'nora@limited.example' }
  const { id } = await (await sue()).tell(partners.create, { name: 'Limited', url: 'limited', ...owned })
  expect(await home.number('select key_limit as n from license_pools where workspace_id = $1', [id])).toBe(freeKeys)
})

step('without billing nothing is limited or waits', async () => {
  await (await owner()).tell(licenses.limit, { limit: 10 })
  const id = await given.addUser('Over', 'Limit')
  expect(await (await owner()).ask(keyAssignment.add, cardFor(id))).toMatchObject(refusal(402, 'limits-exceeded'))
  await stopCounting(world)
  await (await owner()).tell(keyAssignment.add, cardFor(id))
})
