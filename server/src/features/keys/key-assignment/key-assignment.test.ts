import { securityKeys } from '@claviger/contract/keys/security-keys'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { credentials } from '@claviger/contract/keys/credentials'
import { registration } from '@claviger/contract/access/registration'
import { users } from '@claviger/contract/people/users'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { asRegistration, softwareKey } from '#test/api/authenticator.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { origin } from '#test/api/passkeys.ts'
import { registerFingerReader } from '#test/api/finger-reader.ts'
import { minutes } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, mailTo, clock, world } = home
const admin = as(given.administrator.accessToken)
async function addOwn(accessToken: string): Promise<number> {
  const { session, authInfo } = await as(accessToken).tell(credentials.challenge, { purpose: 'add' })
  const made = asRegistration(softwareKey({ origin }).create(authInfo.creation!))
  return (await as(accessToken).ask(credentials.add, { ...made, session })).status
}
const statusOf = async (id: string) => (await admin.tell(users.get, { id })).status

test('by email: the link is sent, does not sign in, and can be sent again after one minute (R154)', async () => {
  const id = await given.addUser('Mail', 'Card')
  const { key } = await admin.tell(keyAssignment.add, { userId: id, type: 2, activation: 2 })
  expect(key).toMatchObject({ status: 30, type: 2, activation: 2, verification: 4 })
  expect(await statusOf(id)).toBe(30)
  const { link, subject } = await mailTo('mail.card@northgate.example')
  expect(subject).toBe('Activate your security key')
  expect(link).toContain('http://localhost:8080/accessKey/set?link=')
  const text = new URL(link as string).searchParams.get('link') as string
  expect(await as(undefined).ask(registration.verify, { link: text })).toMatchObject({
    status: 401,
    body: { code: 'link-spent' },
  })
  expect(await admin.ask(keyAssignment.sendLink, { id: key.id })).toMatchObject({ status: 429 })
  clock.forward(minutes(1))
  await admin.tell(keyAssignment.sendLink, { id: key.id })
})

test('now: a card is active immediately, the holder sets the PIN, and it belongs to one user', async () => {
  const id = await given.addUser('Now', 'Card')
  const { key } = await admin.tell(keyAssignment.add, { userId: id, type: 2, activation: 1, cardId: '04:A1:B2:00' })
  expect(key).toMatchObject({ status: 20, hasPin: false, pinDue: true, cardEnd: 'A1B2' })
  const { code, subject } = await mailTo('now.card@northgate.example')
  expect([subject, code]).toEqual(['Set the PIN of your security key', undefined])
  const found = await admin.tell(securityKeys.activatedCard, { cardId: '11706628' })
  expect(found).toMatchObject({ cardId: '04A1B2', key: { id: key.id, owner: { id } } })
  expect((await admin.tell(securityKeys.list, { search: '11706628' })).items.map(one => one.id)).toEqual([key.id])
  const again = await admin.ask(keyAssignment.add, {
    userId: given.user.id,
    type: 2,
    activation: 1,
    cardId: '11706628',
  })
  expect(again).toMatchObject({ status: 409, body: { code: 'card-taken' } })
  // Another workspace can use the same badge
  const elsewhere = as(given.ownerElsewhere.accessToken)
  const there = { userId: given.ownerElsewhere.id, type: 2, activation: 1, cardId: '11706628' }
  expect(await elsewhere.ask(keyAssignment.add, there)).toMatchObject({ status: 200 })
  for (const cardId of ['', 'xyz', undefined])
    expect(
      await admin.ask(keyAssignment.add, {
        userId: id,
        type: 2,
        activation: 1,
        ...(cardId !== undefined && { cardId }),
      }),
    ).toMatchObject({ status: 422, body: { code: 'card-unreadable' } })
})

