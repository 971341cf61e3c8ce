import { signIn } from '@claviger/contract/access/sign-in'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { addClient } from '#test/emulators/oidc-client.ts'
import { scimConnection } from '#test/emulators/scim-client.ts'
import { mustBeSingle, readJson } from './text-gate.ts'

const home = await startTestApp()
const { app } = home
const client = await addClient(home, 'Target', { redirectUris: ['https://app.example/cb'] })
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const forwarded = { 'x-forwarded-host': 'app.example', 'x-forwarded-proto': 'https', 'x-forwarded-uri': '/' }
const post = async (url: string, payload: string | Buffer, headers: Record<string, string> = form) => {
  const answer = await app.inject({ method: 'POST', url, payload, headers })
  const isJson = String(answer.headers['content-type']).includes('json')
  return { status: answer.statusCode, body: isJson ? answer.json<Record<string, unknown>>() : answer.body, answer }
}

test.each(['token', 'par', 'introspect', 'revoke', 'device/code'])(
  'NUL in a parameter at /oidc/{workspace}/%s is an invalid request',
  async path => {
    for (const sent of ['client_id=%00', `client_id=${client.clientId}&client_secret=a%00&code=%00&token=%00`]) {
      const { status, body } = await post(`/oidc/northgate/${path}`, `${sent}&grant_type=authorization_code`)
      expect([status, body]).toMatchObject([400, { error: 'invalid_request' }])
    }
    const basic = { ...form, authorization: `Basic ${Buffer.from('a%00:b').toString('base64')}` }
    const { status, body } = await post(`/oidc/northgate/${path}`, 'grant_type=client_credentials&token=x', basic)
    expect([status, body]).toMatchObject([400, { error: 'invalid_request' }])
  },
)

test('the device code page asks for the code again when the browser has no session', async () => {
  const { status, answer } = await post('/oidc/northgate/device', 'user_code=ABCD-EFGH')
  expect(status).toBe(400)
  expect(answer.body).toContain('name="user_code"')
  // The form that it shows can be sent
  expect(String(answer.headers['set-cookie'])).toContain('claviger-oidc=')
  expect((await app.inject({ url: '/oidc/northgate/device/abc' })).statusCode).toBe(400)
})

test.each([
  ['/oidc/northgate/authorize?client_id=%00', { error: 'invalid_request' }],
  ['/oidc/northgate/logout?client_id=a%00b', { error: 'invalid_request' }],
  ['/api/v1/auth/email/initial?email=%00', { code: 'unreadable-text' }],
  ['/api/v1/auth/email/initial?email=%ED%A0%80', { code: 'unreadable-text' }],
  ['/forward-auth/northgate/x/enter?to=%2F%00', { code: 'unreadable-text' }],
  ['/saml/northgate/sso?SAMLRequest=%00', { code: 'unreadable-text' }],
])('%s is refused', async (url, said) => {
  const answer = await app.inject({ url })
  expect([answer.statusCode, answer.json()]).toMatchObject([400, said])
})

test.each([
  ['NUL', String.raw`{"code":"\u0000"}`, 'unreadable-text'],
  ['a NUL character in a name', String.raw`{"\u0000":1}`, 'unreadable-text'],
  ['an unpaired surrogate', String.raw`{"code":"\ud83d"}`, 'unreadable-text'],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'unreadable-text'],
  ['many nesting levels', `{"code":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'too-deep'],
  ['text that is not JSON', '{', 'broken-body'],
])('a body with %s is refused', async (_what, sent, code) => {
  const { status, body } = await post(signIn.refresh.path, sent, { 'content-type': 'application/json' })
  expect([status, body]).toMatchObject([400, { code }])
})

test.each([
  ['values', `{"icon":[${'0,'.repeat(1_000_000)}0]}`],
  ['empty lists', `{"icon":[${'[],'.repeat(600_000)}[]]}`],
  ['different names', `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":0`).join(',')}}`],
])(
  'a body with so many %s that parsing would block other callers is refused, a long text is not',
  async (_what, sent) => {
    const began = process.threadCpuUsage()
    expect(() => readJson(Buffer.from(sent))).toThrow('more than 150,000 values')
    const { user, system } = process.threadCpuUsage(began)
    expect((user + system) / 1000).toBeLessThan(50)
    const { status, body } = await post(signIn.refresh.path, sent, { 'content-type': 'application/json' })
    expect([status, body]).toMatchObject([413, { code: 'too-large' }])
    expect(readJson(Buffer.from(JSON.stringify({ icon: 'a,'.repeat(900_000) })))).toMatchObject({})
  },
)

test('a form with as many names as fit is read quickly', () => {
  const many = new URLSearchParams(Array.from({ length: 16_000 }, (_, at) => at.toString(36)).join('&'))
  const began = process.threadCpuUsage()
  mustBeSingle(many)
  const { user, system } = process.threadCpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(50)
  expect(() => mustBeSingle(new URLSearchParams('a=1&b=2&a=3'))).toThrow('given twice')
  expect(() => mustBeSingle(new URLSearchParams('resource=1&resource=2'))).not.toThrow()
})

test('text in any language and an empty body are accepted', async () => {
  const said = JSON.stringify({ email: 'a', name: 'Łódź 🙂 ไทย' })
  expect((await post(signIn.emailLogin.path, said, { 'content-type': 'application/json' })).status).toBe(401)
  expect((await post(signIn.emailLogin.path, '', { 'content-type': 'application/json' })).status).toBe(401)
  const { statusCode } = await app.inject({ url: `/saml/northgate/sso?RelayState=${encodeURIComponent('🙂')}` })
  expect(statusCode).toBe(400)
})

test.each(['/oauth/v1/token', '/oauth/v1/authorize', '/oidc/northgate/authorize', '/oidc/northgate/token'])(
  'a duplicate parameter is refused at %s',
  async url => {
    const { status } = await post(url, 'client_id=a&client_id=b')
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  },
)

test('a duplicate parameter at forward-auth is an invalid request, not a server error', async () => {
  const base = `/forward-auth/${home.given.owner.workspace}/01890a5d-ac96-774b-bcce-b302099a8057`
  for (const rest of [`enter?browser=${'x'.repeat(43)}&host=a&host=b`, 'callback?code=a&code=b', 'enter?to=a&to=b'])
    expect((await app.inject({ url: `${base}/${rest}`, headers: forwarded })).statusCode).toBe(400)
})

test('SCIM refuses a deeply nested body in its own format, and SAML and Duo refuse forms with NUL', async () => {
  const { send } = await scimConnection(home, 'Corp')
  const deep = await send('POST', '/Users', `{"userName":${'['.repeat(5000)}${']'.repeat(5000)}}`)
  expect([deep.status, deep.body]).toMatchObject([400, { detail: 'The request body is nested deeper than 64 levels' }])
  for (const url of ['/saml/northgate/sso', '/oauth/v1/token', '/oauth/v1/authorize'])
    expect((await post(url, 'RelayState=%00&client_id=%00')).body).toMatchObject({ code: 'unreadable-text' })
})
