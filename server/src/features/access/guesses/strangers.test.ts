import { signIn } from '@claviger/contract/access/sign-in'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { workOut } from '#test/api/card-page.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { assignCard, registerReader } from '#test/api/reader.ts'
import { minutes } from '#platform/clock.ts'
import { outboxMails } from '#integrations/mail.ts'

// The limits of floods count as in production
const home = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
const { as, clock, given, world } = home
const [PIN, WRONG_PIN, WRONG_CODE] = ['274936', '111999', '000000']
const hospital = '198.51.100.7'
const slug = 'northgate'

// What one test used up is no other's
afterEach(() => clock.forward(minutes(25 * 60)))

interface Browser {
  readonly cookie?: string
  readonly address?: string
  /** Gives up where the server asks for work. */
  readonly isLazy?: boolean
}
interface Reply {
  status: number
  body: Record<string, unknown>
  cookie: string
}
type Work = { salt: string; bits: number }

/** Calls as a browser does, which solves a task where the server asks for one. */
async function call(
  endpoint: Endpoint,
  input: Record<string, string>,
  { cookie, address = hospital, isLazy = false }: Browser,
  authorization?: string,
): Promise<Reply> {
  const isGet = endpoint.method === 'GET'
  const answer = await home.app.inject({
    method: endpoint.method,
    url: isGet ? `${endpoint.path}?${new URLSearchParams(input).toString()}` : endpoint.path,
    remoteAddress: address,
    headers: { ...(cookie !== undefined && { cookie }), ...(authorization !== undefined && { authorization }) },
    ...(!isGet && { payload: input }),
  })
  // A busy machine asks to come again, and nothing has happened then
  if (answer.statusCode === 503) {
    await sleep(200)
    return call(endpoint, input, { address, isLazy, ...(cookie !== undefined && { cookie }) }, authorization)
  }
  const body = answer.json<Record<string, unknown>>()
  const work = body['work'] as Work | undefined
  if (work !== undefined && !isLazy && input['proof'] === undefined)
    return call(
      endpoint,
      { ...input, proof: `${work.salt}:${workOut(work)}` },
      { address, ...(cookie !== undefined && { cookie }) },
      authorization,
    )
  const [set = ''] = ([answer.headers['set-cookie']].flat()[0] ?? '').split(';')
  return { status: answer.statusCode, body, cookie: set }
}

const byCard = (cardId: string, pin: string, browser: Browser) =>
  call(signIn.cardLogin, { cardId, pin, where: slug }, browser)
const begin = async (email: string, browser: Browser) =>
  String((await call(signIn.emailInitial, { email }, browser)).body['session'])
const byCode = (session: string, code: string, browser: Browser) => call(signIn.emailLogin, { code }, browser, session)
const codesTo = async (email: string) =>
  (await outboxMails(world)).filter(mail => mail.to === email && mail.code !== undefined)
/** Begins a sign-in by email and waits for its code. */
async function beginAndRead(email: string, browser: Browser) {
  const before = (await codesTo(email)).length
  const session = await begin(email, browser)
  await expect.poll(async () => (await codesTo(email)).length, { timeout: 10_000 }).toBe(before + 1)
  return { session, code: (await codesTo(email))[0]?.code ?? '' }
}
async function byMail(email: string, browser: Browser) {
  const { session, code } = await beginAndRead(email, browser)
  return byCode(session, code, browser)
}
const isJudged = ({ body }: Reply) => body['code'] === 'code-refused' || body['code'] === 'card-refused'

/** Signs in by mail at a new browser, which is known from then on. */
async function becomeKnown(email: string): Promise<string> {
  const { status, cookie } = await byMail(email, {})
  expect([status, cookie.split('=')[0]]).toEqual([200, 'claviger-browser'])
  return cookie
}

let people = 0
async function addNurse() {
  const n = ++people
  const user = await given.addUser('Nora', `Nurse${n}`)
  const card = `AB00${String(1000 + n)}`
  return { card, key: await assignCard(home, user, card, PIN), email: `nora.nurse${n}@northgate.example` }
}

