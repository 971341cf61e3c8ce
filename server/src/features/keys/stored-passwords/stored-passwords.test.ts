import { apiKeys } from '@claviger/contract/connect/api-keys'
import { credentials } from '@claviger/contract/keys/credentials'
import { passwordTypes, storedPasswords } from '@claviger/contract/keys/stored-passwords'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, world, clock } = home
const { owner, user, administrator } = given
const refusal = (status: number, code: string) => ({ status, body: { code } })
const fresh = async (who: { id: string; workspace: string }) => as((await given.session(who)).accessToken)

const samples = [
  [passwordTypes.domain, { username: 'corp\\ann' }],
  [passwordTypes.web, { username: 'ann', url: 'https://pay.example/login' }],
  [passwordTypes.windowsApplication, { username: 'ann', processName: 'sap.exe' }],
  [passwordTypes.mac, { username: 'ann' }],
  [passwordTypes.windowsLocal, { username: 'ann', computerName: '.' }],
] as const
const secret = 'Tr0ub4dor & 3'
const domain = { type: 0, username: 'corp\\ann', password: secret }

test.each(samples)(
  'a password of type %i is stored, listed without its value, and read only by its owner',
  async (type, fields) => {
    const asUser = await fresh(user)
    const made = await asUser.tell(storedPasswords.ownCreate, { type, ...fields, password: secret })
    expect(made).toMatchObject({ type, ...fields, pinRequired: true })
    expect(JSON.stringify(await asUser.tell(storedPasswords.ownList))).not.toContain(secret)
    expect(await asUser.tell(storedPasswords.reveal, { passwordId: made.id })).toEqual({ password: secret })
    expect(await (await fresh(administrator)).ask(storedPasswords.reveal, { passwordId: made.id })).toMatchObject(
      refusal(404, 'not-found'),
    )
  },
)

test.each([
  [{ type: 0, username: 'ann' }, 'username', 'Enter the account as domain\\user'],
  [{ type: 0, username: 'corp\\' }, 'username', 'Enter the account as domain\\user'],
  [{ type: 0, username: '\\ann' }, 'username', 'Enter the account as domain\\user'],
  [{ type: 0, username: 'corp\\ann', password: 'abc' }, 'password', 'Password must be at least 4 characters'],
  [
    { type: 4, username: 'ann', computerName: '.', password: 'abc' },
    'password',
    'Password must be at least 4 characters',
  ],
  [{ type: 1, username: 'ann' }, 'url', 'URL is required'],
  [{ type: 1, username: 'ann', url: 'javascript:alert(1)' }, 'url', 'The URL is not valid'],
  [{ type: 2, username: 'ann' }, 'processName', 'Process name is required'],
  [{ type: 4, username: 'ann' }, 'computerName', 'Computer name is required'],
  [{ type: 3, username: '' }, 'username', 'Username is required'],
  [{ type: 3, username: 'ann', password: '' }, 'password', 'Password is required'],
])('%j is refused with the field and the reason', async (input, field, message) => {
  const answer = await (await fresh(user)).ask(storedPasswords.ownCreate, { password: 'long enough', ...input })
  expect(answer).toMatchObject({ status: 422, body: { fields: [{ field, message }] } })
})

test('an account password needs four characters, a site password three', async () => {
  const asUser = await fresh(user)
  await asUser.tell(storedPasswords.ownCreate, { ...domain, password: 'abcd' })
  await asUser.tell(storedPasswords.ownCreate, { type: 1, username: 'ann', url: 'http://x.example', password: 'abc' })
})

test('reading a password requires a recent passkey check and is logged', async () => {
  const { id } = await (await fresh(user)).tell(storedPasswords.ownCreate, domain)
  const { accessToken } = await given.session(user)
  clock.forward(minutes(6))
  expect(await as(accessToken).ask(storedPasswords.reveal, { passwordId: id })).toMatchObject(
    refusal(401, 'verify-first'),
  )
  expect((await as(accessToken).tell(credentials.challenge, { purpose: 'verify' })).session).toBeTruthy()
  await (await fresh(user)).tell(storedPasswords.reveal, { passwordId: id })
  const log = await (await fresh(owner)).tell(activity.list, { action: ['stored-password.revealed'] })
  expect(log.items[0]).toMatchObject({ actorName: 'Priya Raman', kind: 'use', after: { username: 'corp\\ann' } })
})

test('administrators can set and replace passwords, and no response or log entry reveals them', async () => {
  const asAdministrator = await fresh(administrator)
  const made = await asAdministrator.tell(storedPasswords.create, { id: user.id, ...domain })
  const asUser = await fresh(user)
  expect(await asUser.tell(storedPasswords.reveal, { passwordId: made.id })).toEqual({ password: secret })
  await asAdministrator.tell(storedPasswords.update, {
    id: user.id,
    passwordId: made.id,
    ...domain,
    password: 'replaced',
  })
  expect(await asUser.tell(storedPasswords.reveal, { passwordId: made.id })).toEqual({ password: 'replaced' })
  const seen = JSON.stringify([
    await asAdministrator.tell(storedPasswords.list, { id: user.id }),
    await asAdministrator.tell(activity.list, {}),
    (await world.superPool.query('select * from stored_passwords')).rows,
  ])
  for (const text of [secret, 'replaced']) expect(seen).not.toContain(text)
  await asAdministrator.tell(storedPasswords.remove, { id: user.id, passwordId: made.id })
  expect(await asUser.ask(storedPasswords.reveal, { passwordId: made.id })).toMatchObject(refusal(404, 'not-found'))
})

