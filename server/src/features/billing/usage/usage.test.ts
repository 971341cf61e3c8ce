import { bills } from '@claviger/contract/billing/bills'
import { chargeKinds } from '@claviger/contract/billing/money'
import { usage } from '@claviger/contract/billing/usage'
import { expect, test } from 'vitest'
import { startBilledApp } from '#test/billing/billing-app.ts'
import { transact } from '#platform/db/transaction.ts'
import { closeForGood } from '../bills/bills.issue.ts'
import { computeDay } from './usage.ts'

test('charges users of single sign-on and of a second factor once per month, however often they are counted (R187)', async () => {
  const home = await startBilledApp('2033-02-27')
  const { given, goTo, owner, world, closeMonths } = home
  const { workspace } = given.owner
  const application = async (name: string, settings: object) => {
    const { rows } = await world.superPool.query<{ id: string }>(
      `insert into applications (workspace_id, id, protocol, name, settings, mapping, created_at, changed_at, changed_by)
        values ($1, gen_random_uuid(), 3, $2, $3, '[]', now(), now(), 'Test') returning id`,
      [workspace, name, settings],
    )
    return rows[0]?.id as string
  }
  const [portal, second] = [await application('Portal', {}), await application('VPN', { secondFactor: true })]
  const use = (day: string, user: string, of: string) =>
    world.superPool.query('insert into application_uses values ($1, $2, $3, $4, 1)', [workspace, day, user, of])
  await use('2033-02-27', given.user.id, portal)
  await use('2033-02-28', given.user.id, portal)
  await use('2033-02-28', given.owner.id, portal)
  await use('2033-02-28', given.owner.id, second)
  await use('2033-03-01', given.user.id, portal)
  await goTo('2033-03-02')
  const rows = async () => (await (await owner()).tell(usage.days, { from: '2033-02-27', to: '2033-03-01' })).items
  const before = await rows()
  expect(before.map(day => [day.date, day.ssoUsers, day.newSsoUsers, day.newSecondFactorUsers])).toEqual([
    ['2033-02-27', 1, 1, 0],
    ['2033-02-28', 2, 1, 1],
    ['2033-03-01', 1, 1, 0],
  ])
  for (const day of ['2033-02-27', '2033-02-28', '2033-03-01']) await computeDay(world, day)
  expect(await rows()).toEqual(before)
  // Two processes that close the month at the same time make one bill
  await Promise.all([closeMonths(), closeMonths()])
  const { items } = await (await owner()).tell(bills.history)
  expect(items).toHaveLength(1)
  const { lines } = await (await owner()).tell(bills.one, { id: items[0]?.invoiceId as string })
  expect(lines.map(line => [line.kind, line.quantity, line.amount])).toEqual([
    [chargeKinds.singleSignOn, 2, 200],
    [chargeKinds.secondFactor, 1, 50],
  ])
  // A workspace that ends on the day of its first charge still gets its last bill, which outlives it
  await use('2033-03-02', given.owner.id, portal)
  const from = {
    actor: { kind: 'operator', name: 'Test' } as const,
    request: { id: 't', ip: '', userAgent: '' },
    workspace,
  }
  await transact(world, from, closeForGood)
  await transact(world, from, closeForGood)
  expect((await (await owner()).tell(bills.history)).items.map(bill => [bill.from, bill.to, bill.subtotal])).toEqual([
    ['2033-03-01', '2033-03-02', 200],
    ['2033-02-27', '2033-02-28', 250],
  ])
})
