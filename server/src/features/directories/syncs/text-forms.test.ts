import { signIn } from '@claviger/contract/access/sign-in'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { directories, plainMapping } from '#test/api/directories.ts'
import { ldapRuns } from '#test/api/sync-runs.ts'
import { fakePerson, fakeSource } from '#test/emulators/fake-source.ts'
import { scimConnection } from '#test/emulators/scim-client.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { outboxMails } from '#integrations/mail.ts'

// The same names and addresses as people and products write them: decomposed, with invisible characters, and with an
// internationalized domain. user-import/cases.test.ts tries them by CSV, and identity-providers by claims.

const home = await startTestApp()
const { add } = directories(home)
const { admin, run } = ldapRuns(home)
const ldap = fakeSource(6)
const found = async (search: string) => (await (await admin()).tell(users.list, { search })).items

const written = (name: string) => ({
  userId: `${name}.jose\u0301`,
  firstName: 'Jose\u0301\u200b',
  lastName: 'O\u0301 Su\u0301il\u202eleabha\u0301in',
  email: `${name}\u200b@B\u00fccher.example`,
})
const stored = (name: string) => ({
  userId: `${name}.jos\u00e9`,
  firstName: 'Jos\u00e9',
  lastName: '\u00d3 S\u00failleabh\u00e1in',
  email: `${name}@xn--bcher-kva.example`,
})

test('text of SCIM is stored in its canonical form, and the composed form is the same user', async () => {
  const { send } = await scimConnection(home, 'Text')
  const { userId, firstName, lastName, email } = written('scim')
  const body = {
    userName: userId,
    name: { givenName: firstName, familyName: lastName },
    emails: [{ value: email, type: 'work', primary: true }],
  }
  expect((await send('POST', '/Users', body)).status).toBe(201)
  expect(await found('scim.jos\u00e9')).toMatchObject([stored('scim')])
  const composed = userId.normalize('NFC')
  expect((await send('POST', '/Users', { ...body, userName: composed })).status).toBe(409)
  for (const asked of [composed, userId]) {
    const filter = encodeURIComponent(`userName eq "${asked}"`)
    expect((await send('GET', `/Users?filter=${filter}`)).body.totalResults).toBe(1)
  }
})

test('text of LDAP is stored in its canonical form, and the composed form changes nothing', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Text of LDAP', mapping: plainMapping })
  const { userId: userName, firstName, lastName, email: mail } = written('ldap')
  ldap.people.set('one', fakePerson('one', { userName, firstName, lastName, mail }))
  await run(connection)
  expect(await found('ldap.jos\u00e9')).toMatchObject([stored('ldap')])
  const composed = stored('ldap')
  ldap.people.set('one', fakePerson('one', { ...composed, userName: composed.userId, mail: composed.email }))
  expect((await run(connection)).counts).toMatchObject({ added: 0, clashes: 0 })
  expect(await found('ldap.jos\u00e9')).toMatchObject([stored('ldap')])
})

test('a form refuses invisible characters, and the sign-in page finds the rest however it is written', async () => {
  const form = { ...stored('form'), email: 'form@B\u00fccher.example', userId: 'form.jose\u0301' }
  for (const wrong of [{ email: 'fo\u200brm@b\u00fccher.example' }, { lastName: 'L\u202eee' }])
    expect((await (await admin()).ask(users.create, { ...form, ...wrong })).status).toBe(422)
  expect(await (await admin()).tell(users.create, form)).toMatchObject(stored('form'))
  const again = { ...form, userId: form.userId.normalize('NFC'), email: 'other@file.example' }
  expect((await (await admin()).ask(users.create, again)).status).toBe(409)
  for (const email of ['form@B\u00fccher.example', 'FORM@xn--bcher-kva.example', 'form@bu\u0308cher.example']) {
    const before = (await outboxMails(home.world)).length
    await home.as(undefined).tell(signIn.emailInitial, { email })
    const sent = async () => (await outboxMails(home.world)).slice(before).map(one => one.to)
    await expect.poll(sent, { timeout: 5000 }).toContain(stored('form').email)
  }
})
