import { credentials } from '@claviger/contract/keys/credentials'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { activity } from '@claviger/contract/oversight/activity'
import { users } from '@claviger/contract/people/users'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { signInAgain } from '#test/app/renewed-session.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, signInWith } from '#test/api/passkeys.ts'
import { days } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock, world, mailTo } = home
const { workspace } = given.owner
const admin = signInAgain(home, given.administrator)

async function newPerson(first: string, last: string) {
  const id = await given.addUser(first, last)
  const { accessToken } = await given.session({ id, workspace })
  return { id, accessToken, email: `${first}.${last}@northgate.example`.toLowerCase() }
}
const statusOf = async (id: string) => (await admin.tell(users.get, { id })).status
const hard = { type: 3, activation: 3 } as const

test('a passkey made on our own pages belongs to a security key and is deleted with it', async () => {
  const ada = await newPerson('Ada', 'Own')
  const { key, passkey } = await addPasskey(home, ada.accessToken)
  const { items } = await admin.tell(securityKeys.ofUser, { id: ada.id })
  expect(items).toMatchObject([
    {
      id: passkey.id,
      type: 3,
      status: 20,
      name: 'YubiKey 5 NFC',
      model: 'YubiKey 5 NFC',
      passkeys: 1,
      isDefault: true,
    },
  ])
  expect(await statusOf(ada.id)).toBe(20)
  await signInWith(home, key)
  expect(await admin.tell(securityKeys.get, { id: passkey.id })).toMatchObject({
    lastActivity: clock.now().toISOString(),
  })
  await as(ada.accessToken).tell(credentials.rename, { id: passkey.id, name: 'Blue one' })
  expect(await admin.tell(securityKeys.get, { id: passkey.id })).toMatchObject({ name: 'Blue one' })
  await admin.tell(keyActCalls.removeOne, { id: passkey.id })
  expect(await signInWith(home, key)).toMatchObject({ status: 401 })
  expect(await statusOf(ada.id)).toBe(31)
  const newest = async () => (await mailTo(ada.email)).subject
  await expect.poll(newest).toBe('One of your security keys was deleted')
})

test('a suspended key cannot sign in until it is activated, nor a blocked one until it is unblocked (R151)', async () => {
  const sue = await newPerson('Sue', 'Spended')
  const { key, passkey } = await addPasskey(home, sue.accessToken)
  const { id } = passkey
  await admin.tell(keyActCalls.suspendOne, { id })
  expect(await signInWith(home, key)).toMatchObject({ status: 401, body: { code: 'passkey-refused' } })
  expect(await statusOf(sue.id)).toBe(31)
  const refused = await admin.tell(activity.list, { action: ['sign-in.passkey'], user: sue.id })
  expect(refused.items[0]).toMatchObject({ status: 2, reason: 'The security key is suspended or blocked' })
  await admin.tell(keyActCalls.activateOne, { id })
  expect(await signInWith(home, key)).toMatchObject({ status: 200 })
  await world.superPool.query('update security_keys set blocked_at = now() where id = $1', [id])
  expect(await signInWith(home, key)).toMatchObject({ status: 401 })
  await admin.tell(keyActCalls.unblockOne, { id })
  expect(await signInWith(home, key)).toMatchObject({ status: 200 })
})

test('a change that the status does not allow answers 409 with a reason and changes nothing (R153)', async () => {
  const una = await newPerson('Una', 'Pending')
  const { key } = await admin.tell(keyAssignment.add, { userId: una.id, ...hard })
  expect(await statusOf(una.id)).toBe(30)
  for (const call of [keyActCalls.suspendOne, keyActCalls.activateOne, keyActCalls.unblockOne]) {
    const answer = await admin.ask(call, { id: key.id })
    expect(answer).toMatchObject({ status: 409, body: { code: 'change-refused', message: expect.any(String) } })
  }
  expect(await admin.ask(keyActCalls.resetPin, { deviceId: key.id })).toMatchObject({ status: 409 })
  expect(await admin.tell(securityKeys.get, { id: key.id })).toMatchObject({ status: 30 })
  await admin.tell(keyActCalls.takeAway, { id: una.id, deviceId: key.id })
  const { items } = await admin.tell(activity.list, { action: ['security-key.cancelled'] })
  expect(items[0]).toMatchObject({ objectId: key.id })
})

