import { feature, get, post } from '@claviger/contract/platform/endpoint'
import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, showRefusal } from './call.ts'
import { CeremonyFault } from './passkey-ceremony.ts'
import type { CallError } from './refusal.ts'
import { storedToken, keep } from './tokens.ts'
import { wireInterface } from './interface-wiring.ts'

const Anything = z.object({ name: z.optional(z.string()) })
const things = feature('things', {
  list: get('/administrator/things', { summary: 'Things', input: Anything, reply: Anything, may: 'users.read' }),
  create: post('/administrator/things', { summary: 'A thing', input: Anything, reply: Anything, may: 'users.write' }),
  code: post('/api/v1/auth/code', { summary: 'A code', input: Anything, reply: Anything, may: 'interim' }),
})

const kept = new Map<string, string>()
const toasts: string[] = []
let lost = 0
let personal = 0
let refreshes = 0
let confirmations = 0
let gaveUp: Error | null = null
let again: string | null = null
let refreshTo: { accessToken: string; refreshToken: string } | null

let answer: (authorization: string | null, url: string) => Response | Promise<Response>

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const ended = () => json(401, { code: 'session-ended', message: 'Sign in again' })

beforeEach(() => {
  kept.clear()
  toasts.length = 0
  lost = personal = refreshes = confirmations = 0
  gaveUp = null
  again = null
  refreshTo = { accessToken: 'new', refreshToken: 'next' }
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  vi.stubGlobal('fetch', (url: string, { headers }: { headers: Record<string, string> }) =>
    Promise.resolve(answer(headers['authorization'] ?? null, url)),
  )
  wireInterface({
    refresh() {
      refreshes += 1
      return new Promise(done => setTimeout(done, 20, refreshTo))
    },
    lost() {
      lost += 1
      if (again !== null) keep('access', again)
      return Promise.resolve(again !== null)
    },
    personal: () => (personal += 1),
    confirm() {
      confirmations += 1
      return gaveUp ? Promise.reject(gaveUp) : Promise.resolve()
    },
    toast: (_, message) => toasts.push(message),
  })
  keep('access', 'old')
  keep('refresh', 'first')
})

afterEach(() => vi.unstubAllGlobals())

test('several refused requests share one refresh, and each is sent again once (R44, R45)', async () => {
  const seen: (string | null)[] = []
  answer = authorization => {
    seen.push(authorization)
    return authorization === 'new' ? json(200, {}) : ended()
  }
  await Promise.all([call(things.list, {}), call(things.list, { name: 'a' }), call(things.create, {})])
  expect(refreshes).toBe(1)
  expect(seen).toEqual(['old', 'old', 'old', 'new', 'new', 'new'])
  expect(storedToken('refresh')).toBe('next')
})

test('a failed refresh ends the session for all waiting requests (R46)', async () => {
  refreshTo = null
  answer = ended
  const both = await Promise.allSettled([call(things.list, {}), call(things.create, {})])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect([refreshes, storedToken('access'), storedToken('refresh')]).toEqual([1, null, null])
  expect(lost).toBeGreaterThan(0)
})

test('a request continues after the user signs in again on the page', async () => {
  refreshTo = null
  again = 'signed in anew'
  answer = authorization => (authorization === again ? json(200, { name: 'done' }) : ended())
  expect(await call(things.create, {})).toEqual({ name: 'done' })
  expect([lost, toasts]).toEqual([1, []])
})

test('a request refused again after the refresh is not sent a third time (R47)', async () => {
  let sent = 0
  answer = () => {
    sent += 1
    return ended()
  }
  await expect(call(things.list, {})).rejects.toMatchObject({ status: 401 })
  expect([sent, refreshes]).toEqual([2, 1])
})

const busy = (headers: Record<string, string>) =>
  new Response(JSON.stringify({ code: 'not-ready', message: 'Busy' }), { status: 503, headers })

test('a read that an overloaded server refuses is sent again after the time it names, twice at most', async () => {
  let sent = 0
  answer = () => (++sent === 3 ? json(200, { name: 'done' }) : busy({ 'retry-after': '0' }))
  expect(await call(things.list, {})).toEqual({ name: 'done' })
  expect([sent, toasts]).toEqual([3, []])
  answer = () => {
    sent += 1
    return busy({ 'retry-after': '0' })
  }
  await expect(call(things.list, {})).rejects.toMatchObject({ status: 503 })
  expect([sent, toasts]).toEqual([6, ['Busy']])
})

test.each([
  ['a change', things.create, { 'retry-after': '0' }],
  ['a read without a time', things.list, {}],
  ['a read that must wait long', things.list, { 'retry-after': '60' }],
])('%s is not sent again', async (_name, endpoint, headers) => {
  let sent = 0
  answer = () => {
    sent += 1
    return busy(headers)
  }
  await expect(call(endpoint, {})).rejects.toMatchObject({ status: 503 })
  expect(sent).toBe(1)
})

test('a 401 about a code or a passkey does not end the session', async () => {
  answer = () => json(401, { code: 'passkey-refused', message: 'The passkey was refused' })
  await expect(call(things.create, {})).rejects.toMatchObject({ code: 'passkey-refused' })
  expect([refreshes, lost, storedToken('access')]).toEqual([0, 0, 'old'])
})

