import { account } from '@claviger/contract/access/account'
import { users } from '@claviger/contract/people/users'
import { selfService } from '@claviger/contract/access/self-service'
import { expect, test } from 'vitest'
import { addPage, pageHelpers, tapAt, visitPage } from '#test/api/card-page.ts'
import { startTestApp } from '#test/app/test-app.ts'

const home = await startTestApp()
const { given, as, clock, app } = home
const byLogin = { fields: { userId: true, employeeId: false, lastName: false } }
const pinless = { ...byLogin, verificationType: 'selfConfirmation' } as const
const { change, readCounts } = pageHelpers(home)

test('a user taps a card, is found, verifies the email, sets a PIN, and gets a key', async () => {
  const page = await addPage(home, byLogin)
  const visitor = await tapAt(home, page, 'D2029649')
  const found = await visitor.tell(selfService.token, { userId: given.user.email })
  // R96, R97: the data with which the page chooses its next step
  expect(found).toEqual({
    isPinRequired: true,
    verificationType: 'default',
    pinConfig: expect.objectContaining({ hasDigit: expect.any(Boolean), minLength: expect.anything() as unknown }),
    channels: [{ type: 'email', address: `${given.user.email[0]}•••@northgate.example` }],
    person: null,
    unreached: null,
    signIn: null,
    language: null,
  })
  await visitor.tell(selfService.code, { type: 'email' })
  const { code, subject } = await home.mailTo(given.user.email)
  expect(subject).toBe('Your code for the card page')
  expect(await visitor.tell(selfService.verify, { code: code as string })).toMatchObject({
    ok: true,
    isPinRequired: true,
  })
  // R113
  expect(await visitor.tell(selfService.enroll, { pin: '271828' })).toEqual({ ok: true, keyName: 'Access card' })
  await expect.poll(async () => (await home.mailTo(given.user.email)).subject).toBe('A card was added to your account')
  expect(await readCounts(page)).toEqual([
    'arrived -1',
    'done 0',
    'identified 0',
    'pin-set 0',
    'tapped 0',
    'verified 0',
  ])
})

test('going back and forth counts a visit once at each stage', async () => {
  const page = await addPage(home, pinless)
  await given.addUser('Finn', 'Fro')
  const visitor = await tapAt(home, page, 'AA10')
  for (const cardId of ['AA11', 'AA12']) {
    await visitor.tell(selfService.start, { type: 0 })
    await visitor.tell(selfService.lookup, { id: page, cardId, type: 'card' })
    for (let n = 0; n < 2; n++) {
      await visitor.tell(selfService.token, { userId: 'finn.fro@northgate.example' })
      await visitor.tell(selfService.verify, {})
      await visitor.tell(selfService.verify, {})
    }
  }
  expect(await readCounts(page)).toEqual(['arrived -1', 'identified 0', 'tapped 0', 'verified 0'])
  await visitor.tell(selfService.enroll, { pin: '271828' })
  await visitor.tell(selfService.config, { id: page })
  await visitor.tell(selfService.start, { type: 1 })
  await visitor.tell(selfService.lookup, { id: page, cardId: 'AA12', type: 'card' })
  const counts = await readCounts(page)
  expect(counts).toContain('arrived -1 × 2')
  expect(counts).toContain('tapped 1')
})