test('an assigned key becomes active with the first passkey of its kind', async () => {
  const pat = await newPerson('Pat', 'Waits')
  const { key } = await admin.tell(keyAssignment.add, { userId: pat.id, ...hard, name: 'Spare key' })
  await addPasskey(home, pat.accessToken)
  const { items } = await admin.tell(securityKeys.ofUser, { id: pat.id })
  expect(items).toMatchObject([{ id: key.id, status: 20, name: 'Spare key', passkeys: 1 }])
})

test('a manager can neither suspend nor delete keys of a higher role or their own keys', async () => {
  const key = await given.addKey(given.owner.id, { name: "The owner's" })
  const manager = as((await given.session(given.userManager)).accessToken)
  for (const call of [keyActCalls.suspendOne, keyActCalls.removeOne, keyActCalls.unblockOne])
    expect(await manager.ask(call, { id: key })).toMatchObject({ status: 403, body: { code: 'above-you' } })
  expect(await manager.ask(keyAssignment.add, { userId: given.owner.id, ...hard })).toMatchObject({ status: 403 })
  expect(await manager.ask(keyActCalls.resetPin, { deviceId: key })).toMatchObject({ status: 403 })
  const own = await given.addKey(given.userManager.id)
  for (const call of [keyActCalls.suspendOne, keyActCalls.removeOne])
    expect(await manager.ask(call, { id: own })).toMatchObject({ status: 409, body: { code: 'own-account' } })
  expect(
    await as((await given.session(given.readOnly)).accessToken).ask(keyActCalls.suspendOne, { id: own }),
  ).toMatchObject({ status: 403 })
})

test('a key takes only the settings of its kind, and its details are complete', async () => {
  const carl = await newPerson('Carl', 'Card')
  const { key } = await admin.tell(keyAssignment.add, {
    userId: carl.id,
    type: 2,
    activation: 1,
    cardId: '0001234567',
    settings: {
      verification: 3,
      credentialStorageLocation: 2,
      proximity: true,
      audit: true,
      offlineLogin: true,
      rememberedPinHours: 4,
    },
  })
  expect(key).toMatchObject({ status: 20, proximity: false, offlineLogin: true, verification: 3, cardEnd: 'D612' })
  expect(await admin.tell(securityKeys.update, { id: key.id, name: 'Badge', offlineLogin: false })).toMatchObject({
    name: 'Badge',
    offlineLogin: false,
    rememberedPinHours: 4,
  })
  expect(await admin.ask(securityKeys.update, { id: key.id, proximity: true })).toMatchObject({
    status: 422,
    body: { code: 'setting-not-of-kind' },
  })
  expect(await admin.tell(securityKeys.info, { id: key.id })).toMatchObject({
    cardId: '87D612',
    cardIdDecimal: '1234567',
    madeBy: 'Grace Hopper',
    policy: null,
  })
  expect(
    await as((await given.session(given.readOnly)).accessToken).tell(securityKeys.info, { id: key.id }),
  ).toMatchObject({ cardId: null })
  const { rows } = await world.superPool.query('select * from security_keys where id = $1', [key.id])
  expect(JSON.stringify(rows)).not.toContain('87D612')
})

