import { account } from '@claviger/contract/access/account'
import { signIn } from '@claviger/contract/access/sign-in'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import { sharing } from '@claviger/contract/keys/sharing'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { assignCard, registerReader } from '#test/api/reader.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, mailTo, clock, world } = home
const [PIN, WRONG] = ['274936', '111999']
const slug = 'northgate'
const admin = async () => as((await given.session(given.administrator)).accessToken)

async function newCard(last: string, number: string, pin: string | null = PIN) {
  const user = await given.addUser('Badge', last)
  return {
    user,
    key: await assignCard(home, user, number, pin),
    email: `badge.${last.toLowerCase()}@northgate.example`,
  }
}
const enter = (cardId: string, pin: string, where = slug) => as(undefined).ask(signIn.cardLogin, { cardId, pin, where })
const codeOf = ({ status, body }: { status: number; body: object }) => [status, (body as { code?: string }).code]
const refused = [401, 'card-refused']
const log = async (user: string) =>
  (await (await admin()).tell(activity.list, { user })).items.map(one => [one.action, one.status, one.reason])

test('a card and PIN sign in with the workspace address or the own email, and the log names the card', async () => {
  const readers = async () => (await (await admin()).tell(accessKeys.apps, {})).items.length
  const before = await readers()
  const { user, key, email } = await newCard('One', 'BAD6E001')
  const first = await enter('BAD6E001', PIN)
  expect(first.status).toBe(200)
  const { accessToken } = first.body as { accessToken: string }
  expect((await as(accessToken).ask(signIn.logout)).status).toBe(200)
  await expect.poll(async () => (await mailTo(email)).subject).toMatch(/passkey|security key/i)
  expect((await enter('BAD6E001', PIN, email.toUpperCase())).status).toBe(200)
  expect((await (await admin()).tell(securityKeys.ofUser, { id: user })).items).toMatchObject([
    { id: key, passkeys: 1 },
  ])
  const { items } = await (await admin()).tell(activity.list, { user, action: 'sign-in.card' })
  expect(items).toMatchObject([
    { status: 1, objectId: key, actorId: user },
    { status: 1, objectId: key, actorId: user },
  ])
  expect(await readers()).toBe(before)
})

test('gives the same refusal for an unknown card, a wrong PIN, a wrong place, and a card without a PIN', async () => {
  const { email } = await newCard('Two', 'BAD6E002')
  const { user } = await newCard('Plain', 'BAD6E003', null)
  const answers = await Promise.all([
    enter('BAD6EFFF', PIN),
    enter('BAD6E002', WRONG),
    enter('BAD6E002', PIN, 'nowhere'),
    enter('BAD6E002', PIN, 'badge.one@northgate.example'),
    enter('BAD6E003', PIN),
    enter('!!', PIN),
    enter('BAD6E002', PIN, 'nobody@northgate.example'),
  ])
  expect(answers.map(codeOf)).toEqual(answers.map(() => refused))
  expect(new Set(answers.map(one => JSON.stringify({ ...one.body, requestId: '' }))).size).toBe(1)
  expect(await log(user)).toContainEqual(['sign-in.card', 2, 'The card has no PIN'])
  expect((await enter('BAD6E002', PIN, email)).status).toBe(200)
})

const left = async (key: string) => {
  const { rows } = await world.superPool.query('select tries_left from held_cards where security_key_id = $1', [key])
  return (rows[0] as { tries_left: number } | undefined)?.tries_left ?? 8
}

const judgedOf = async (key: string) => {
  const { rows } = await world.superPool.query<{ judged: number }>(
    "select count(*)::int as judged from activities where action = 'security-key.pin-refused' and object_id = $1",
    [key],
  )
  return rows[0]?.judged ?? 0
}

