import { activity } from '@claviger/contract/oversight/activity'
import { openSupportRequests, support } from '@claviger/contract/billing/support'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { outboxMails } from '#integrations/mail.ts'

const home = await startTestApp({ BILLING: 'on', SUPPORT_EMAIL: 'operator@installation.example' })
const { as, given, world } = home
const sender = as(given.administrator.accessToken)
const superAdmin = as(given.superAdmin.accessToken)
const reader = { model: 'WAVE ID Plus', quantity: 12, address: '1 Harbour Road, Northgate' }
const mailsTo = async (address: string) => (await outboxMails(world)).filter(one => one.to === address)

test('stores a numbered request for readers, emails the operator, and shows it to sender and super administrators', async () => {
  const sent = await sender.tell(support.newReader, { ...reader, note: 'For the new ward' })
  expect(sent).toMatchObject({ kind: 1, state: 0, model: 'WAVE ID Plus', quantity: 12, note: 'For the new ward' })
  expect(sent.number).toMatch(/^SR-\d+$/)
  const toOperator = async () =>
    (await mailsTo('operator@installation.example')).filter(one => one.subject.includes(sent.number))
  await expect.poll(toOperator).toHaveLength(1)
  const [mail] = await toOperator()
  expect(mail?.paragraphs.join(' ')).toMatch(/12 × WAVE ID Plus.*1 Harbour Road.*For the new ward/)
  await expect
    .poll(async () => (await mailsTo(given.administrator.email)).map(one => one.subject))
    .toContain(`We received your support request ${sent.number}`)
  expect((await sender.tell(support.list)).items[0]).toMatchObject({ number: sent.number, state: 0 })
  expect((await as(given.owner.accessToken).tell(support.list)).items).toEqual([])
  const { items } = await superAdmin.tell(support.all, { search: sent.number })
  expect(items).toMatchObject([{ id: sent.id, sender: { email: given.administrator.email }, workspace: {} }])
  const log = await as(given.owner.accessToken).tell(activity.list, { action: 'support.requested' })
  expect(log.items[0]).toMatchObject({ objectName: sent.number, actorName: given.administrator.name })
})

test('the reply of a super administrator reaches the sender', async () => {
  const sent = await sender.tell(support.annualRequest, { users: 400, keys: 450 })
  expect(sent).toMatchObject({ kind: 2, quantity: 400, keys: 450, model: null })
  await superAdmin.tell(support.answer, { id: sent.id, state: 2, answer: 'The offer is in your mailbox' })
  const own = (await sender.tell(support.list)).items.find(one => one.id === sent.id)
  expect(own).toMatchObject({ number: sent.number, state: 2, answer: 'The offer is in your mailbox' })
  await expect
    .poll(async () => (await mailsTo(given.administrator.email)).map(one => one.subject))
    .toContain(`Your support request ${sent.number} is done`)
  const done = await superAdmin.tell(support.all, { state: 2 })
  expect(done.items.map(one => one.number)).toEqual([sent.number])
})

test('only super administrators can reply, and users without an administrator role can send nothing', async () => {
  const sent = await sender.tell(support.newReader, reader)
  expect((await sender.ask(support.answer, { id: sent.id, state: 1 })).status).toBe(403)
  expect((await sender.ask(support.all)).status).toBe(403)
  expect((await as(given.user.accessToken).ask(support.newReader, reader)).status).toBe(403)
  expect((await superAdmin.ask(support.answer, { id: given.user.id, state: 1 })).body['code']).toBe('not-found')
  const bad = await sender.ask(support.newReader, { ...reader, quantity: 0, model: ' ' })
  expect(bad.status).toBe(422)
})

test('a workspace can have at most 20 open requests, also when sent concurrently', async () => {
  const elsewhere = as(given.ownerElsewhere.accessToken)
  const all = await Promise.all(
    Array.from({ length: openSupportRequests + 5 }, () => elsewhere.ask(support.newReader, reader)),
  )
  expect(all.filter(one => one.status === 200)).toHaveLength(openSupportRequests)
  expect(new Set(all.filter(one => one.status !== 200).map(one => one.body['code']))).toEqual(
    new Set(['too-many-support-requests']),
  )
  const numbers = (await elsewhere.tell(support.list)).items.map(one => one.number)
  expect(new Set(numbers).size).toBe(openSupportRequests)
})