test('end users see and change their own keys as far as the workspace allows', async () => {
  const eve = await newPerson('Eve', 'User')
  const { passkey } = await addPasskey(home, eve.accessToken)
  const other = await given.addKey(given.user.id)
  const caller = as(eve.accessToken)
  const page = await caller.tell(securityKeys.list, { userId: given.user.id })
  expect(page.items.map(item => item.id)).toEqual([passkey.id])
  expect(await caller.ask(securityKeys.get, { id: other })).toMatchObject({ status: 404 })
  expect(await caller.ask(keyActCalls.removeOne, { id: other })).toMatchObject({ status: 404 })
  expect(await caller.ask(keyActCalls.suspendOne, { id: passkey.id })).toMatchObject({ status: 403 })
  await caller.tell(securityKeys.update, { id: passkey.id, name: 'Mine' })
  expect(await caller.ask(securityKeys.update, { id: passkey.id, audit: false })).toMatchObject({ status: 422 })
  await as((await given.session(given.owner)).accessToken).tell(workspaceSettings.userPermission, {
    panel: true,
    permissions: [101],
  })
  expect(await caller.ask(securityKeys.update, { id: passkey.id, name: 'x' })).toMatchObject({
    status: 422,
    body: { code: 'own-keys-only' },
  })
  expect((await caller.tell(securityKeys.list)).total).toBe(1)
  await as((await given.session(given.owner)).accessToken).tell(workspaceSettings.userPermission, {
    panel: false,
    permissions: [101, 102],
  })
  expect(await caller.ask(securityKeys.list)).toMatchObject({ status: 422 })
  await as((await given.session(given.owner)).accessToken).tell(workspaceSettings.userPermission, {
    panel: true,
    permissions: [101, 102, 103],
  })
  clock.forward(6 * 60_000)
  expect(await caller.ask(keyActCalls.removeOne, { id: passkey.id })).toMatchObject({
    status: 401,
    body: { code: 'verify-first' },
  })
  const { accessToken } = await given.session({ id: eve.id, workspace })
  await as(accessToken).tell(keyActCalls.removeOne, { id: passkey.id })
  expect((await as(accessToken).tell(securityKeys.list)).total).toBe(0)
})

test('keys of a deleted user are hidden until the user is restored', async () => {
  const bin = await newPerson('Bin', 'Ned')
  await given.addKey(bin.id, { name: 'Binned key' })
  await admin.tell(users.remove, { id: bin.id })
  expect((await admin.tell(securityKeys.list, { search: 'binned key' })).items).toEqual([])
  await admin.tell(users.restore, { id: bin.id })
  expect((await admin.tell(securityKeys.list, { search: 'binned key' })).items).toHaveLength(1)
})

test('another workspace finds none of our keys, and the unused filter finds keys idle for 30 days', async () => {
  const key = await given.addKey(given.user.id)
  const elsewhere = as((await given.session(given.ownerElsewhere)).accessToken)
  expect((await elsewhere.tell(securityKeys.list)).total).toBe(0)
  for (const call of [securityKeys.get, securityKeys.info, keyActCalls.suspendOne, keyActCalls.removeOne])
    expect(await elsewhere.ask(call, { id: key })).toMatchObject({ status: 404 })
  expect((await admin.tell(securityKeys.list, { unusedDays: 30 })).items).toEqual([])
  clock.forward(days(31))
  const later = as((await given.session(given.administrator)).accessToken)
  expect((await later.tell(securityKeys.list, { unusedDays: 30 })).total).toBeGreaterThan(0)
})

test('a sign-in appears in the log of the key and is counted', async () => {
  const lou = await newPerson('Lou', 'Logged')
  const { key, passkey } = await addPasskey(home, lou.accessToken)
  await signInWith(home, key)
  await signInWith(home, key)
  const reader = as((await given.session(given.administrator)).accessToken)
  expect(await reader.tell(securityKeys.get, { id: passkey.id })).toMatchObject({ totalActivities: 2 })
  const { items } = await reader.tell(activity.list, { object: passkey.id, kind: 'use' })
  expect(items).toMatchObject([{ action: 'sign-in.passkey', objectType: 'security-key', actorName: 'Lou Logged' }, {}])
})