test('wrong PINs from the internet cause growing delays and do not count on the card itself', async () => {
  const { key, email } = await newCard('Three', 'BAD6E004')
  expect((await enter('BAD6E004', PIN)).status).toBe(200)
  for (let tried = 0; tried < 3; tried++) expect(codeOf(await enter('BAD6E004', WRONG))).toEqual(refused)
  const waits = await enter('BAD6E004', PIN)
  expect(waits).toMatchObject({ status: 429, headers: { 'retry-after': '30' }, body: { code: 'too-many' } })
  // An alternative notation is the same card; the response must not reveal that the card exists and is delayed
  expect(codeOf(await enter('bad6e004', PIN, email))).toEqual(refused)
  expect(codeOf(await enter('BAD6:E004', PIN))).toEqual(refused)
  let judged = await judgedOf(key)
  const answers: unknown[] = []
  for (let hour = 0; hour < 10; hour++) {
    let inHour = hour === 0 ? judged : 0
    for (let n = 0; n < 4; n++) {
      clock.forward(minutes(15))
      let told = false
      answers.push(enter('BAD6E004', WRONG).finally(() => (told = true)))
      await expect.poll(async () => told || (await judgedOf(key)) > judged, { interval: 10 }).toBe(true)
      const now = await judgedOf(key)
      inHour += now - judged
      judged = now
    }
    expect(inHour).toBeLessThanOrEqual(10)
  }
  await Promise.all(answers)
  expect(await judgedOf(key)).toBe(judged)
  expect(judged).toBeGreaterThan(10)
  expect(judged).toBeLessThanOrEqual(30)
  expect(await left(key)).toBe(8)
  expect(await (await admin()).tell(securityKeys.get, { id: key })).toMatchObject({ isBlocked: false })
  const reader = as(await registerReader(home))
  expect(await reader.tell(accessKeys.status, { cardId: 'BAD6E004' })).toMatchObject({ status: 'active' })
  clock.forward(minutes(24 * 60))
  expect((await enter('BAD6E004', PIN)).status).toBe(200)
}, 120_000)

test('a browser where the owner signed in before has its own attempts, which are also limited', async () => {
  await newCard('Remembered', 'BAD6E0F1')
  await newCard('Other', 'BAD6E0F2')
  const from = async (cardId: string, pin: string, cookie?: string) => {
    const { path: url, method } = signIn.cardLogin
    const payload = { cardId, pin, where: slug }
    return home.app.inject({ method, url, payload, headers: cookie === undefined ? {} : { cookie } })
  }
  const [cookie = ''] = String((await from('BAD6E0F1', PIN)).headers['set-cookie']).split(';')
  // Attackers use up the shared attempts of both cards
  for (const card of ['BAD6E0F1', 'BAD6E0F2']) {
    for (let n = 0; n < 3; n++) expect((await from(card, WRONG)).statusCode).toBe(401)
    expect((await from(card, PIN)).statusCode).toBe(429)
  }
  expect((await from('BAD6E0F1', PIN, cookie)).statusCode).toBe(200)
  expect((await from('BAD6E0F2', PIN, cookie)).statusCode).toBe(429)
  expect((await from('BAD6E0F1', PIN, `${cookie.slice(0, -4)}AAAA`)).statusCode).toBe(429)
  for (let n = 0; n < 3; n++) expect((await from('BAD6E0F1', WRONG, cookie)).statusCode).toBe(401)
  expect((await from('BAD6E0F1', PIN, cookie)).statusCode).toBe(429)
})

test('checks no more of many concurrent guesses than of sequential ones', async () => {
  const { user, key } = await newCard('Four', 'BAD6E005')
  const answers = await Promise.all(Array.from({ length: 12 }, () => enter('BAD6E005', WRONG)))
  expect(answers.filter(one => one.status === 401)).toHaveLength(3)
  expect(answers.filter(one => one.status === 429)).toHaveLength(9)
  expect((await log(user)).filter(([action]) => action === 'security-key.pin-refused')).toHaveLength(3)
  expect(await left(key)).toBe(8)
})

