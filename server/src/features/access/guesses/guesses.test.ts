import { account } from '@claviger/contract/access/account'
import { selfService } from '@claviger/contract/access/self-service'
import { signIn } from '@claviger/contract/access/sign-in'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { expect, test } from 'vitest'
import { addPage, pageHelpers, tapAt } from '#test/api/card-page.ts'
import { startTestApp, twinOf } from '#test/app/test-app.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import { outboxMails } from '#integrations/mail.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock, world, mailTo } = home
const twin = await twinOf(home)
const hour = minutes(60)

let people = 0
async function newPerson(): Promise<string> {
  await given.addUser('Mallory', `Target${++people}`)
  return `mallory.target${people}@northgate.example`
}
async function begin(email: string): Promise<string> {
  await forgetMails(email)
  return (await as(undefined).tell(signIn.emailInitial, { email })).session
}
// Sent emails have their own limit; this test is about guesses
const forgetMails = (email: string) =>
  world.superPool.query('delete from guesses where about = $1', [keyedHash(world.hashKey, 'guesses mails', email)])
const wrong = '000000'
const judged = (answers: { body: Record<string, unknown> }[]) =>
  answers.filter(one => one.body['code'] === 'code-refused').length
const guess = (session: string, at = as) => at(session).ask(signIn.emailLogin, { code: wrong })

async function guessFor(email: string, milliseconds: number, step: number): Promise<number> {
  let found = 0
  for (let passed = 0; passed < milliseconds; passed += step) {
    const session = await begin(email)
    for (let n = 0; n < 4; n++) {
      const answer = await guess(session)
      found += judged([answer])
      if (answer.status === 429) break
    }
    await as(session).ask(signIn.cancel)
    clock.forward(step)
  }
  return found
}

test('checks at most six of fifty concurrent guesses across several sign-ins and two processes', async () => {
  const email = await newPerson()
  const sessions = [await begin(email), await begin(email), await begin(email)]
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_one, n) => guess(sessions[n % 3] as string, n % 2 === 0 ? as : twin.as)),
  )
  expect(judged(answers)).toBeGreaterThan(0)
  await Promise.all(sessions.map(session => as(session).ask(signIn.cancel)))
  const again = await begin(email)
  for (let n = 0; n < 4; n++) answers.push(await guess(again, twin.as))
  clock.forward(minutes(10))
  await as(again).tell(signIn.code)
  for (let n = 0; n < 20; n++) {
    answers.push(await guess(again))
    clock.forward(minutes(1))
  }
  expect(judged(answers)).toBeLessThanOrEqual(6)
})

test('tells users how long to wait, and the wait grows', async () => {
  const email = await newPerson()
  const waits: number[] = []
  for (let n = 0; n < 7; n++) {
    const session = await begin(email)
    let answer = await guess(session)
    if (answer.status === 429) {
      const seconds = Number(answer.headers['retry-after'])
      expect(answer.body['message']).toContain(String(seconds <= 90 ? seconds : Math.ceil(seconds / 60)))
      waits.push(seconds)
      clock.forward(seconds * 1000 - 1000)
      // A sign-in ends before the longest waits do
      expect((await guess(await begin(email))).status).toBe(429)
      clock.forward(1000)
      answer = await guess(await begin(email))
    }
    expect(answer.body['code']).toBe('code-refused')
    await as(session).ask(signIn.cancel)
    clock.forward(1000)
  }
  expect(waits.length).toBeGreaterThan(1)
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(new Set(waits).size).toBe(waits.length)
})

test('checks at most six guesses per hour and at most sixty per day', async () => {
  const email = await newPerson()
  const hours: number[] = []
  for (let n = 0; n < 24; n++) hours.push(await guessFor(email, hour, minutes(10)))
  expect(Math.max(...hours)).toBeLessThanOrEqual(6)
  expect(Math.min(...hours.slice(0, 5))).toBeGreaterThan(0)
  const all = hours.reduce((sum, one) => sum + one, 0)
  expect(all).toBeGreaterThan(30)
  expect(all).toBeLessThanOrEqual(60)
}, 120_000)

test('a correct answer does not count as a guess, and does not reset earlier guesses', async () => {
  const email = await newPerson()
  for (let n = 0; n < 4; n++) {
    expect(judged([await guess(await begin(email))])).toBe(1)
    // A mail that leaves late would be taken for the newest
    await expect.poll(() => mailsTo(email)).toBe(1 + n)
  }
  for (let n = 0; n < 3; n++) {
    const session = await begin(email)
    await expect.poll(() => mailsTo(email)).toBe(5 + n)
    const { code = '' } = await mailTo(email)
    await as(session).tell(signIn.emailLogin, { code })
  }
  expect(judged([await guess(await begin(email))])).toBe(1)
  expect(await guess(await begin(email))).toMatchObject({ status: 429 })
})
const mailsTo = async (email: string) => (await outboxMails(world)).filter(one => one.to === email).length

