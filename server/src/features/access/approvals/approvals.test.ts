import { approvals } from '@claviger/contract/access/approvals'
import { credentials } from '@claviger/contract/keys/credentials'
import { push } from '@claviger/contract/keys/push'
import { activity } from '@claviger/contract/oversight/activity'
import { signIn } from '@claviger/contract/access/sign-in'
import { sessions } from '@claviger/contract/access/sessions'
import { afterAll, expect, test } from 'vitest'
import { asAssertion } from '#test/api/authenticator.ts'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { answerWith, decideApproval, subscribe, withPhone } from '#test/api/phones.ts'
import { pushService } from '#test/emulators/pushed.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { minutes } from '#platform/clock.ts'
import { loopback } from '#test/app/loopback.ts'

const home = await startTestApp(loopback)
const service = await pushService()
afterAll(() => service.close())
const { as, given, clock, world, mailTo } = home
const nobody = as(undefined)
const admin = async () => as((await given.session(given.administrator)).accessToken)
const codeOf = ({ status, body }: { status: number; body: object }) => [status, (body as { code?: string }).code]
const state = async (session: string) => (await as(session).tell(approvals.state)).state
const log = async (user: string, action: 'approval.given' | 'approval.refused' | 'sign-in.phone') =>
  (await (await admin()).tell(activity.list, { user, action })).items

test('notifies a phone, the owner picks the number and signs, and the waiting browser is signed in once', async () => {
  const { user, key, phone, email, accessToken } = await withPhone(home, 'One')
  expect(await as(accessToken).tell(push.own)).toMatchObject({ phones: [{ id: key, told: false }] })
  const browser = service.subscribe()
  await subscribe(home, accessToken, browser)
  const { applicationServerKey, phones } = await as(accessToken).tell(push.own)
  expect(phones).toEqual([{ id: key, name: 'Mine', told: true }])
  const asked = await nobody.tell(approvals.begin, { email })
  expect(asked.number).toBeGreaterThanOrEqual(10)
  await expect.poll(() => service.pushedTo(browser.endpoint).length).toBe(1)
  const [{ headers, message }] = service.pushedTo(browser.endpoint) as [(typeof service.pushed)[0]]
  expect(headers).toMatchObject({ urgency: 'high', 'content-encoding': 'aes128gcm' })
  expect(Number(headers.ttl)).toBeLessThanOrEqual(120)
  expect(headers.authorization).toContain(`k=${applicationServerKey}`)
  expect(Object.keys(message).toSorted()).toEqual(['body', 'title', 'url'])
  expect(`${message['title']} ${message['body']}`).not.toMatch(/One|northgate|127\.0|Firefox/)
  expect(await state(asked.session)).toBe('waiting')
  expect(codeOf(await as(asked.session).ask(approvals.finish))).toEqual([401, 'challenge-refused'])
  const seen = await nobody.tell(approvals.look, {
    request: new URL(message['url']!, 'http://x').searchParams.get('request')!,
  })
  expect(seen).toMatchObject({ email, device: 'Firefox on Linux', ip: '127.0.0.1' })
  expect(seen.numbers).toContain(asked.number)
  expect((await answerWith(home, message['url']!, phone, () => asked.number)).status).toBe(200)
  expect(await state(asked.session)).toBe('approved')
  const answers = await Promise.all(Array.from({ length: 4 }, () => as(asked.session).ask(approvals.finish)))
  expect(answers.map(one => one.status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401])
  const tokens = answers.find(one => one.status === 200)!.body as { accessToken: string }
  const me = as(tokens.accessToken)
  expect((await me.tell(sessions.list)).items.find(one => one.current)).toMatchObject({ method: 'passkey' })
  const rename = { id: (await me.tell(credentials.list)).items[0]!.id, name: 'Other' }
  expect(codeOf(await me.ask(credentials.rename, rename))).toEqual([401, 'verify-first'])
  expect(await log(user, 'approval.given')).toMatchObject([{ status: 1, objectId: key }])
  expect(await log(user, 'sign-in.phone')).toMatchObject([{ status: 1, objectId: key, actorId: user }])
  expect(
    codeOf(
      await answerWith(home, asked.link, phone, () => asked.number).catch((e: { status: number; body: object }) => e),
    ),
  ).toEqual([410, 'approval-over'])
})