async function comeIn(cardId: string): ReturnType<typeof enter> {
  const answer = await enter(cardId, PIN)
  return answer.status === 503 ? comeIn(cardId) : answer
}

test('concurrent right PINs all sign in, from the first use of a card on, and create one passkey', async () => {
  const { user, key } = await newCard('Crowd', 'BAD6E00C')
  for (const round of ['first', 'second']) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => comeIn('BAD6E00C')))
    expect([round, ...answers.map(one => one.status)]).toEqual([round, ...answers.map(() => 200)])
    for (const { body } of answers)
      expect((await as((body as { accessToken: string }).accessToken).ask(account.self)).status).toBe(200)
  }
  expect((await (await admin()).tell(securityKeys.ofUser, { id: user })).items).toMatchObject([
    { id: key, passkeys: 1 },
  ])
  expect((await log(user)).filter(([, status]) => status !== 1)).toEqual([])
})

test('owners choose where cards can sign in: anywhere, from some networks, or nowhere', async () => {
  await newCard('Six', 'BAD6E00A')
  const owner = as((await given.session(given.owner)).accessToken)
  const from = async (remoteAddress: string) => {
    const { url, method } = { url: signIn.cardLogin.path, method: signIn.cardLogin.method }
    const payload = { cardId: 'BAD6E00A', pin: PIN, where: slug }
    return (await home.app.inject({ url, method, payload, remoteAddress })).statusCode
  }
  expect(await from('203.0.113.7')).toBe(200)
  const networks = ['192.0.2.0/24', '2001:db8::/32']
  expect(await owner.ask(workspaceSettings.cardSignIn, { cardSignIn: 'networks', networks: [] })).toMatchObject({
    status: 422,
    body: { fields: [{ field: 'networks' }] },
  })
  const saved = await owner.tell(workspaceSettings.cardSignIn, { cardSignIn: 'networks', networks })
  expect(saved.cardSignIn).toEqual({ cardSignIn: 'networks', networks })
  expect([await from('203.0.113.7'), await from('192.0.2.9'), await from('2001:db8::1')]).toEqual([401, 200, 200])
  await owner.tell(workspaceSettings.cardSignIn, { cardSignIn: 'off', networks: [] })
  clock.forward(minutes(2))
  expect([await from('203.0.113.7'), await from('192.0.2.9')]).toEqual([401, 401])
  clock.forward(minutes(2))
  const { items } = await owner.tell(activity.list, { action: 'workspace.updated' })
  expect(items[0]).toMatchObject({ after: { cardSignIn: 'off' } })
  await owner.tell(workspaceSettings.cardSignIn, { cardSignIn: 'on', networks: [] })
  expect(await from('203.0.113.7')).toBe(200)
  clock.forward(minutes(6))
  const stale = await owner.ask(workspaceSettings.cardSignIn, { cardSignIn: 'on', networks: [] })
  expect(codeOf(stale)).toEqual([401, 'verify-first'])
})

test('refuses a suspended card and a suspended user, and logs the reason', async () => {
  const { user, key } = await newCard('Five', 'BAD6E006')
  expect((await enter('BAD6E006', PIN)).status).toBe(200)
  await (await admin()).tell(keyActCalls.suspendOne, { id: key })
  expect(codeOf(await enter('BAD6E006', PIN))).toEqual(refused)
  expect(await log(user)).toContainEqual(['sign-in.card', 2, 'The security key is suspended or blocked'])
  await (await admin()).tell(keyActCalls.activateOne, { id: key })
  await testData(home).suspend(user)
  expect(codeOf(await enter('BAD6E006', PIN))).toEqual(refused)
  await testData(home).activate(user)
  expect((await enter('BAD6E006', PIN)).status).toBe(200)
})