test('counts passwords as guesses at the same email', async () => {
  const email = await newPerson()
  const answers = []
  for (let n = 0; n < 4; n++) {
    const session = await begin(email)
    for (let tries = 0; tries < 5; tries++) answers.push(await as(session).ask(signIn.emailLogin, { pin: 'wrong one' }))
  }
  expect(answers.filter(one => one.body['code'] === 'password-refused').length).toBeLessThanOrEqual(10)
  expect(answers.at(-1)).toMatchObject({ status: 429, body: { code: 'too-many' } })
})

test('counts and answers guesses for an unknown email the same way', async () => {
  const session = await begin('nobody.there@northgate.example')
  for (let n = 0; n < 5; n++) expect((await guess(session)).status).toBe(401)
  const other = await begin('nobody.there@northgate.example')
  expect(await guess(other)).toMatchObject({ status: 429, headers: { 'retry-after': '30' } })
})

test('restarting an email change gives no additional guesses', async () => {
  const own = as((await given.session(given.readOnly)).accessToken)
  const answers = []
  for (let n = 0; n < 6; n++) {
    await own.ask(account.changeContact, { phoneNumber: { countryCode: '+49', mobileNumber: `17012345${n}0` } })
    await own.ask(account.changeContact, { email: 'victim@northgate.example' })
    for (let tries = 0; tries < 5; tries++) answers.push(await own.ask(account.verifyContact, { code: wrong }))
  }
  expect(judged(answers)).toBeLessThanOrEqual(10)
})

test('limits guesses at card page codes across visits', async () => {
  const { forgetTries } = pageHelpers(home)
  const page = await addPage(home, {
    fields: { userId: true, employeeId: false, lastName: false },
    limits: { card: 100, person: 100 },
  })
  await given.addUser('Paige', 'Target', { user_id: 'paige' })
  const answers = []
  for (let n = 0; n < 5; n++) {
    const visitor = await tapAt(home, page, `FACE0${n}`)
    await visitor.tell(selfService.token, { userId: 'paige' })
    await visitor.tell(selfService.code, { type: 'email' })
    for (let tries = 0; tries < 5; tries++) {
      await forgetTries()
      answers.push(await visitor.ask(selfService.verify, { code: wrong }))
    }
  }
  const refused = answers.filter(one => one.body['code'] === 'visit-code-refused')
  expect(refused.length).toBeLessThanOrEqual(10)
  expect(answers.at(-1)).toMatchObject({ body: { code: 'visit-limit' } })
})

test('the stored guesses reveal neither the email nor the network', async () => {
  await guess(await begin('somebody.secret@northgate.example'))
  const { rows } = await world.superPool.query('select * from guesses')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/secret|127\.0/)
})

test('guesses by strangers do not lock users out of a browser where they signed in before', async () => {
  const email = await newPerson()
  const call = async (endpoint: Endpoint, input: object, authorization: string | undefined, cookie?: string) => {
    const query = endpoint.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>).toString()}` : ''
    return home.app.inject({
      method: endpoint.method,
      url: endpoint.path + query,
      headers: { ...(authorization && { authorization }), ...(cookie && { cookie }) },
      ...(endpoint.method !== 'GET' && { payload: input }),
    })
  }
  const first = await begin(email)
  const { code = '' } = await mailTo(email)
  const entered = await call(signIn.emailLogin, { code }, first)
  const set = String([entered.headers['set-cookie']].flat()[0])
  expect(set).toMatch(/^claviger-browser=[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
  const [cookie = ''] = set.split(';')
  for (let n = 0; n < 5; n++) await guess(await begin(email))
  expect((await guess(await begin(email))).status).toBe(429)
  for (let n = 0; n < 6; n++) await as(undefined).ask(signIn.emailInitial, { email })
  expect((await as(undefined).ask(signIn.emailInitial, { email })).status).toBe(403)
  const own = await call(signIn.emailInitial, { email }, undefined, cookie)
  expect(own.statusCode).toBe(200)
  const { session } = own.json<{ session: string }>()
  for (const other of [undefined, `${cookie.slice(0, -4)}AAAA`])
    expect((await call(signIn.emailLogin, { code: wrong }, session, other)).statusCode).toBe(429)
  // Known browsers have their own guess counter, which is also limited
  const answers: number[] = []
  for (let n = 0; n < 4; n++) answers.push((await call(signIn.emailLogin, { code: wrong }, session, cookie)).statusCode)
  expect(answers).toEqual([401, 401, 401, 401])
  const again = (await call(signIn.emailInitial, { email }, undefined, cookie)).json<{ session: string }>().session
  expect((await call(signIn.emailLogin, { code: wrong }, again, cookie)).statusCode).toBe(429)
  const other = await newPerson()
  for (let n = 0; n < 5; n++) await guess(await begin(other))
  expect((await call(signIn.emailLogin, { code: wrong }, await begin(other), cookie)).statusCode).toBe(429)
})