test('a wrong number ends the request', async () => {
  const { user, phone, email } = await withPhone(home, 'Two')
  const asked = await nobody.tell(approvals.begin, { email })
  const wrong = await answerWith(home, asked.link, phone, all => all.find(one => one !== asked.number)!)
  expect(codeOf(wrong)).toEqual([409, 'approval-number'])
  expect(await state(asked.session)).toBe('ended')
  expect(await log(user, 'approval.given')).toMatchObject([
    { status: 2, reason: "The number didn't match the one on the computer" },
  ])
  expect(codeOf(await as(asked.session).ask(approvals.finish))).toEqual([401, 'challenge-refused'])
})

test('only one of several concurrent answers counts, and none signs in after a wrong number ended the request', async () => {
  for (const last of ['Alpha', 'Beta', 'Gamma']) {
    const { phone, email } = await withPhone(home, last)
    const asked = await nobody.tell(approvals.begin, { email })
    // All must look before the first one answers, because afterwards there is nothing to look at
    const looked = []
    for (const right of [true, false, true])
      looked.push(
        await decideApproval(home, asked.link, phone, all => all.find(one => (one === asked.number) === right)!),
      )
    const answers = await Promise.all(looked.map(answer => nobody.ask(approvals.answer, answer)))
    const right = answers.filter((one, place) => place !== 1 && one.status === 200).length
    expect(right).toBeLessThanOrEqual(1)
    expect(await state(asked.session)).toBe(right === 1 ? 'approved' : 'ended')
    expect((await as(asked.session).ask(approvals.finish)).status).toBe(right === 1 ? 200 : 401)
  }
})

test('the passkey of a phone cannot answer with a challenge of another session or without user verification', async () => {
  const { phone, email } = await withPhone(home, 'Delta')
  const asked = await nobody.tell(approvals.begin, { email })
  const request = new URL(asked.link).searchParams.get('request')!
  const [one, other] = [await nobody.tell(approvals.look, { request }), await nobody.tell(approvals.look, { request })]
  const assertion = asAssertion(phone.get(one.options))
  expect(
    codeOf(await nobody.ask(approvals.answer, { session: other.session, number: asked.number, assertion })),
  ).toEqual([401, 'passkey-refused'])
  const begun = await nobody.tell(signIn.passkeyInitial)
  const signed = asAssertion(phone.get(begun.options))
  expect(
    codeOf(await nobody.ask(approvals.answer, { session: one.session, number: asked.number, assertion: signed })),
  ).toEqual([401, 'passkey-refused'])
  const unverified = asAssertion(phone.get(one.options, { userVerified: false }))
  expect(
    (await nobody.ask(approvals.answer, { session: one.session, number: asked.number, assertion: unverified })).status,
  ).toBe(401)
  expect(await state(asked.session)).toBe('waiting')
})

test('only an active phone of the requested user can approve', async () => {
  const { user, phone, email, accessToken, key } = await withPhone(home, 'Three')
  const { activateKey, suspend, suspendKey } = testData(home)
  const other = await withPhone(home, 'Four')
  const { key: usb } = await addPasskey(home, accessToken)
  const asked = await nobody.tell(approvals.begin, { email })
  expect(codeOf(await answerWith(home, asked.link, other.phone, () => asked.number))).toEqual([403, 'approval-other'])
  expect(codeOf(await answerWith(home, asked.link, usb, () => asked.number))).toEqual([403, 'approval-key'])
  await world.superPool.query('update security_keys set proximity = true where id = $1', [key])
  expect(codeOf(await answerWith(home, asked.link, phone, () => asked.number))).toEqual([403, 'approval-key'])
  await world.superPool.query('update security_keys set proximity = false where id = $1', [key])
  await suspendKey(key)
  expect(codeOf(await answerWith(home, asked.link, phone, () => asked.number))).toEqual([401, 'passkey-refused'])
  await activateKey(key)
  expect(await state(asked.session)).toBe('waiting')
  expect((await answerWith(home, asked.link, phone, () => asked.number)).status).toBe(200)
  await suspend(user)
  expect(codeOf(await as(asked.session).ask(approvals.finish))).toEqual([401, 'challenge-refused'])
})

