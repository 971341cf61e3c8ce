import { allBills } from '@claviger/contract/billing/all-bills'
import { bills } from '@claviger/contract/billing/bills'
import { licenses } from '@claviger/contract/billing/licenses'
import { chargeKinds, paymentStatus } from '@claviger/contract/billing/money'
import { plans } from '@claviger/contract/billing/plans'
import { account } from '@claviger/contract/access/account'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { workspaceGovernance } from '@claviger/contract/tenancy/workspaces.governance'
import { workspaceStatus } from '@claviger/contract/tenancy/workspaces'
import { expect } from 'vitest'
import { startBilledApp, refusal } from '#test/billing/billing-app.ts'
import { operatorSays } from '#test/app/operator.ts'
import { story } from '#test/billing/story.ts'
import { checkBilling } from './bills.check.ts'
import { transact } from '#platform/db/transaction.ts'

const home = await startBilledApp('2031-01-10')
const { given, goTo, owner, sue, closeMonths, remind, world, as } = home
const { workspace } = given.owner
const operator = { kind: 'operator', name: 'Test' } as const
const from = { actor: operator, request: { id: 'test', ip: '', userAgent: '' }, everywhere: true }
const deviations = async () => (await transact(world, from, ctx => checkBilling(ctx.db))).deviations
const address = {
  province: 'Berlin',
  name: 'Krankenhaus Nord',
  country: 'DE',
  city: 'Berlin',
  address: 'Am Park 1',
  postalCode: '10115',
}
const settings = { DATABASE_URL: world.config.databaseUrl, MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
const people: string[] = []
for (let n = 0; n < 15; n++) people.push(await given.addUser(`Key${n}`, 'Holder'))

const step = story('invoices from the first key to the last credit note')

step(
  'an invoice address is checked, also its postal code and tax ID, and can have names from right to left',
  async () => {
    const asOwner = await owner()
    expect(await asOwner.ask(plans.choosePaymentMethod, { paymentMethod: 1 })).toMatchObject(
      refusal(409, 'billing-address-missing'),
    )
    for (const wrong of [
      { postalCode: '1234567890' },
      { taxId: '123' },
      { taxId: 'DE' },
      { country: 'de' },
      { name: '' },
    ])
      expect(await asOwner.ask(plans.saveAddress, { ...address, ...wrong })).toMatchObject(
        refusal(422, 'invalid-input'),
      )
    const right = { ...address, name: 'مستشفى الشمال', postalCode: '123456789', taxId: 'de 123 456 789' }
    expect((await asOwner.tell(plans.saveAddress, right)).address).toMatchObject({ ...right, taxId: 'DE123456789' })
    await asOwner.tell(plans.saveAddress, { ...address, email: 'accounts@nord.example' })
    expect(await asOwner.ask(plans.choosePaymentMethod, { paymentMethod: 0 })).toMatchObject(refusal(409, 'no-card'))
    expect((await asOwner.tell(licenses.get)).limitedBy).toBe('no-payment-method')
    await asOwner.tell(plans.choosePaymentMethod, { paymentMethod: 1 })
    expect((await asOwner.tell(licenses.get)).limit).toBeNull()
  },
)

step('a month becomes an invoice, which nothing changes later (R183)', async () => {
  await (await owner()).tell(workspaceSettings.update, { language: 'de' })
  await given.addActiveKeys(people)
  await goTo('2031-01-20')
  const current = await (await owner()).tell(bills.current)
  expect(current).toMatchObject({
    from: '2031-01-10',
    to: '2031-01-20',
    count: 15,
    issuesOn: '2031-02-01',
    number: null,
  })
  // 10 keys beyond the free ones, on 11 of 31 days
  expect(current.lines.map(({ kind, quantity, amount }) => [kind, quantity, amount])).toEqual([
    [chargeKinds.keys, 110, 1065],
  ])
  expect(current.lines[0]?.rows).toHaveLength(11)
  const documents = await Promise.all(
    ['invoice', 'csv', 'pdf'].map(async kind => {
      const headers = { authorization: (await given.session(given.owner)).accessToken }
      return home.app.inject({ url: `/administrator/bills/current/${kind}`, headers })
    }),
  )
  expect(documents.map(document => document.statusCode)).toEqual([200, 200, 200])
  expect(documents[0]?.body).toContain('€10.65')
  expect(documents[1]?.headers['content-disposition']).toContain('current.csv')
  expect(documents[1]?.body).toContain(',total,,2031-01-10,2031-01-20,,,,12.67,EUR')
  expect(documents[2]?.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  await goTo('2031-02-01')
  await closeMonths()
  const { items } = await (await owner()).tell(bills.history)
  expect(items).toHaveLength(1)
  // 10 keys × 22 days × 3.00 ÷ 31 = 21.29; 19 % of it = 4.05
  expect(items[0]).toMatchObject({
    number: 'CLV-2031-000001',
    paidStatus: paymentStatus.pending,
    subtotal: 2129,
    tax: 405,
    total: 2534,
    open: 2534,
    dueDate: '2031-03-03',
    from: '2031-01-10',
    to: '2031-01-31',
  })
  const { subject, link } = await home.mailTo('accounts@nord.example')
  expect(subject).toBe('Rechnung CLV-2031-000001 für Northgate Hospital')
  expect(link).toMatch(/\/dashboard\/billing\/history$/)
  const id = items[0]?.invoiceId as string
  const before = await (await owner()).tell(bills.one, { id })
  await (await owner()).tell(plans.saveAddress, { ...address, name: 'Another name' })
  await (await owner()).tell(workspaceSettings.update, { timeZone: 'Pacific/Auckland' })
  await (await sue()).tell(plans.setPolicy, { id: workspace, plan: 1, discount: 5000 })
  await closeMonths()
  await closeMonths()
  expect(await (await owner()).tell(bills.one, { id })).toEqual(before)
  expect((await (await owner()).tell(bills.history)).total).toBe(1)
  await expect(
    world.superPool.query('update bills set total = 1, subtotal = 1, tax = 0 where id = $1', [id]),
  ).rejects.toThrow('never changes')
  await expect(world.superPool.query('delete from bills where id = $1', [id])).rejects.toThrow('never deleted')
  await (await sue()).tell(plans.setPolicy, { id: workspace, plan: 1, discount: 0 })
  const page = await (await owner()).ask(bills.invoice, { id })
  expect(page.status).toBe(200)
  const headers = { authorization: (await given.session(given.owner)).accessToken }
  const csv = await home.app.inject({ url: `/administrator/bills/${id}/csv`, headers })
  expect(csv.body).toContain('CLV-2031-000001,total,,2031-01-10,2031-01-31,,,,25.34,EUR')
})

step(
  'an unpaid invoice is reminded of, becomes overdue, and warns the workspace without stopping sign-ins (R185)',
  async () => {
    const [bill] = (await (await owner()).tell(bills.history)).items
    const id = bill?.invoiceId as string
    const subject = async () => (await home.mailTo('accounts@nord.example')).subject
    const status = async () => (await (await owner()).tell(bills.one, { id })).paidStatus
    await goTo('2031-02-23')
    await remind()
    expect(await subject()).toMatch(/^Rechnung/)
    await goTo('2031-02-24')
    await remind()
    await remind()
    await expect.poll(subject).toMatch(/ist am .* fällig$/)
    expect(await (await owner()).ask(bills.checkout, { invoiceId: id })).toMatchObject(refusal(409, 'not-overdue'))
    await goTo('2031-03-04')
    await remind()
    expect(await status()).toBe(paymentStatus.overdue)
    expect(await (await sue()).ask(workspaceGovernance.type, { id: workspace, type: 3 })).toMatchObject(
      refusal(409, 'invoices-open'),
    )
    const { notices } = await (await owner()).tell(account.ribbon)
    expect(notices.find(one => one.id === 'overdue:CLV-2031-000001')).toMatchObject({
      level: 'error',
      action: { href: '/dashboard/billing/status' },
    })
    await goTo('2031-03-17')
    await remind()
    expect(await (await owner()).tell(account.self)).toMatchObject({ workspace: { status: workspaceStatus.warning } })
    expect(await as((await given.session(given.user)).accessToken).ask(account.self)).toMatchObject({ status: 200 })
    expect(await home.number('select count(*) as n from bill_reminders where bill_id = $1', [id])).toBe(3)
    // Wire received
    const paid = await (await sue()).tell(allBills.approve, { id })
    expect(paid).toMatchObject({ paidStatus: paymentStatus.paid, open: 0, paid: 2534 })
    expect(await (await sue()).ask(allBills.approve, { id })).toMatchObject(refusal(409, 'change-refused'))
    expect(await (await owner()).tell(account.self)).toMatchObject({ workspace: { status: workspaceStatus.active } })
  },
)

step('credit notes take off part and rest of an invoice, with its tax, and never more (R185)', async () => {
  const asSue = await sue()
  const lines = [
    { text: 'Setup', quantity: 3, price: 3333 },
    { text: 'Goodwill', quantity: 1, price: -99 },
    { text: 'Nothing', quantity: 0, price: 500 },
  ]
  const input = { workspaceId: workspace, from: '2031-03-01', to: '2031-03-01', lines }
  expect(await asSue.ask(allBills.create, { ...input, lines: [{ text: 'x', quantity: 1, price: -1 }] })).toMatchObject(
    refusal(422, 'negative-total'),
  )
  const made = await asSue.tell(allBills.create, input)
  expect(made).toMatchObject({ subtotal: 9900, tax: 1881, total: 11781, paidStatus: paymentStatus.pending })
  const id = made.invoiceId as string
  expect(await asSue.ask(allBills.credit, { id, reason: 'Too much', amount: 9901 })).toMatchObject(
    refusal(422, 'credit-too-high'),
  )
  const part = await asSue.tell(allBills.credit, { id, reason: 'Part', amount: 333 })
  expect(part).toMatchObject({ subtotal: -333, tax: -63, total: -396, corrects: { invoiceId: id } })
  const rest = await asSue.tell(allBills.credit, { id, reason: 'Rest' })
  expect(rest.total + part.total + made.total).toBe(0)
  expect(await asSue.tell(allBills.one, { id })).toMatchObject({
    paidStatus: paymentStatus.paid,
    open: 0,
    credited: -11781,
  })
  expect(await asSue.ask(allBills.credit, { id, reason: 'More' })).toMatchObject(refusal(422, 'credit-too-high'))
  expect(await asSue.ask(allBills.remove, { id })).toMatchObject(refusal(409, 'change-refused'))
})

step(
  'a draft can be issued or deleted, and numbers have no gaps, however many are issued at the same time (R185)',
  async () => {
    const asSue = await sue()
    const lines = [{ text: 'Service', quantity: 1, price: 1000 }]
    const input = { workspaceId: workspace, from: '2031-03-02', to: '2031-03-02', lines }
    const draft = await asSue.tell(allBills.create, { ...input, draft: true })
    expect(draft).toMatchObject({ number: null, paidStatus: paymentStatus.current })
    expect(await (await owner()).ask(bills.one, { id: draft.invoiceId as string })).toMatchObject({ status: 404 })
    await asSue.tell(allBills.remove, { id: draft.invoiceId as string })
    const kept = await asSue.tell(allBills.create, { ...input, draft: true })
    await asSue.tell(allBills.issue, { id: kept.invoiceId as string })
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        asSue.ask(allBills.create, n % 3 === 0 ? { ...input, lines: [{ text: 'x', quantity: 1, price: -1 }] } : input),
      ),
    )
    expect(await deviations()).toEqual([])
    const command = () => operatorSays(settings, 'check-billing')
    expect(await command()).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^[1-9]\d* bills checked. No deviations.$/m),
    })
    // A wrong cent is found
    await world.superPool.query('update bills set paid = paid + 1 where id = $1', [kept.invoiceId])
    expect(await deviations()).toMatchObject([{ workspace, says: '0 was paid, but it says 1' }])
    expect(await command()).toMatchObject({ code: 1, err: expect.stringContaining('0 was paid, but it says 1') })
    await world.superPool.query('update bills set paid = paid - 1 where id = $1', [kept.invoiceId])
  },
)

step('a sample is not stored, and a bill of another workspace is out of reach', async () => {
  const before = (await (await sue()).tell(allBills.list)).total
  const lines = [{ text: '<b>Bold</b>', quantity: 1, price: 1000 }]
  const page = await (
    await sue()
  ).ask(allBills.sample, { workspaceId: workspace, from: '2031-03-02', to: '2031-03-02', lines })
  expect(page.status).toBe(200)
  expect((await (await sue()).tell(allBills.list)).total).toBe(before)
  const [bill] = (await (await owner()).tell(bills.history)).items
  const elsewhere = as((await given.session(given.ownerElsewhere)).accessToken)
  expect(await elsewhere.ask(bills.one, { id: bill?.invoiceId as string })).toMatchObject({ status: 404 })
  expect((await elsewhere.tell(bills.history)).total).toBe(0)
  const other = { invoiceId: bill?.invoiceId as string, workspaceId: given.ownerElsewhere.workspace }
  expect(await (await sue()).ask(allBills.document, other)).toMatchObject({ status: 404 })
})
