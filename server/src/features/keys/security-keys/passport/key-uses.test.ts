import { randomBytes } from 'node:crypto'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyUseDays, securityKeys } from '@claviger/contract/keys/security-keys'
import { activity } from '@claviger/contract/oversight/activity'
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { expect, test } from 'vitest'
import { pinPermissions } from '#test/emulators/ctap-client.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, signInWith } from '#test/api/passkeys.ts'
import { assignCard, cardAt, registerReader } from '#test/api/reader.ts'
import { testData } from '#test/api/test-data.ts'
import { days, later } from '#platform/clock.ts'

const home = await startTestApp()
const { as, given, clock } = home
const reader = as(await registerReader(home))
const admin = async () => as((await given.session(given.administrator)).accessToken)
const PIN = '274936'

test('the passport of a card shows its PIN, wrong tries, and uses for each day', async () => {
  const key = await assignCard(home, await given.addUser('Carla', 'Card'), '04A1B2C3', PIN)
  const set = clock.now().toISOString()
  const card = cardAt(reader, '04A1B2C3')
  const rpId = 'records.example'
  expect((await card.tokenReply('000000', { permissions: pinPermissions.make, rpId })).status).toBe(0x31)
  expect(await (await admin()).tell(securityKeys.info, { id: key })).toMatchObject({
    pin: { setAt: set, wrong: 1, tries: 8 },
  })
  const hash = { clientDataHash: randomBytes(32) }
  expect((await card.make({ ...hash, token: await card.token(PIN, pinPermissions.make, 'example.org') })).status).toBe(
    0,
  )
  expect(await (await admin()).tell(securityKeys.info, { id: key })).toMatchObject({ pin: { wrong: 0 } })

  clock.forward(days(1))
  const uses = await (await admin()).tell(securityKeys.uses, { id: key })
  expect(uses.days).toHaveLength(keyUseDays)
  expect(uses.days.at(-2)).toMatchObject({ succeeded: 1, failed: 1 })
  expect(uses.days.at(-1)).toMatchObject({ day: clock.now().toISOString().slice(0, 10), succeeded: 0, failed: 0 })
  expect(uses.recent).toMatchObject([
    { action: 'security-key.registered', status: 1, site: 'example.org' },
    { action: 'security-key.pin-refused', status: 2 },
  ])
})

test('sign-ins with its passkeys are uses of a key, and a key elsewhere is not found', async () => {
  const id = await given.addUser('Petra', 'Passkey')
  const { accessToken } = await given.session({ id, workspace: given.owner.workspace })
  const { key, passkey } = await addPasskey(home, accessToken)
  await signInWith(home, key)
  const asAdmin = await admin()
  const uses = await asAdmin.tell(securityKeys.uses, { id: passkey.id })
  expect(uses.recent.map(use => use.action)).toContain('sign-in.passkey')
  expect(await asAdmin.tell(securityKeys.info, { id: passkey.id })).toMatchObject({ pin: null })
  await asAdmin.tell(keyActCalls.suspendOne, { id: passkey.id })
  const { items } = await asAdmin.tell(activity.ofUser, { id, fold: true })
  expect(items.map(line => line.action)).toEqual(
    expect.arrayContaining(['security-key.suspended', 'sign-in.passkey', 'passkey.added']),
  )
  const { accessToken: elsewhere } = await given.session(given.ownerElsewhere)
  expect(await as(elsewhere).ask(securityKeys.uses, { id: passkey.id })).toMatchObject({ status: 404 })
})

test('administrators without the log see how often a key was used, but no logged use', async () => {
  const id = await given.addUser('Uma', 'User Management')
  await testData(home).appoint(id, workspaceRoles.userManagement)
  const key = await assignCard(home, await given.addUser('Lena', 'Logged'), '04A1B2C4', PIN)
  const card = cardAt(reader, '04A1B2C4')
  await card.tokenReply('000000', { permissions: pinPermissions.make, rpId: 'records.example' })
  const usesFor = async (who: { id: string; workspace: string }) =>
    as((await given.session(who)).accessToken).tell(securityKeys.uses, { id: key })
  const seen = await usesFor(given.administrator)
  expect(seen.recent).toHaveLength(1)
  expect(seen.days.at(-1)).toMatchObject({ failed: 1 })
  expect(await usesFor({ id, workspace: given.owner.workspace })).toEqual({ ...seen, recent: [] })
})

test('keys that were not used for 90 days are counted as the list shows them', async () => {
  const userId = await given.addUser('Una', 'Used')
  const old = { created_at: later(clock.now(), -days(91)) }
  const unused = await given.addKey(userId, old)
  await given.addKey(userId, { ...old, last_used_at: later(clock.now(), -days(89)) })
  const asAdmin = await admin()
  const { items } = await asAdmin.tell(securityKeys.list, { unusedDays: 90, userId })
  expect(items.map(one => one.id)).toEqual([unused])
  const { total } = await asAdmin.tell(securityKeys.list, { unusedDays: 90 })
  expect(await asAdmin.tell(securityKeys.unused)).toEqual({ count: total })
})