test('now: a phone or hardware key returns a link to open, a fingerprint a challenge', async () => {
  const id = await given.addUser('Now', 'Phone')
  const phone = await admin.tell(keyAssignment.add, { userId: id, type: 1, activation: 1 })
  expect(phone.link).toContain('/phone/set?link=')
  const hardware = await admin.tell(keyAssignment.add, { userId: id, type: 3, activation: 1 })
  expect(hardware.link).toContain('/hardware/set?link=')
  await registerFingerReader(home)
  const fingerprint = await admin.tell(keyAssignment.add, { userId: id, type: 5, activation: 1 })
  expect(fingerprint.challenge).toMatch(/^[\w-]{43}$/)
  const second = await admin.ask(keyAssignment.add, { userId: id, type: 5, activation: 3 })
  expect(second).toMatchObject({ status: 409, body: { message: 'User already has a fingerprint-type key' } })
  expect(await admin.ask(keyAssignment.add, { userId: given.user.id, type: 5, activation: 2 })).toMatchObject({
    status: 409,
  })
})

test('a second key of the same kind is added, refused, or replaces the first, as requested (R155)', async () => {
  const id = await given.addUser('Three', 'Ways')
  const wish = { userId: id, type: 4, activation: 3 } as const
  const first = await admin.tell(keyAssignment.add, wish)
  const beside = await admin.tell(keyAssignment.add, wish)
  expect([first.key.isDefault, beside.key.isDefault]).toEqual([true, false])
  expect(await admin.ask(keyAssignment.add, { ...wish, ifOneExists: 'block' })).toMatchObject({
    status: 409,
    body: { code: 'kind-taken' },
  })
  const replacing = await admin.tell(keyAssignment.add, { ...wish, ifOneExists: 'replace' })
  const { items } = await admin.tell(securityKeys.ofUser, { id })
  expect(items).toMatchObject([{ id: replacing.key.id, isDefault: true }])
})

test('assigning to several users returns an outcome for each one', async () => {
  const one = await given.addUser('Many', 'One')
  const two = await given.addUser('Many', 'Two', { email: null })
  const three = await given.addUser('Many', 'Three', { suspended_at: new Date() })
  const ids = [one, two, three, '01890000-0000-7000-8000-000000000000']
  const answer = await admin.tell(keyAssignment.assign, { ids, type: 3, activation: 2 })
  expect(answer.assigned).toBe(1)
  expect(answer.results.map(result => result.outcome)).toEqual(['assigned', 'no-email', 'shut-out', 'not-found'])
  expect(await admin.ask(keyAssignment.assign, { ids, type: 2, activation: 1, cardId: '1' })).toMatchObject({
    status: 409,
  })
})

test('concurrent assignments never exceed the limit of keys per user (R156)', async () => {
  const setting = {
    cardVerification: 'pin',
    phoneVerification: 'always',
    credentialStorage: 1,
    offline: false,
    audit: true,
    keysPerUser: 2,
  } as const
  await as(given.owner.accessToken).tell(workspaceSettings.securityKeySetting, setting)
  const id = await given.addUser('Two', 'Only')
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => admin.ask(keyAssignment.add, { userId: id, type: 3, activation: 3 })),
  )
  expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 200, 402, 402])
  expect(answers.find(answer => answer.status === 402)?.body).toMatchObject({
    message: 'Number of devices or users exceeded the limits',
  })
  const { accessToken } = await given.session({ id, workspace: given.owner.workspace })
  const added = [await addOwn(accessToken), await addOwn(accessToken), await addOwn(accessToken)]
  expect(added).toEqual([200, 200, 402])
  const { rows } = await world.superPool.query('select pending_keys from users where id = $1', [id])
  expect(rows).toEqual([{ pending_keys: 0 }])
})

test('another key can become the default', async () => {
  const id = await given.addUser('De', 'Fault')
  const { key: first } = await admin.tell(keyAssignment.add, { userId: id, type: 3, activation: 3 })
  const { key: second } = await admin.tell(keyAssignment.add, { userId: id, type: 1, activation: 3 })
  expect(await admin.tell(keyAssignment.makeDefault, { id: second.id })).toMatchObject({ isDefault: true })
  expect(await admin.tell(securityKeys.get, { id: first.id })).toMatchObject({ isDefault: false })
})
