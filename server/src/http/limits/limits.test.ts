import { account } from '@claviger/contract/access/account'
import { signIn } from '@claviger/contract/access/sign-in'
import { accessKeys } from '@claviger/contract/keys/access-keys'
import type { LimitName } from '@claviger/contract/platform/endpoint'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { registerReader } from '#test/api/reader.ts'
import { openLimits } from './limits.ts'

const home = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
const { app, as, given, world } = home

test('addresses in one IPv6 network share a limit, addresses in different networks do not', async () => {
  const url = '/api/authentication-profile/workspace/nowhere'
  const ask = async (remoteAddress: string) => (await app.inject({ url, remoteAddress })).statusCode
  const answers: number[] = []
  for (let first = 0; first < 1210; first += 55) {
    const some = Array.from({ length: 55 }, (_one, i) => ask(`2001:db8::${(first + i).toString(16)}`))
    answers.push(...(await Promise.all(some)))
  }
  expect(answers.filter(status => status === 429)).toHaveLength(10)
  expect(await ask('2001:db8:0:1::1')).not.toBe(429)
})

/** Uses up what the network 127.0.0.1 has of a limit, as another process would. */
async function flood(name: LimitName): Promise<void> {
  const elsewhere = openLimits(world, () => undefined)
  const request = { ip: '127.0.0.1', headers: {} } as FastifyRequest
  for (;;)
    try {
      await elsewhere(name, request)
    } catch {
      return
    }
}
/** Calls as a stranger until the process has used up what it counted beforehand. */
async function refuse(ask: () => Promise<{ status: number }>): Promise<number> {
  for (let n = 0; n < 300; n++) if ((await ask()).status === 429) return 429
  return 0
}

test('a flood from a network blocks unknown callers there, but no registered reader', async () => {
  const token = await registerReader(home)
  const ask = (authorization: string) => as(authorization).ask(accessKeys.status, { cardId: 'CAFE0001' })
  expect((await ask(token)).status).toBe(200)
  await flood('reader')
  const stranger = `${token.slice(0, -8)}AAAAAAAA`
  expect(await refuse(() => ask(stranger))).toBe(429)
  for (let n = 0; n < 5; n++) expect((await ask(token)).status).toBe(200)
})

test('a flood from a network blocks unknown callers, but no session or browser of an earlier sign-in', async () => {
  const { accessToken } = await given.session(given.user)
  await flood('code')
  const nobody = as('AAAA')
  expect(await refuse(() => nobody.ask(account.verifyContact, { code: '000000' }))).toBe(429)
  expect((await as(accessToken).ask(account.verifyContact, { code: '000000' })).body['code']).toBe('code-spent')

  const begun = await as(undefined).tell(signIn.emailInitial, { email: given.user.email })
  const { code = '' } = await home.mailTo(given.user.email)
  const { method, path: url } = signIn.emailLogin
  const headers = { authorization: begun.session }
  const entered = await app.inject({ method, url, headers, payload: { code } })
  const [cookie = ''] = String([entered.headers['set-cookie']].flat()[0]).split(';')
  await flood('sign-in')
  const ask = async (more: Record<string, string>) => {
    const answer = await app.inject({ url: signIn.passkeyInitial.path, headers: more })
    return { status: answer.statusCode }
  }
  expect(await refuse(() => ask({}))).toBe(429)
  expect((await ask({ cookie })).status).toBe(200)
  expect((await ask({ cookie: `${cookie.slice(0, -4)}AAAA` })).status).toBe(429)
})