test('a forgotten PIN is reset, and the next visit uses the same session', async () => {
  const page = await addPage(home, pinless)
  const id = await given.addUser('Rosa', 'Recovers')
  const visitor = await tapAt(home, page, 'AA01')
  await visitor.tell(selfService.token, { userId: 'rosa.recovers@northgate.example' })
  await visitor.tell(selfService.verify, {})
  await visitor.tell(selfService.enroll, { pin: '271828' })
  // The page reloads its configuration with the same session (R115)
  await visitor.tell(selfService.config, { id: page })
  await visitor.tell(selfService.start, { type: 1 })
  await visitor.tell(selfService.lookup, { id: page, cardId: 'AA01', type: 'card' })
  // G22: a PIN is always required
  const found = await visitor.tell(selfService.token, { userId: 'rosa.recovers@northgate.example' })
  expect(found).toMatchObject({ isPinRequired: true, person: { name: 'R••• R•••', department: null } })
  await visitor.tell(selfService.verify, {})
  expect(await visitor.tell(selfService.reset, { pin: '314159' })).toMatchObject({ ok: true })
  expect(id).toBeDefined()
  await expect
    .poll(async () => (await home.mailTo('rosa.recovers@northgate.example')).subject)
    .toBe('The PIN of your card was changed')
})

test('R180: the enrollment session opens no other call, and no other session opens a page', async () => {
  const page = await addPage(home, byLogin)
  const { session } = await as(undefined).tell(selfService.challenge, {})
  await as(session).tell(selfService.config, { id: page })
  for (const call of [account.self, users.list])
    expect(await as(session).ask(call, {})).toMatchObject({ status: 401, body: { code: 'not-signed-in' } })
  for (const other of [given.owner.accessToken, given.owner.refreshToken])
    expect(await as(other).ask(selfService.config, { id: page })).toMatchObject({ status: 401 })
})

test('R57: without a session or with an expired one, each call returns 401 with a message', async () => {
  const page = await addPage(home, byLogin)
  const over = { status: 401, body: { code: 'visit-over', message: expect.any(String) as unknown } }
  expect(await as(undefined).ask(selfService.config, { id: page })).toMatchObject(over)
  expect(await as('nonsense').ask(selfService.start, { type: 0 })).toMatchObject(over)
  expect(await as(given.owner.accessToken).ask(selfService.start, { type: 0 })).toMatchObject(over)
  const visitor = await visitPage(home, page)
  clock.forward(15 * 60_000)
  expect(await visitor.ask(selfService.start, { type: 0 })).toMatchObject(over)
  expect(await visitor.ask(selfService.config, { id: page })).toMatchObject(over)
})

test('a session that opened no page cannot start a step', async () => {
  const { session } = await as(undefined).tell(selfService.challenge, {})
  expect(await as(session).ask(selfService.start, { type: 0 })).toMatchObject({ status: 401 })
})

const jumps = [
  ['lookup', { cardId: 'AA02', type: 'card' }],
  ['token', { userId: 'grace.hopper@northgate.example' }],
  ['code', { type: 'email' }],
  ['verify', { code: '123456' }],
  ['enroll', { pin: '271828' }],
  ['reset', { pin: '271828' }],
] as const

test.each([0, 1, 2, 3] as const)('after %i steps, a visit cannot skip the next step', async done => {
  const page = await addPage(home, byLogin)
  const visitor = await visitPage(home, page)
  if (done >= 1) await visitor.tell(selfService.start, { type: 0 })
  if (done >= 2) await visitor.tell(selfService.lookup, { id: page, cardId: 'AA02', type: 'card' })
  if (done >= 3) await visitor.tell(selfService.token, { userId: 'grace.hopper@northgate.example' })
  const first = [0, 1, 2, 4][done] as number
  for (const [call, input] of jumps.slice(first).filter(([name]) => done < 3 || name !== 'verify')) {
    if (done === 2 && call === 'token') continue
    const answer = await visitor.ask(selfService[call], { id: page, ...input })
    expect([call, answer.status, answer.body['code']]).toEqual([call, 409, 'wrong-step'])
  }
})