test('the PIN requirement can change only together with the password (R140)', async () => {
  const asUser = await fresh(user)
  const { id } = await asUser.tell(storedPasswords.ownCreate, domain)
  const { password: _password, ...kept } = domain
  const ask = (more: Record<string, unknown>) =>
    asUser.ask(storedPasswords.ownUpdate, { passwordId: id, ...kept, ...more })
  const refused = await ask({ pinRequired: false })
  expect(refused).toMatchObject(refusal(409, 'pin-reset-required'))
  expect(refused.body['message']).toBe("A password reset is required to change the 'Pin Required' value")
  expect((await ask({ pinRequired: true, username: 'corp\\anna' })).status).toBe(200)
  expect((await asUser.tell(storedPasswords.reveal, { passwordId: id })).password).toBe(secret)
  expect((await ask({ pinRequired: false, password: 'another' })).body).toMatchObject({ pinRequired: false })
  expect((await asUser.tell(storedPasswords.reveal, { passwordId: id })).password).toBe('another')
})

const elsewhereOf = [
  [samples[0], { username: 'evil\\ann' }],
  [samples[1], { username: 'ann', url: 'https://evil.example/login' }],
  [samples[1], { username: 'ann', url: 'http://pay.example/login' }],
  [samples[2], { username: 'ann', processName: 'evil.exe' }],
  [samples[4], { username: 'ann', computerName: 'EVIL' }],
  [samples[3], { type: passwordTypes.web, username: 'ann', url: 'https://evil.example' }],
] as const
test.each(elsewhereOf)(
  'a password cannot be moved to another destination without knowing it: %j, %j',
  async (was, to) => {
    const [type, fields] = was
    const asAdministrator = await fresh(administrator)
    const made = await (await fresh(user)).tell(storedPasswords.ownCreate, { type, ...fields, password: secret })
    const change = (more: object) =>
      asAdministrator.ask(storedPasswords.update, { id: user.id, passwordId: made.id, type, ...to, ...more })
    const refused = await change({})
    expect(refused).toMatchObject(refusal(422, 'secret-needed'))
    expect(refused.body['fields']).toMatchObject([{ field: 'password' }])
    expect((await change({ password: 'another one' })).status).toBe(200)
  },
)

test('passwords of another user, of an owner, and of another workspace are out of reach', async () => {
  const { id } = await (await fresh(owner)).tell(storedPasswords.ownCreate, domain)
  const asUser = await fresh(user)
  expect(await asUser.ask(storedPasswords.ownUpdate, { passwordId: id, ...domain })).toMatchObject(
    refusal(404, 'not-found'),
  )
  expect(await asUser.ask(storedPasswords.ownRemove, { passwordId: id })).toMatchObject(refusal(404, 'not-found'))
  expect(await (await fresh(administrator)).ask(storedPasswords.create, { id: owner.id, ...domain })).toMatchObject(
    refusal(403, 'above-you'),
  )
  const elsewhere = await fresh(given.ownerElsewhere)
  expect(await elsewhere.ask(storedPasswords.list, { id: user.id })).toMatchObject(refusal(404, 'not-found'))
  expect(await elsewhere.ask(storedPasswords.remove, { id: owner.id, passwordId: id })).toMatchObject(
    refusal(404, 'not-found'),
  )
})

test('a unit administrator sets the passwords of users in the unit and sees no others', async () => {
  const [admin, nurse] = [await given.addUser('Uma', 'Units'), await given.addUser('Nora', 'Ward')]
  const { workspace } = owner
  const { addUnit, appointOver } = testData(home)
  await appointOver(admin, [await addUnit('Ward 3', [nurse])])
  const asAdmin = await fresh({ id: admin, workspace })
  const made = await asAdmin.tell(storedPasswords.create, { id: nurse, ...domain })
  await asAdmin.tell(storedPasswords.update, { id: nurse, passwordId: made.id, ...domain, password: 'replaced' })
  expect((await asAdmin.tell(storedPasswords.list, { id: nurse })).items).toHaveLength(1)
  expect(await asAdmin.ask(storedPasswords.list, { id: user.id })).toMatchObject(refusal(404, 'not-found'))
  expect(await asAdmin.ask(storedPasswords.create, { id: user.id, ...domain })).toMatchObject(refusal(404, 'not-found'))
  expect(await asAdmin.ask(apiKeys.create, { name: 'Mine', type: 0 })).toMatchObject(refusal(403, 'not-permitted'))
  expect(await (await fresh({ id: nurse, workspace })).tell(storedPasswords.reveal, { passwordId: made.id })).toEqual({
    password: 'replaced',
  })
})
