import { allBills } from '@claviger/contract/billing/all-bills'
import { bills } from '@claviger/contract/billing/bills'
import { chargeKinds, paymentPlans } from '@claviger/contract/billing/money'
import { plans } from '@claviger/contract/billing/plans'
import { prices } from '@claviger/contract/billing/prices'
import { usage } from '@claviger/contract/billing/usage'
import { expect } from 'vitest'
import { sampleBilling } from '#platform/config/billing-file.ts'
import { startBilledApp, refusal } from '#test/billing/billing-app.ts'
import { story } from '#test/billing/story.ts'

const home = await startBilledApp('2031-03-01')
const { given, owner, sue, goTo, closeMonths } = home
const { workspace } = given.owner
const current = async () => (await owner()).tell(bills.current)
const latest = async () => {
  const [bill] = (await (await owner()).tell(bills.history)).items
  return (await owner()).tell(bills.one, { id: bill?.invoiceId as string })
}
const amounts = (bill: { lines: { kind: number; quantity: number; amount: number }[] }) =>
  bill.lines.map(line => [line.kind, line.quantity, line.amount])
const { payAsYouGo, prepaid } = paymentPlans

const step = story('plans, prices, and periods over six months')

step('a switch that is undone before the period closes leaves no trace', async () => {
  await (await sue()).tell(plans.setPaymentMethod, { id: workspace, paymentMethod: 1 })
  const people: string[] = []
  for (let n = 0; n < 10; n++) people.push(await given.addUser(`Plan${n}`, 'Holder'))
  await given.addActiveKeys(people)
  await goTo('2031-03-10')
  const asSue = await sue()
  const input = { workspaceId: workspace, licenses: 20 }
  const { preview } = await asSue.tell(plans.toPrepaid, { ...input, preview: true })
  // 5 keys for 31 days, or for 9 days and 20 licenses for 22 days
  expect([preview?.subtotalBefore, preview?.subtotalAfter]).toEqual([1500, 3983])
  expect((await (await owner()).tell(plans.policy)).plan).toBe(payAsYouGo)
  await asSue.tell(plans.toPrepaid, input)
  expect(await asSue.ask(plans.toPrepaid, input)).toMatchObject(refusal(409, 'change-refused'))
  await goTo('2031-03-15')
  expect((await current()).lines.map(line => line.kind)).toContain(chargeKinds.licenses)
  await (await sue()).tell(plans.toPayAsYouGo, { workspaceId: workspace })
  expect(amounts(await current())).toEqual([[chargeKinds.keys, 75, 726]])
  expect(await home.number('select count(*) as n from plan_changes')).toBe(0)
  const acts = "select count(*) as n from activities where action in ('billing.switched', 'billing.switch-undone')"
  expect(await home.number(acts)).toBe(2)
})

step('a switch is prorated by days in both directions, and licenses paid ahead are credited (R186, R42)', async () => {
  await goTo('2031-03-22')
  await (await sue()).tell(plans.toPrepaid, { workspaceId: workspace, licenses: 20 })
  await goTo('2031-04-01')
  await closeMonths()
  // 5 keys × 21 days, 20 licenses × 10 days, 20 licenses in advance for April
  expect(amounts(await latest())).toEqual([
    [chargeKinds.keys, 105, 1016],
    [chargeKinds.licenses, 200, 1613],
    [chargeKinds.licenses, 600, 5000],
  ])
  await goTo('2031-04-16')
  await (await sue()).tell(plans.toPayAsYouGo, { workspaceId: workspace })
  await goTo('2031-05-01')
  await closeMonths()
  const credit = await latest()
  expect(amounts(credit)).toEqual([
    [chargeKinds.keys, 75, 750],
    [chargeKinds.licenseChange, -300, -2500],
  ])
  expect(credit).toMatchObject({ kind: 2, plan: payAsYouGo, subtotal: -1750, open: 0 })
})

step('a period can be issued before its month ends, once for each day', async () => {
  await goTo('2031-05-12')
  expect(await (await owner()).ask(bills.issue)).toMatchObject(refusal(409, 'billing-address-missing'))
  const address = {
    name: 'Nord',
    country: 'AT',
    city: 'Wien',
    address: 'Ring 1',
    postalCode: '1010',
    taxId: 'ATU12345678',
  }
  await (await owner()).tell(plans.saveAddress, address)
  const issued = await (await owner()).tell(bills.issue)
  expect(issued).toMatchObject({ from: '2031-05-01', to: '2031-05-11', reverseCharge: true, tax: 0, taxRate: 0 })
  expect(await (await owner()).ask(bills.issue)).toMatchObject(refusal(409, 'nothing-to-issue'))
  await goTo('2031-06-01')
  await closeMonths()
  expect(await latest()).toMatchObject({ from: '2031-05-12', to: '2031-05-31' })
  expect(issued.subtotal + (await latest()).subtotal).toBe(1500)
})