test('a completed visit cannot be repeated, in this tab or another', async () => {
  const page = await addPage(home, pinless)
  await given.addUser('Rita', 'Replays')
  const visitor = await tapAt(home, page, 'AA03')
  await visitor.tell(selfService.token, { userId: 'rita.replays@northgate.example' })
  await visitor.tell(selfService.verify, {})
  await visitor.tell(selfService.enroll, { pin: '271828' })
  for (const [call, input] of jumps) {
    const answer = await visitor.ask(selfService[call], { id: page, ...input })
    expect([call, answer.status, answer.body['code']]).toEqual([call, 401, 'visit-over'])
  }
  await visitor.tell(selfService.config, { id: page })
  expect(await visitor.ask(selfService.enroll, { pin: '271828' })).toMatchObject({ status: 409 })
})

test('two tabs of one session share their state: a new choice in one resets the other', async () => {
  const page = await addPage(home, pinless)
  await given.addUser('Tom', 'Tabs')
  const one = await tapAt(home, page, 'AA04')
  await one.tell(selfService.token, { userId: 'tom.tabs@northgate.example' })
  const other = as(one.session)
  await other.tell(selfService.config, { id: page })
  await one.tell(selfService.verify, {})
  await other.tell(selfService.start, { type: 1 })
  expect(await one.ask(selfService.enroll, { pin: '271828' })).toMatchObject({
    status: 409,
    body: { code: 'wrong-step' },
  })
})

test('one user in two concurrent tabs enrolls once', async () => {
  const page = await addPage(home, pinless)
  const id = await given.addUser('Ben', 'Both')
  const one = await tapAt(home, page, 'AA05')
  await one.tell(selfService.token, { userId: 'ben.both@northgate.example' })
  await one.tell(selfService.verify, {})
  const all = await Promise.all(
    Array.from({ length: 5 }, () => as(one.session).ask(selfService.enroll, { pin: '271828' })),
  )
  expect(all.map(answer => String(answer.status)).toSorted()).toEqual(['200', '401', '401', '401', '401'])
  const { rows } = await home.world.superPool.query('select from security_keys where user_id = $1', [id])
  expect(rows).toHaveLength(1)
})

test('tapping another card discards the verified user and requires identification again', async () => {
  const page = await addPage(home, pinless)
  await given.addUser('Bea', 'Back')
  const visitor = await tapAt(home, page, 'AA06')
  await visitor.tell(selfService.token, { userId: 'bea.back@northgate.example' })
  await visitor.tell(selfService.verify, {})
  await visitor.tell(selfService.lookup, { id: page, cardId: 'AA07', type: 'card' })
  expect(await visitor.ask(selfService.enroll, { pin: '271828' })).toMatchObject({ status: 409 })
})

test('responds page-unknown to any address without a page', async () => {
  const { session } = await as(undefined).tell(selfService.challenge, { id: 'made-up' })
  for (const id of ['made-up', 'x', 'Ünïcode', '../admin', 'a'.repeat(200)]) {
    const answer = await as(session).ask(selfService.config, { id })
    expect([id, answer.status, answer.body['code']]).toEqual([id, 404, 'page-unknown'])
  }
})

test('R60: responds 403 when a page is turned off during the visit', async () => {
  const page = await addPage(home, byLogin)
  const visitor = await tapAt(home, page, 'AA08')
  await change(page, { active: false })
  const off = { status: 403, body: { code: 'page-off', message: expect.any(String) as unknown } }
  expect(await visitor.ask(selfService.token, { userId: given.user.email })).toMatchObject(off)
  expect(await visitor.ask(selfService.config, { id: page })).toMatchObject(off)
  await change(page, { active: true })
  expect(await visitor.ask(selfService.token, { userId: given.user.email })).toMatchObject({ status: 200 })
})

test('a page of a disabled workspace is closed', async () => {
  const { workspace } = given.ownerElsewhere
  const page = await addPage(home, byLogin, workspace)
  const { session } = await as(undefined).tell(selfService.challenge, {})
  const open = async () => (await as(session).ask(selfService.config, { id: page })).status
  expect(await open()).toBe(200)
  const set = (status: number) =>
    home.world.superPool.query('update workspaces set status = $1 where id = $2', [status, workspace])
  await set(0)
  expect(await open()).toBe(403)
  await set(1)
})

