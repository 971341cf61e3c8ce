import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { selfService } from '@claviger/contract/access/self-service'
import { activity } from '@claviger/contract/oversight/activity'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addPage, pageHelpers, tapAt, type Visitor, workOut } from '#test/api/card-page.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { tryAgain } from '#test/app/try-again.ts'
import { outboxMails } from '#integrations/mail.ts'
import { deliverSms } from '#integrations/sms.ts'
import { loopback } from '#test/app/loopback.ts'

interface Taken {
  authorization: string | undefined
  to: string
  text: string
  id: string
}
const texts: Taken[] = []
let answer = 200
const gateway = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(parts).toString()) as Omit<Taken, 'authorization'>
    texts.push({ ...body, authorization: request.headers.authorization })
    response.writeHead(answer).end()
  })
})
gateway.listen(0, '127.0.0.1')
await once(gateway, 'listening')
afterAll(() => gateway.close())

const home = await startTestApp({
  SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`,
  SMS_TOKEN: 'let-me-send',
  ...loopback,
})
const { given, as, clock, world } = home
const { forgetTries } = pageHelpers(home)
await as(given.owner.accessToken).tell(workspaceSettings.phoneCodes, { countries: ['DE'] })
beforeEach(forgetTries)
const settings = { fields: { userId: true, employeeId: false, lastName: false }, limits: { card: 100 } }
const page = await addPage(home, settings)

let people = 0
async function found(
  more: Record<string, unknown> = {},
  at = page,
): Promise<Visitor & { email: string; userId: string }> {
  const userId = `coded-${++people}`
  await given.addUser('Cora', `Coded${people}`, { user_id: userId, ...more })
  const visitor = await tapAt(home, at, (0xe00000 + people).toString(16))
  await visitor.tell(selfService.token, { userId })
  return { ...visitor, userId, email: `cora.coded${people}@northgate.example` }
}
const codeOf = async (email: string) => (await home.mailTo(email)).code as string
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const mailsTo = async (email: string) => (await outboxMails(world)).filter(mail => mail.to === email).length

test('sends a code only to the email on record, in the language of the user', async () => {
  const visitor = await found({ language: 'de' })
  expect(await visitor.ask(selfService.code, { type: 'email', email: 'evil@example.org' })).toMatchObject({
    status: 200,
  })
  expect(await home.mailTo(visitor.email)).toMatchObject({ subject: 'Ihr Code für die Kartenseite' })
  const answered = await visitor.ask(selfService.verify, { code: await codeOf(visitor.email) })
  expect(answered.body).toMatchObject({
    ok: true,
    isPinRequired: true,
    pinConfig: { minLength: expect.any(Number) as unknown },
  })
})

test('R101: another code can be sent after ten minutes, and voids the previous one', async () => {
  const visitor = await found()
  await visitor.tell(selfService.code, { type: 'email' })
  const first = await codeOf(visitor.email)
  const soon = await visitor.ask(selfService.code, { type: 'email' })
  expect(soon).toMatchObject({ status: 409, body: { code: 'visit-code-too-soon' } })
  clock.forward(10 * 60_000)
  expect(await visitor.ask(selfService.verify, { code: first })).toMatchObject({
    status: 409,
    body: { code: 'visit-code-spent' },
  })
  await visitor.tell(selfService.code, { type: 'email' })
  await expect.poll(() => mailsTo(visitor.email)).toBe(2)
  const second = await codeOf(visitor.email)
  if (first !== second) expect(await visitor.ask(selfService.verify, { code: first })).toMatchObject({ status: 422 })
  await visitor.tell(selfService.verify, { code: second })
})

test('identifying the same user again does not send a new code, but another card or user does', async () => {
  const visitor = await found()
  await visitor.tell(selfService.code, { type: 'email' })
  const code = await codeOf(visitor.email)
  await visitor.tell(selfService.token, { userId: visitor.userId })
  const soon = await visitor.ask(selfService.code, { type: 'email' })
  expect(soon).toMatchObject({ status: 409, body: { code: 'visit-code-too-soon' } })
  await visitor.tell(selfService.lookup, { id: page, cardId: 'E0FFFF', type: 'card' })
  await visitor.tell(selfService.token, { userId: visitor.userId })
  expect(await visitor.ask(selfService.verify, { code })).toMatchObject({ body: { code: 'visit-code-spent' } })
  await visitor.tell(selfService.code, { type: 'email' })
  await expect.poll(() => mailsTo(visitor.email)).toBe(2)
  await given.addUser('Nora', 'Next', { user_id: 'nora-next' })
  await visitor.tell(selfService.token, { userId: 'nora-next' })
  await visitor.tell(selfService.code, { type: 'email' })
  await visitor.tell(selfService.verify, { code: await codeOf('nora.next@northgate.example') })
})

test('a code voided by guesses stays void and cannot be replaced immediately', async () => {
  const visitor = await found()
  await visitor.tell(selfService.code, { type: 'email' })
  const code = await codeOf(visitor.email)
  for (let n = 0; n < 5; n++) await visitor.ask(selfService.verify, { code: other(code) })
  await forgetTries()
  expect(await visitor.ask(selfService.verify, { code })).toMatchObject({ status: 409 })
  expect(await visitor.ask(selfService.code, { type: 'email' })).toMatchObject({ status: 409 })
})

test('guesses about a user also count on the next visit', async () => {
  const visitor = await found()
  await visitor.tell(selfService.code, { type: 'email' })
  const code = await codeOf(visitor.email)
  for (let n = 0; n < 5; n++) await visitor.ask(selfService.verify, { code: other(code) })
  await forgetTries()
  const next = await tapAt(home, page, 'DDDDDD')
  await next.tell(selfService.token, { userId: visitor.userId })
  await next.tell(selfService.code, { type: 'email' })
  expect(await next.ask(selfService.verify, { code })).toMatchObject({ status: 403, body: { code: 'visit-limit' } })
})

test('a code verifies one visit and only once', async () => {
  const visitor = await found()
  await visitor.tell(selfService.code, { type: 'email' })
  const code = await codeOf(visitor.email)
  const twin = await tapAt(home, page, 'EEEEEE')
  await twin.tell(selfService.token, { userId: visitor.userId })
  expect(await twin.ask(selfService.verify, { code })).toMatchObject({
    status: 409,
    body: { code: 'visit-code-spent' },
  })
  await visitor.tell(selfService.verify, { code })
  expect(await visitor.ask(selfService.verify, { code })).toMatchObject({
    status: 409,
    body: { code: 'visit-code-spent' },
  })
  await given.addUser('Otto', 'Other', { user_id: 'otto-other' })
  await visitor.tell(selfService.token, { userId: 'otto-other' })
  expect(await visitor.ask(selfService.verify, { code })).toMatchObject({ status: 409 })
})

test('five wrong codes void the code, even concurrent ones', async () => {
  for (const parallel of [false, true]) {
    const visitor = await found()
    await visitor.tell(selfService.code, { type: 'email' })
    const code = await codeOf(visitor.email)
    const wrong = () => as(visitor.session).ask(selfService.verify, { code: other(code) })
    const answers = parallel ? await Promise.all(Array.from({ length: 8 }, wrong)) : []
    if (!parallel) for (let n = 0; n < 8; n++) answers.push(await wrong())
    const codes = answers.map(one => String(one.body['code']))
    expect(codes.filter(one => one === 'visit-code-refused')).toHaveLength(5)
    expect(new Set(codes)).toEqual(new Set(['visit-code-refused', 'proof-needed']))
    await forgetTries()
    expect(await visitor.ask(selfService.verify, { code })).toMatchObject({
      status: 409,
      body: { code: 'visit-code-spent' },
    })
  }
})

test.each(['', '12345', 'abcdef', '１２３４５６', '1234567', 123456])('refuses %j as a code', async code => {
  const visitor = await found()
  await visitor.tell(selfService.code, { type: 'email' })
  expect(await visitor.ask(selfService.verify, { code })).toMatchObject({ status: 422 })
})

test('without a code there is nothing to confirm (R103)', async () => {
  const visitor = await found()
  expect(await visitor.ask(selfService.verify, {})).toMatchObject({ status: 409, body: { code: 'visit-code-spent' } })
  await visitor.tell(selfService.code, { type: 'email' })
  expect(await visitor.ask(selfService.verify, {})).toMatchObject({ status: 422, body: { code: 'visit-code-refused' } })
})

test('stores codes only as hashes', async () => {
  const visitor = await found()
  await visitor.tell(selfService.code, { type: 'email' })
  const code = await codeOf(visitor.email)
  const { rows } = await world.superPool.query('select * from self_service_visits')
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('sends a text message through the gateway, and retries if the gateway fails', async () => {
  const phone = { phone_country: '+49', phone_number: '1701234599' }
  const visitor = await found({ ...phone, language: 'de' })
  const { body } = await visitor.ask(selfService.token, { userId: visitor.userId })
  expect(body['channels']).toMatchObject([{ type: 'email' }, { type: 'phone', address: '+49 ••• 99' }])
  texts.length = 0
  answer = 503
  await visitor.tell(selfService.code, { type: 'phone' })
  await expect.poll(() => texts.length, { timeout: 10_000 }).toBe(1)
  answer = 204
  const again = async () => {
    await tryAgain(home, deliverSms)
    return texts.length
  }
  await expect.poll(again, { timeout: 20_000, interval: 100 }).toBe(2)
  expect(texts[1]).toEqual(texts[0])
  expect(texts[0]).toMatchObject({ to: '+491701234599', authorization: 'Bearer let-me-send' })
  expect(texts[0]?.text).toMatch(/^\d{6} ist Ihr Code für Northgate Hospital/)
  await visitor.tell(selfService.verify, { code: texts[0]?.text.slice(0, 6) as string })
}, 40_000)

test('responds the same to a user without contact details, and sends nothing', async () => {
  const visitor = await found({ email: null })
  const { body } = await visitor.ask(selfService.token, { userId: visitor.userId })
  expect(body['channels']).toEqual([])
  const before = texts.length
  expect(await visitor.ask(selfService.code, { type: 'phone' })).toMatchObject({ status: 200, body: { ok: true } })
  expect(texts.length).toBe(before)
})

test('sends no text message to countries not chosen or to premium numbers, and the page says so', async () => {
  const asOwner = as((await given.session(given.owner)).accessToken)
  for (const [country, number] of [
    ['+43', '6641234567'],
    ['+49', '9001234567'],
  ]) {
    const visitor = await found({ phone_country: country, phone_number: number })
    const { body } = await visitor.ask(selfService.token, { userId: visitor.userId })
    expect(body).toMatchObject({ channels: [{ type: 'email' }], unreached: `${country} ••• 67` })
    expect(await visitor.ask(selfService.code, { type: 'phone' })).toMatchObject({ status: 200 })
    const { items } = await asOwner.tell(activity.list, { status: 2 })
    expect(items[0]).toMatchObject({
      objectName: expect.stringContaining('Coded') as unknown,
      reason: expect.stringContaining('country or type') as unknown,
    })
  }
  // One more message proves that earlier ones would have arrived
  const reached = await found({ phone_country: '+49', phone_number: '1701234577' })
  await reached.tell(selfService.code, { type: 'phone' })
  const numbers = () => texts.map(one => one.to)
  await expect.poll(numbers, { timeout: 10_000 }).toContain('+491701234577')
  for (const unreached of ['+436641234567', '+499001234567']) expect(numbers()).not.toContain(unreached)
})

test('sends codes to regular phone numbers of every country if none was chosen', async () => {
  const asOwner = as((await given.session(given.owner)).accessToken)
  await asOwner.tell(workspaceSettings.phoneCodes, { countries: [] })
  const channels = async (country: string, number: string) => {
    const visitor = await found({ phone_country: country, phone_number: number })
    const { body } = await visitor.ask(selfService.token, { userId: visitor.userId })
    return (body['channels'] as { type: string }[]).map(({ type }) => type)
  }
  expect(await channels('+43', '6641234567')).toEqual(['email', 'phone'])
  expect(await channels('+49', '9001234567')).toEqual(['email'])
  await asOwner.tell(workspaceSettings.phoneCodes, { countries: ['DE'] })
})

test('sends at most four codes per hour to one number, even if users share it', async () => {
  const shared = { phone_country: '+49', phone_number: '1701234566' }
  const answers: number[] = []
  for (let n = 0; n < 5; n++)
    answers.push((await (await found(shared)).ask(selfService.code, { type: 'phone' })).status)
  expect(answers).toEqual([200, 200, 200, 200, 403])
})

test('limits how many codes one user is sent', async () => {
  const few = await addPage(home, { ...settings, limits: { card: 100, person: 2 } })
  const visitor = await found({ phone_country: '+49', phone_number: '1701234588' }, few)
  const sent: string[] = []
  for (const type of ['email', 'phone', 'email', 'phone', 'email'] as const) {
    const { status, body } = await visitor.ask(selfService.code, { type })
    sent.push(status === 200 ? 'sent' : String(body['code']))
  }
  expect(sent).toEqual(['sent', 'sent', 'sent', 'sent', 'visit-limit'])
})

test('repeatedly naming a user blocks no one, and requires the most work each time', async () => {
  const few = await addPage(home, { ...settings, limits: { card: 100, person: 2 } })
  const visitor = await found({}, few)
  const { userId } = visitor
  await visitor.tell(selfService.token, { userId })
  const costly = { status: 403, body: { code: 'proof-needed', work: { bits: 18 } } }
  const asked = await visitor.ask(selfService.token, { userId })
  expect(asked).toMatchObject(costly)
  await visitor.tell(selfService.token, {
    userId,
    proof: workOut(asked.body['work'] as { salt: string; bits: number }),
  })
  expect(await visitor.ask(selfService.token, { userId })).toMatchObject(costly)
  await visitor.tell(selfService.code, { type: 'email' })
  await visitor.tell(selfService.verify, { code: await codeOf(visitor.email) })
})