test('a refusal ends the request; with the reference shown to the signed-in owner it is also logged and emailed', async () => {
  const { user, email, accessToken } = await withPhone(home, 'Five')
  const first = await nobody.tell(approvals.begin, { email })
  await nobody.tell(approvals.refuse, { request: new URL(first.link).searchParams.get('request')! })
  expect(await state(first.session)).toBe('ended')
  const second = await nobody.tell(approvals.begin, { email })
  const { items } = await as(accessToken).tell(approvals.mine)
  expect(items).toMatchObject([{ email, device: 'Firefox on Linux' }])
  await nobody.tell(approvals.refuse, { request: items[0]!.request })
  expect(await state(second.session)).toBe('ended')
  await expect.poll(async () => (await mailTo(email)).subject).toBe('A sign-in was refused on your phone')
  expect(await log(user, 'approval.refused')).toHaveLength(1)
  expect((await as(accessToken).tell(approvals.mine)).items).toEqual([])
  expect(codeOf(await nobody.ask(approvals.refuse, { request: items[0]!.request }))).toEqual([410, 'approval-over'])
})

test('allows one open request at a time, then longer and longer delays, also for an unknown email', async () => {
  const { email } = await withPhone(home, 'Six')
  const walk = async (address: string) => {
    const said: unknown[] = []
    for (let round = 0; round < 5; round++) {
      const asked = await nobody.ask(approvals.begin, { email: address })
      said.push([codeOf(asked), Object.keys(asked.body).toSorted()])
      said.push(codeOf(await nobody.ask(approvals.begin, { email: address })))
      if (asked.status === 200) {
        const session = String(asked.body['session'])
        said.push(await state(session))
        await as(session).tell(approvals.cancel)
        said.push(await state(session))
      }
      clock.forward(20_000)
    }
    return said
  }
  const known = await walk(email)
  clock.forward(minutes(61))
  expect(await walk('nobody@northgate.example')).toEqual(known)
  expect(JSON.stringify(known)).toContain('approval-too-soon')
  expect(JSON.stringify(known)).toContain('approval-open')
  const many = await Promise.all(
    Array.from({ length: 5 }, () => nobody.ask(approvals.begin, { email: 'crowd@x.example' })),
  )
  expect(many.map(one => one.status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429, 429])
})

test('requests by strangers block neither the owner in another network nor a browser the owner used before', async () => {
  const { phone, email } = await withPhone(home, 'Beset')
  const begin = async (remoteAddress: string, cookie = '') => {
    const { method, path } = approvals.begin
    const answer = await home.app.inject({ method, url: path, remoteAddress, headers: { cookie }, payload: { email } })
    return [answer.statusCode, answer.json<{ code?: string }>().code]
  }
  expect(await begin('198.51.100.1')).toEqual([200, undefined])
  const own = await nobody.tell(approvals.begin, { email })
  expect((await answerWith(home, own.link, phone, () => own.number)).status).toBe(200)
  const finished = await as(own.session).ask(approvals.finish)
  const cookie = [finished.headers['set-cookie']]
    .flat()
    .map(one => String(one).split(';', 1)[0])
    .join('; ')
  expect(cookie).toContain('claviger-browser=')
  expect(await begin('198.51.100.1')).toEqual([429, 'approval-open'])
  for (const network of ['198.51.100.2', '198.51.100.3']) expect(await begin(network)).toEqual([200, undefined])
  // Strangers together are limited, so that a phone is not flooded
  expect(await begin('198.51.100.4')).toEqual([429, 'approval-open'])
  expect(await begin('198.51.100.4', cookie)).toEqual([200, undefined])
  expect(await begin('198.51.100.4', cookie)).toEqual([429, 'approval-open'])
  for (let round = 0; round < 4; round++) {
    clock.forward(minutes(2) + 1000)
    for (const host of [1, 2, 3]) await begin(`203.0.113.${round * 3 + host}`)
  }
  clock.forward(minutes(2) + 1000)
  expect(await begin('203.0.113.99')).toEqual([429, 'approval-too-soon'])
  expect(await begin('203.0.113.99', cookie)).toEqual([200, undefined])
})