test('after 500 wrong guesses from one network, 20 nurses sign in there within 10 seconds each', async () => {
  const nurses = await Promise.all(Array.from({ length: 20 }, addNurse))
  const reader = as(await registerReader(home))
  // Every second one signed in before at the computer that she uses
  const computers = new Map<string, string>()
  for (const [n, { email, card }] of nurses.entries()) {
    if (n % 4 === 0) computers.set(email, await becomeKnown(email))
    if (n % 4 === 1) computers.set(email, (await byCard(card, PIN, {})).cookie)
  }
  expect([...computers.values()].every(cookie => cookie.startsWith('claviger-browser='))).toBe(true)
  clock.forward(minutes(61))

  const guesses: Reply[] = []
  for (let n = 0; n < 40; n++) {
    const card = `DEAD${String(1000 + n)}`
    guesses.push(...(await Promise.all([0, 1, 2].map(() => byCard(card, WRONG_PIN, { isLazy: true })))))
  }
  for (let n = 0; guesses.length < 500; n++) {
    const session = await begin(`target${n}@elsewhere.example`, {})
    for (let tries = 0; tries < 5; tries++)
      guesses.push(await byCode(session, WRONG_CODE, { isLazy: guesses.length < 480 }))
  }
  // Above the network limit, callers must solve a proof of work; they are not refused
  expect(guesses.filter(one => one.status === 429)).toEqual([])
  const free = guesses.slice(0, 480).filter(isJudged).length
  expect(free).toBe(300)
  expect(guesses.slice(480).every(isJudged)).toBe(true)

  for (const [n, { card, email }] of nurses.entries()) {
    const cookie = computers.get(email)
    const browser = cookie === undefined ? {} : { cookie }
    const begun = performance.now()
    const entered = await (n % 2 === 0 ? byMail(email, browser) : byCard(card, PIN, browser))
    expect([n, entered.status, entered.body['code']]).toEqual([n, 200, undefined])
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(await reader.tell(accessKeys.status, { cardId: card })).toMatchObject({ status: 'active' })
  }
}, 180_000)

test('an attacker with many addresses gets at most ten guesses per hour at a secret, known browsers included', async () => {
  const { key, card, email } = await addNurse()
  const cookie = await becomeKnown(email)
  expect((await byCard(card, PIN, { cookie })).status).toBe(200)
  clock.forward(minutes(61))
  const pinsJudged = async () => {
    const { rows } = await world.superPool.query<{ n: number }>(
      "select count(*)::int as n from activities where action = 'security-key.pin-refused' and object_id = $1",
      [key],
    )
    return rows[0]?.n ?? 0
  }
  let [codes, place] = [0, 0]
  const address = () => `203.0.${++place % 200}.${Math.floor(place / 200) + 1}`
  for (let minute = 0; minute < 60; minute += 5) {
    for (const browser of [{}, { cookie }]) {
      const from = address()
      const session = await begin(email, { address: from, cookie })
      for (let tries = 0; tries < 3; tries++)
        if (isJudged(await byCode(session, WRONG_CODE, { ...browser, address: address() }))) codes++
      for (const written of [card, card.toLowerCase()])
        await byCard(written, WRONG_PIN, { ...browser, address: address() })
    }
    clock.forward(minutes(5) - 1000)
  }
  expect(codes).toBeGreaterThan(5)
  expect(codes).toBeLessThanOrEqual(10)
  expect(await pinsJudged()).toBeGreaterThan(5)
  expect(await pinsJudged()).toBeLessThanOrEqual(10)
}, 120_000)

test('guesses do not block the known browser of the owner, and guesses at the email do not block the card', async () => {
  const { card, email } = await addNurse()
  const cookie = await becomeKnown(email)
  clock.forward(minutes(61))
  for (let n = 0; n < 8; n++) {
    const session = await begin(email, { address: `203.0.113.${n}` })
    await byCode(session, WRONG_CODE, { address: `203.0.113.${n}` })
  }
  expect((await byCode(await begin(email, { cookie }), WRONG_CODE, {})).status).toBe(429)
  expect((await byCard(card, PIN, {})).status).toBe(200)
  for (let n = 0; n < 8; n++) await byCard(card, WRONG_PIN, { address: `203.0.113.${n}` })
  expect((await byCard(card, PIN, {})).status).toBe(429)
  expect((await byCard(card, PIN, { cookie })).status).toBe(200)
  expect((await byMail(email, { cookie })).status).toBe(200)
})

test('a user with the same email in another workspace gives attackers no additional guesses', async () => {
  const { email } = await addNurse()
  const twin = await given.addUserIn(given.ownerElsewhere.workspace, 'Mallory', 'Twin', { email })
  const elsewhere = { ...home, given: { ...given, administrator: given.ownerElsewhere } }
  await assignCard(elsewhere, twin, 'EEEE0001', PIN)
  const cookies: (string | undefined)[] = [undefined]
  for (let n = 0; n < 3; n++)
    cookies.push((await call(signIn.cardLogin, { cardId: 'EEEE0001', pin: PIN, where: 'southgate' }, {})).cookie)
  let judged = 0
  for (const cookie of cookies) {
    const session = await begin(email, {})
    const browser = cookie === undefined ? {} : { cookie }
    for (let tries = 0; tries < 5; tries++) if (isJudged(await byCode(session, WRONG_CODE, browser))) judged++
  }
  expect(judged).toBeGreaterThan(0)
  expect(judged).toBeLessThanOrEqual(10)
})