test('refuses to start a service that the page does not offer', async () => {
  const page = await addPage(home, { services: { enrollment: true, pinRecovery: false } })
  const visitor = await visitPage(home, page)
  expect(await visitor.ask(selfService.start, { type: 1 })).toMatchObject({
    status: 409,
    body: { code: 'service-off' },
  })
  expect(await visitor.ask(selfService.start, { type: 2 })).toMatchObject({ status: 422 })
})

test('switching pages within a session discards the state of the first page', async () => {
  const [one, other] = [await addPage(home, pinless), await addPage(home, pinless)]
  const visitor = await tapAt(home, one, 'AA09')
  await visitor.tell(selfService.config, { id: other })
  expect(await visitor.ask(selfService.token, { userId: given.user.email })).toMatchObject({ status: 409 })
  await visitor.tell(selfService.start, { type: 0 })
  const asked = { id: one, cardId: 'AA09', type: 'card' }
  expect(await visitor.ask(selfService.lookup, asked)).toMatchObject({ status: 409 })
})

test('the page configuration has texts in the requested language and only URLs that the owner listed', async () => {
  const page = await addPage(home, {
    fields: { userId: true, employeeId: true, firstName: true, lastName: true, phoneNumber: true },
    attributes: [{ from: 'department', name: 'Ward' }],
    messages: {
      en: { help: 'Ask the **desk**.', title: 'Badges' },
      de: { help: 'Fragen Sie den **Empfang**.', enrolled: 'Fertig' },
    },
    redirectUrl: '/dashboard',
    mainUrl: 'https://evil.example/',
    redirectOrigins: ['https://intranet.example'],
    inputReadingFormat: 'hex',
  })
  const { session } = await as(undefined).tell(selfService.challenge, {})
  const read = async (language?: string) =>
    (await as(session).tell(selfService.config, { id: page, ...(language && { language }) })).selfService
  const english = await read()
  expect(english).toMatchObject({
    id: page,
    workspace: { name: 'Northgate Hospital', icon: null },
    configs: {
      inputReadingFormat: 'hex',
      verification: 2,
      hasUserId: true,
      hasPhoneNumber: true,
      hasAdditionalAttribute: true,
      addintionalAttribute: [{ name: 'Ward' }],
    },
    messages: { title: 'Badges', helpParts: [{ as: 'p', of: ['Ask the ', { as: 'strong', of: ['desk'] }, '.'] }] },
    redirectUrl: 'http://localhost:8080/dashboard',
    mainUrl: null,
    production: false,
  })
  expect((await read('de')).messages).toMatchObject({ help: 'Fragen Sie den **Empfang**.', enrolled: 'Fertig' })
  expect((await read('pl')).messages).toMatchObject({ title: 'Badges' })
  await change(page, {
    settings: { redirectUrl: 'https://intranet.example/done', redirectOrigins: ['https://intranet.example'] },
  })
  expect((await read()).redirectUrl).toBe('https://intranet.example/done')
})

test('G1: a browser navigation gets the console, and an API request gets JSON', async () => {
  const page = await addPage(home)
  const headers = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
  const shown = await app.inject({ url: `/self-service/${page}`, headers })
  expect(shown.headers['content-type']).toMatch(/^text\//)
  const called = await app.inject({ url: `/self-service/${page}`, headers: { accept: 'application/json' } })
  expect(called.json()).toMatchObject({ code: 'visit-over' })
})

test('the alive endpoint responds without a session', async () => {
  expect(await as(undefined).ask(selfService.alive)).toMatchObject({ status: 200, body: { ok: true } })
})

test('R85: the URL of the sign-in library still exists and returns an empty script', async () => {
  const { statusCode, headers, body } = await app.inject({ url: '/msal-browser.min.js' })
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
  expect(body).toMatch(/^\/\/ .+\n$/)
})