test('a card that opens several accounts offers a choice after the PIN, and the log names the cardholder', async () => {
  const [nora, kiosk, spare] = [
    await newCard('Nora', 'BAD6E007'),
    await newCard('Kiosk', 'BAD6E008'),
    await newCard('Spare', 'BAD6E009'),
  ]
  const share = async (id: string) => (await admin()).tell(sharing.add, { id, users: [nora.user], groups: [] })
  await share(kiosk.user)
  await share(spare.user)
  // Until the account's own card has signed in here, there is no passkey that could open the account
  expect((await enter('BAD6E007', PIN)).body).toHaveProperty('accessToken')
  expect((await enter('BAD6E008', PIN)).body).toHaveProperty('accessToken')
  const asked = await enter('BAD6E007', PIN)
  expect(asked).toMatchObject({ status: 200, body: { accounts: expect.anything() as unknown } })
  expect((asked.body as { accounts: object[] }).accounts).toMatchObject([
    { id: nora.user, own: true, isDefault: true },
    { id: kiosk.user, own: false, isDefault: false },
  ])
  expect(Object.keys(asked.body)).toEqual(['accounts'])
  expect(codeOf(await enter('BAD6E007', WRONG))).toEqual(refused)
  const choose = (id: string, pin = PIN) =>
    as(undefined).ask(signIn.cardLogin, { cardId: 'BAD6E007', pin, where: slug, account: id })
  const meOf = async ({ body }: { body: object }) => {
    const { accessToken } = body as { accessToken: string }
    return { me: await as(accessToken).tell(account.self), ...body }
  }
  expect((await meOf(await choose(nora.user))).me.id).toBe(nora.user)
  const opened = await meOf(await choose(kiosk.user))
  expect(opened.me.id).toBe(kiosk.user)
  const { items } = await (await admin()).tell(activity.list, { user: nora.user, action: 'sign-in.card' })
  expect(items[0]).toMatchObject({
    status: 1,
    actorId: nora.user,
    objectId: nora.key,
    after: { opened: 'Badge Kiosk' },
  })
  // Access to another user's account must not allow taking it over
  const guarded = await as((opened as unknown as { accessToken: string }).accessToken).ask(account.removeAccount, {
    confirm: true,
  })
  expect(codeOf(guarded)).toEqual([401, 'verify-first'])
  expect(codeOf(await choose(spare.user))).toEqual([403, 'account-not-shared'])
  expect(codeOf(await choose(spare.user, WRONG))).toEqual(refused)
  await (await admin()).tell(sharing.makeDefault, { id: nora.user, accountId: kiosk.user })
  expect((await enter('BAD6E007', PIN)).body).toMatchObject({ accounts: [{ isDefault: false }, { isDefault: true }] })
  // Such a session can be renewed only while the account is shared
  const { refreshToken } = opened as unknown as { refreshToken: string }
  const renewed = await as(undefined).tell(signIn.refresh, { refreshToken })
  await (await admin()).tell(sharing.take, { id: kiosk.user, users: [nora.user] })
  expect(codeOf(await as(undefined).ask(signIn.refresh, renewed))).toEqual([401, 'refresh-refused'])
  expect(codeOf(await choose(kiosk.user))).toEqual([403, 'account-not-shared'])
  expect((await enter('BAD6E007', PIN)).body).toHaveProperty('accessToken')
})

test('names the field that is missing or too long', async () => {
  for (const [input, field] of [
    [{ cardId: '', pin: PIN, where: slug }, 'cardId'],
    [{ cardId: '1', pin: '', where: slug }, 'pin'],
    [{ cardId: '1', pin: '1'.repeat(64), where: slug }, 'pin'],
    [{ cardId: '1', pin: PIN, where: ' ' }, 'where'],
    [{ cardId: '1'.repeat(61), pin: PIN, where: slug }, 'cardId'],
  ] as const) {
    const { status, body } = await as(undefined).ask(signIn.cardLogin, input)
    expect([status, body]).toMatchObject([422, { fields: [{ field }] }])
  }
})