const verifyFirst = () => json(401, { code: 'verify-first', message: 'Confirm with your passkey first' })

test('a request that needs a fresh passkey is confirmed once and sent again, also after a refresh', async () => {
  let sent = 0
  answer = authorization => {
    sent += 1
    if (authorization === 'old') return ended()
    return confirmations === 0 ? verifyFirst() : json(200, { name: 'done' })
  }
  expect(await call(things.create, {})).toEqual({ name: 'done' })
  expect([sent, confirmations, refreshes, toasts]).toEqual([3, 1, 1, []])
  answer = verifyFirst
  await expect(call(things.create, {})).rejects.toMatchObject({ code: 'verify-first' })
  expect([confirmations, lost, storedToken('access')]).toEqual([2, 0, 'new'])
})

test('the confirmation itself needs no confirmation', async () => {
  answer = verifyFirst
  const asked = call(things.create, {}, { confirmed: true })
  await expect(asked).rejects.toMatchObject({ code: 'verify-first' })
  expect(confirmations).toBe(0)
})

test.each([
  ['said', false, ['No key answered']],
  ['not reported again where the page already explains it', true, []],
])('a confirmation that was canceled is %s', async (_, silent, said) => {
  answer = verifyFirst
  gaveUp = new CeremonyFault('No key answered', silent)
  await expect(call(things.create, {})).rejects.toMatchObject({ code: 'given-up', silent })
  expect([toasts, lost]).toEqual([said, 0])
  const quiet = await call(things.create, {}, { quiet: true }).catch((fault: unknown) => fault as CallError)
  showRefusal(quiet as CallError)
  expect(toasts).toEqual([...said, ...said])
})

test('a 403 deletes the tokens and leads to sign-in (R43)', async () => {
  answer = () => json(403, { code: 'not-permitted', message: "Your role doesn't allow this" })
  await expect(call(things.list, {})).rejects.toMatchObject({ status: 403 })
  expect([lost, storedToken('access'), toasts]).toEqual([1, null, []])
})

test.each(['above-you', 'acts-for-all', 'address-of-rank', 'beyond-own', 'support-reads-only'])(
  'a user without the permission (%s) sees the reason and stays signed in',
  async code => {
    answer = () => json(403, { code, message: 'This user has a higher role than you' })
    await expect(call(things.create, {})).rejects.toMatchObject({ code })
    expect([lost, storedToken('access'), toasts]).toEqual([0, 'old', ['This user has a higher role than you']])
  },
)

test('a personal workspace shows the reason and stays signed in', async () => {
  answer = () => json(403, { code: 'personal-workspace', message: 'Business only' })
  await expect(call(things.list, {})).rejects.toMatchObject({ code: 'personal-workspace' })
  expect([personal, lost, storedToken('access')]).toEqual([1, 0, 'old'])
})

test.each([
  ['the message of the server (R48)', () => json(500, { code: 'unexpected', message: 'It broke' }), {}, ['It broke']],
  ['nothing for 402 (R49)', () => json(402, { message: 'Pay first' }), {}, []],
  ['the message of a conflict (R50)', () => json(409, { message: 'Taken' }), {}, ['Taken']],
  ['nothing for an ignored conflict (R50)', () => json(409, { message: 'Taken' }), { ignoreConflict: true }, []],
  [
    'the generic message without a body (R51)',
    () => new Response(null, { status: 502 }),
    {},
    ['An unexpected error occurred'],
  ],
  [
    'the network message without an answer (R51)',
    () => Promise.reject(new TypeError('gone')),
    {},
    ['Network error. Check your connection and try again.'],
  ],
  ['nothing when the caller shows it', () => json(500, { message: 'It broke' }), { quiet: true }, []],
])('a failure shows the toast %s', async (_, given, options, expected) => {
  answer = given
  await expect(call(things.list, {}, options)).rejects.toBeInstanceOf(Error)
  expect(toasts).toEqual(expected)
})

test('sign-in calls carry the interim session, all other calls the access token (R34)', async () => {
  keep('interim', 'short')
  const seen: (string | null)[] = []
  answer = authorization => {
    seen.push(authorization)
    return json(200, {})
  }
  await call(things.code, {})
  await call(things.list, {})
  expect(seen).toEqual(['short', 'old'])
})

test('a call sends JSON with cookies, and follows no redirect (R36, R39)', async () => {
  const sent: RequestInit[] = []
  vi.stubGlobal('fetch', (_url: string, init: RequestInit) => {
    sent.push(init)
    return Promise.resolve(json(200, {}))
  })
  await call(things.create, { name: 'x' })
  expect(sent).toMatchObject([
    { credentials: 'include', redirect: 'manual', headers: { 'content-type': 'application/json' } },
  ])
})

test('a quiet caller is only told that its call failed (R40)', async () => {
  answer = () => json(500, { code: 'unexpected', message: 'It broke' })
  await expect(call(things.list, {}, { quiet: true })).rejects.toMatchObject({ status: 500, code: 'unexpected' })
  expect(toasts).toEqual([])
  answer = () => json(200, { name: 'x' })
  expect(await call(things.list, {}, { quiet: true })).toEqual({ name: 'x' })
})