step('new prices apply from their day, and never to a day that has come', async () => {
  const asSue = await sue()
  const { items } = await asSue.tell(prices.list)
  const {
    currency: _currency,
    validFrom: _from,
    ...content
  } = items[0] ? items[0].table : sampleBilling.priceTables[0]!
  const save = (validFrom: string, first: number) =>
    asSue.ask(prices.save, { ...content, currency: 'EUR', validFrom, payAsYouGo: [{ from: 1, price: first }] })
  expect(await save('2031-06-01', 900)).toMatchObject({
    status: 422,
    body: { code: 'price-table-closed', fields: [{ field: 'validFrom' }] },
  })
  expect(await save('2020-01-01', 900)).toMatchObject(refusal(409, 'price-table-configured'))
  expect(await save('2031-02-30', 900)).toMatchObject(refusal(422, 'invalid-input'))
  expect((await save('2031-06-16', 600)).status).toBe(200)
  // Two tables of one day would overlap: the second one replaces the first
  expect((await save('2031-06-16', 900)).status).toBe(200)
  expect((await asSue.tell(prices.list)).items.map(({ table, validTo }) => [table.validFrom, validTo])).toEqual([
    ['2031-06-16', null],
    ['2020-01-01', '2031-06-15'],
  ])
  await goTo('2031-07-01')
  await closeMonths()
  expect(amounts(await latest())).toEqual([
    [chargeKinds.keys, 75, 750],
    [chargeKinds.keys, 75, 2250],
  ])
  expect(await (await sue()).ask(prices.remove, { currency: 'EUR', validFrom: '2031-06-16' })).toMatchObject(
    refusal(422, 'price-table-closed'),
  )
})

step('days without a run are made up for, and the trial and exempt workspaces cost nothing', async () => {
  await (await sue()).tell(plans.setPolicy, { id: workspace, plan: payAsYouGo, trialEndDate: '2031-07-20' })
  await goTo('2031-09-03')
  await closeMonths()
  const { items } = await (await owner()).tell(bills.history, { pageSize: 2 })
  expect(items.map(bill => [bill.from, bill.subtotal])).toEqual([
    ['2031-08-01', 4500],
    ['2031-07-01', 1597],
  ])
  const days = await (await owner()).tell(usage.days, { from: '2031-07-01', to: '2031-09-03' })
  expect(days.items).toHaveLength(65)
  expect(days.items.filter(day => day.trial)).toHaveLength(20)
  expect(new Set(days.items.map(day => day.keys))).toEqual(new Set([10]))
  expect(await (await owner()).ask(usage.days, { from: '2031-01-01', to: '2032-01-02' })).toMatchObject(
    refusal(422, 'usage-range'),
  )
  await (await sue()).tell(plans.setPolicy, { id: workspace, plan: prepaid, licenses: 50, exempt: true })
  expect((await current()).lines).toEqual([])
  expect(await (await sue()).ask(plans.setPolicy, { id: workspace, plan: 1, currency: 'USD' })).toMatchObject(
    refusal(422, 'no-price-table'),
  )
  expect(await (await sue()).ask(plans.setPolicy, { id: given.individual.workspace, plan: 1 })).toMatchObject(
    refusal(409, 'not-here'),
  )
  expect(await (await sue()).ask(allBills.current, { workspaceId: given.superAdmin.workspace })).toMatchObject(
    refusal(409, 'not-here'),
  )
})

step('a change by a super administrator leaves other workspaces as they are', async () => {
  const { workspace: south } = given.ownerElsewhere
  const asSue = await sue()
  await asSue.tell(plans.setPolicy, { id: south, plan: payAsYouGo, discount: 7 })
  const before = await asSue.tell(plans.ofWorkspace, { id: south })
  await asSue.tell(plans.setPolicy, { id: workspace, plan: payAsYouGo, discount: 30 })
  expect(await asSue.tell(plans.ofWorkspace, { id: south })).toEqual(before)
})
