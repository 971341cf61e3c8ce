import { account } from '@claviger/contract/access/account'
import { sessions } from '@claviger/contract/access/sessions'
import { signIn } from '@claviger/contract/access/sign-in'
import type { Endpoint } from '@claviger/contract/platform/endpoint'
import { credentials } from '@claviger/contract/keys/credentials'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given, app } = await startTestApp()
const passkey = (await as(undefined).tell(signIn.passkeyInitial)).session
const email = (await as(undefined).tell(signIn.emailInitial, { email: given.user.email })).session
const self = (await given.session(given.user)).accessToken
const long = 'x'.repeat(100_000)
const assertion = {
  id: 'AAAA',
  clientDataJSON: 'AAAA',
  authenticatorData: 'AAAA',
  signature: 'AAAA',
  type: 'public-key',
}
const registration = { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA', type: 'public-key' }

const fields: [string, Endpoint, string | undefined, Record<string, unknown>, string][] = [
  ['a missing email', signIn.emailInitial, undefined, {}, 'email'],
  ['an empty email', signIn.emailInitial, undefined, { email: '  ' }, 'email'],
  ['an invalid email', signIn.emailInitial, undefined, { email: 'a@b' }, 'email'],
  ['a long email', signIn.emailInitial, undefined, { email: `${'x'.repeat(250)}@example.org` }, 'email'],
  [
    'a long workspace address',
    signIn.emailInitial,
    undefined,
    { email: 'a@example.org', workspace: 'x'.repeat(64) },
    'workspace',
  ],
  ['a short code', signIn.emailLogin, email, { code: '12345' }, 'code'],
  ['a numeric code', signIn.emailLogin, email, { code: 123_456 }, 'code'],
  ['a missing code', signIn.emailLogin, email, {}, 'code'],
  ['a long password', signIn.emailLogin, email, { pin: 'x'.repeat(201) }, 'pin'],
  ['an invalid user ID', signIn.emailLogin, email, { code: '123456', userId: 'me' }, 'userId'],
  ['a missing refresh token', signIn.refresh, undefined, {}, 'refreshToken'],
  ['a long refresh token', signIn.refresh, undefined, { refreshToken: 'x'.repeat(401) }, 'refreshToken'],
  [
    'an assertion without a signature',
    signIn.passkeyLogin,
    passkey,
    { ...assertion, signature: undefined },
    'signature',
  ],
  ['an assertion of another type', signIn.passkeyLogin, passkey, { ...assertion, type: 'password' }, 'type'],
  [
    'an assertion that is not base64url',
    signIn.passkeyLogin,
    passkey,
    { ...assertion, signature: 'a+b/=' },
    'signature',
  ],
  ['a long credential id', signIn.passkeyLogin, passkey, { ...assertion, id: 'A'.repeat(1401) }, 'id'],
  ['a long user handle', signIn.passkeyLogin, passkey, { ...assertion, userHandle: 'A'.repeat(129) }, 'userHandle'],
  ['a confirmation without a session', sessions.verify, self, assertion, 'session'],
  ['an invalid session ID', sessions.end, self, { id: 'x' }, 'id'],
  ['an unknown purpose', credentials.challenge, self, { purpose: 'play' }, 'purpose'],
  ['a long passkey name', credentials.add, self, { ...registration, session: 'x', name: 'x'.repeat(101) }, 'name'],
  [
    'too many transports',
    credentials.add,
    self,
    { ...registration, session: 'x', transports: Array(9).fill('usb') },
    'transports',
  ],
  ['an empty passkey name', credentials.rename, self, { id: given.user.id, name: ' ' }, 'name'],
  ['an invalid passkey ID', credentials.remove, self, { id: '1' }, 'id'],
  ['a missing last name', account.updateDetails, self, { firstName: 'A' }, 'lastName'],
  ['a long first name', account.updateDetails, self, { firstName: long.slice(0, 101), lastName: 'B' }, 'firstName'],
  [
    'an unknown language',
    account.updateDetails,
    self,
    { firstName: 'A', lastName: 'B', language: 'german' },
    'language',
  ],
  ['an unknown part of the profile', account.part, self, { url: 'secrets' }, 'url'],
  ['a code of letters', account.verifyContact, self, { code: 'abcdef' }, 'code'],
  [
    'a phone number of letters',
    account.changeContact,
    self,
    { phoneNumber: { countryCode: '+49', mobileNumber: 'call me' } },
    'phoneNumber.mobileNumber',
  ],
  ['a missing password', account.changePassword, self, {}, 'password'],
  ['an unconfirmed deletion', account.removeAccount, self, {}, 'confirm'],
]

test.each(fields)('refuses %s and names the field', async (_what, call, authorization, input, field) => {
  const answer = await as(authorization).ask(call, input)
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid-input', message: expect.any(String) } })
  expect((answer.body['fields'] as { field: string }[]).map(one => one.field)).toContain(field)
})

const others: [string, Endpoint, string | undefined, Record<string, unknown>, number, string][] = [
  ['a random assertion', signIn.passkeyLogin, passkey, { ...assertion, userHandle: 'AAAA' }, 401, 'passkey-refused'],
  ['a random registration', credentials.add, self, { ...registration, session: 'x' }, 401, 'challenge-refused'],
  ['a passkey that does not exist', credentials.rename, self, { id: given.user.id, name: 'x' }, 404, 'not-found'],
  ['a session that does not exist', sessions.end, self, { id: given.user.id }, 404, 'not-found'],
  [
    'a name with a NUL character',
    account.updateDetails,
    self,
    { firstName: 'a\0b', lastName: 'B' },
    400,
    'unreadable-text',
  ],
]

test.each(others)('refuses %s', async (_what, call, authorization, input, status, code) => {
  expect(await as(authorization).ask(call, input)).toMatchObject({
    status,
    body: { code, message: expect.any(String) },
  })
})

test('refuses a body that is too large, and names the limit', async () => {
  expect(await as(self).ask(account.updateDetails, { firstName: long, lastName: 'B' })).toMatchObject({
    status: 413,
    body: { code: 'too-large', message: 'The request is larger than 64 KB' },
  })
})

test('reports an unreadable attestation object as malformed', async () => {
  const { session } = await as(self).tell(credentials.challenge, { purpose: 'add' })
  const clientDataJSON = Buffer.from('{}').toString('base64url')
  const answer = await as(self).ask(credentials.add, { ...registration, clientDataJSON, session })
  expect(answer).toMatchObject({ status: 400, body: { code: 'passkey-malformed' } })
})

test.each([
  ['broken JSON', '{"email":', 400],
  ['a list', '[1, 2]', 400],
  ['a plain string', '"hello"', 400],
])('refuses %s as a body', async (_what, payload, status) => {
  const headers = { 'content-type': 'application/json', authorization: self }
  const answer = await app.inject({ method: 'POST', url: '/users/details', payload, headers })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ code: 'broken-body' })
})

test('ignores unknown fields', async () => {
  const input = { firstName: 'Priya', lastName: 'Raman', accountRole: 0, email: 'other@example.org' }
  expect(await as(self).ask(account.updateDetails, input)).toMatchObject({
    status: 200,
    body: { accountRole: 3, email: given.user.email },
  })
})