test('a request expires after two minutes', async () => {
  const { phone, email } = await withPhone(home, 'Seven')
  const asked = await nobody.tell(approvals.begin, { email })
  const request = new URL(asked.link).searchParams.get('request')!
  const seen = await nobody.tell(approvals.look, { request })
  clock.forward(minutes(2) + 1000)
  expect(await state(asked.session)).toBe('ended')
  expect(codeOf(await nobody.ask(approvals.look, { request }))).toEqual([410, 'approval-over'])
  const assertion = asAssertion(phone.get(seen.options))
  expect(
    codeOf(await nobody.ask(approvals.answer, { session: seen.session, number: asked.number, assertion })),
  ).toEqual([410, 'approval-over'])
})

test('removes a subscription that expired, and refuses an invalid one or one without a phone', async () => {
  const { email, accessToken } = await withPhone(home, 'Eight')
  const [gone, kept] = [service.subscribe(), service.subscribe()]
  await subscribe(home, accessToken, gone)
  await subscribe(home, accessToken, kept)
  service.forget(gone.endpoint)
  await nobody.tell(approvals.begin, { email })
  await expect.poll(() => service.pushedTo(kept.endpoint).length).toBe(1)
  const left = async () =>
    (
      await world.superPool.query('select endpoint from push_subscriptions where endpoint = any($1)', [
        [gone.endpoint, kept.endpoint],
      ])
    ).rows
  await expect.poll(left).toEqual([{ endpoint: kept.endpoint }])
  await as(accessToken).tell(push.unsubscribe, { endpoint: kept.endpoint })
  expect(await left()).toEqual([])
  const me = as(accessToken)
  for (const wrong of [
    { ...kept, endpoint: 'http://push.example/1' },
    { ...kept, endpoint: 'no address' },
    { ...kept, keys: { ...kept.keys, p256dh: 'AAAA' } },
    { ...kept, keys: { ...kept.keys, auth: 'AAAA' } },
  ])
    expect(codeOf(await me.ask(push.subscribe, wrong))).toEqual([422, 'push-refused'])
  expect(codeOf(await as((await given.session(given.user)).accessToken).ask(push.subscribe, kept))).toEqual([
    409,
    'no-phone',
  ])
})

test('one kind of request token is not accepted as another', async () => {
  const { email, accessToken } = await withPhone(home, 'Nine')
  const asked = await nobody.tell(approvals.begin, { email })
  const request = new URL(asked.link).searchParams.get('request')!
  const { session } = await nobody.tell(approvals.look, { request })
  for (const wrong of [request, session])
    expect(codeOf(await as(wrong).ask(approvals.state))).toEqual([401, 'challenge-refused'])
  for (const wrong of [asked.session, session, accessToken, 'x'])
    expect(codeOf(await nobody.ask(approvals.look, { request: wrong }))).toEqual([410, 'approval-over'])
  expect(codeOf(await as(asked.session).ask(signIn.code))).toEqual([401, 'challenge-refused'])
  expect(codeOf(await as(asked.session).ask(approvals.mine))).toEqual([401, 'not-signed-in'])
})

test('a phone that waits for confirmation gets no request, and its answer is refused', async () => {
  const { key, phone, email, accessToken } = await withPhone(home, 'Unproven')
  const browser = service.subscribe()
  await subscribe(home, accessToken, browser)
  const due = (waits: boolean) =>
    world.superPool.query('update security_keys set proof_due = $2, proof_counts_at = null where id = $1', [key, waits])
  await due(true)
  const asked = await nobody.tell(approvals.begin, { email })
  const answer = await answerWith(home, asked.link, phone, () => asked.number).catch(
    (refused: { status: number; body: object }) => refused,
  )
  expect(answer.status).not.toBe(200)
  expect(await state(asked.session)).not.toBe('approved')
  // A job determines the recipients, so wait until it has run
  const undecided = async () => {
    const asking = (await world.jobs.counts()).find(({ name }) => name === 'ask-phones')
    return (asking?.waiting ?? 0) + (asking?.running ?? 0)
  }
  await expect.poll(undecided).toBe(0)
  expect(service.pushedTo(browser.endpoint)).toEqual([])
  await due(false)
  clock.forward(minutes(30))
  await nobody.tell(approvals.begin, { email })
  await expect.poll(() => service.pushedTo(browser.endpoint).length).toBe(1)
})
