import { accessKeys } from '@claviger/contract/keys/access-keys'
import { credentials } from '@claviger/contract/keys/credentials'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { fingerprints } from '@claviger/contract/keys/fingerprints'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { push } from '@claviger/contract/keys/push'
import { readerSettings } from '@claviger/contract/keys/reader-settings'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { startTestApp } from '../app/test-app.ts'
import { addPasskey } from '../api/passkeys.ts'
import { registerFingerReader } from '../api/finger-reader.ts'
import { registerReader } from '../api/reader.ts'

const home = await startTestApp()
const { as, given } = home
const admin = as(given.administrator.accessToken)

test('a card number is read by its cardFormat, regardless of the reader settings', async () => {
  const ends: (string | null)[] = []
  for (const cardFormat of ['decimal', 'hex', 'hex-reversed'] as const) {
    const userId = await given.addUser('Format', cardFormat)
    const asked = { userId, type: 2, activation: 1, cardId: '123456', cardFormat } as const
    ends.push((await admin.tell(keyAssignment.add, asked)).key.cardEnd)
  }
  expect(ends).toEqual(['E201', '3456', '3412'])
})

test('a tapped number is read by the reader settings of the workspace', async () => {
  const reads = async (more: { format?: 'none' | 'dec' | 'hex'; reversed?: boolean; dropped?: number }) => {
    await admin.tell(readerSettings.change, { format: 'none', reversed: false, dropped: 0, ...more })
    return (await admin.tell(securityKeys.activatedCard, { cardId: '123456' })).cardId
  }
  expect(await reads({ format: 'dec' })).toBe('40E201')
  expect(await reads({ format: 'hex' })).toBe('123456')
  expect(await reads({ format: 'hex', reversed: true })).toBe('563412')
  expect(await reads({ format: 'hex', dropped: 2 })).toBe('3456')
  await reads({})
})

test('the default key is requested first by the browser and among phones', async () => {
  const id = await given.addUser('First', 'Of several')
  const me = as((await given.session({ id, workspace: given.owner.workspace })).accessToken)
  const { accessToken } = await given.session({ id, workspace: given.owner.workspace })
  const [one, other] = [await addPasskey(home, accessToken), await addPasskey(home, accessToken)]
  const asked = async () => {
    const { authInfo } = await me.tell(credentials.challenge, { purpose: 'verify' })
    return authInfo.request?.allowCredentials?.map(({ id: passkey }) => passkey)
  }
  await admin.tell(keyAssignment.makeDefault, { id: one.passkey.id })
  const first = await asked()
  expect(first).toHaveLength(2)
  await admin.tell(keyAssignment.makeDefault, { id: other.passkey.id })
  expect(await asked()).toEqual(first?.toReversed())
  const phones = [await given.addKey(id, { kind: 1 }), await given.addKey(id, { kind: 1 })]
  for (const phone of phones) {
    await admin.tell(keyAssignment.makeDefault, { id: phone })
    expect((await me.tell(push.own)).phones[0]).toMatchObject({ id: phone })
  }
})

test('a new PIN must meet the current rules of the workspace', async () => {
  const userId = await given.addUser('Rules', 'For PINs')
  const { key } = await admin.tell(keyAssignment.add, { userId, type: 2, activation: 1, cardId: 'ABCDEF12' })
  const set = async (rules: { type: number; value?: number }[], pin: string) => {
    await admin.tell(workspaceSettings.pinPolicy, { rules, rememberedPinHours: 0 })
    return (await admin.ask(keyActCalls.resetPin, { deviceId: key.id, pin })).status
  }
  expect(await set([{ type: 5, value: 4 }], '7391')).toBe(200)
  expect(await set([{ type: 5, value: 6 }], '7391')).toBe(422)
  expect(await set([{ type: 2 }], '7391')).toBe(422)
  expect(await set([{ type: 2 }], 'a7391')).toBe(200)
  await admin.tell(workspaceSettings.pinPolicy, { rules: [{ type: 5, value: 4 }], rememberedPinHours: 0 })
})

test('a fingerprint can be assigned only if a program that can enroll it is registered', async () => {
  const offered = async () => (await admin.tell(keyAssignment.kinds)).kinds
  const userId = await given.addUser('No', 'Program')
  const none = {
    status: 409,
    body: { code: 'change-refused', message: expect.stringContaining('No fingerprint reader program') },
  }
  for (const activation of [1, 3] as const)
    expect(await admin.ask(keyAssignment.add, { userId, type: 5, activation })).toMatchObject(none)
  const many = { ids: [userId], type: 5, activation: 3 } as const
  for (const call of [keyAssignment.assign, keyAssignment.assignMany, keyAssignment.previewMany])
    expect(await admin.ask(call, many)).toMatchObject(none)
  // A program that only reads cards can't enroll
  await registerReader(home)
  expect(await offered()).toEqual([1, 2, 3, 4])
  await registerFingerReader(home)
  expect(await offered()).toEqual([1, 2, 3, 4, 5])
  const { key } = await admin.tell(keyAssignment.add, { userId, type: 5, activation: 3 })
  const owner = as((await given.session(given.owner)).accessToken)
  for (const { id } of (await owner.tell(accessKeys.apps)).items) await owner.tell(accessKeys.remove, { id })
  expect(await offered()).toEqual([1, 2, 3, 4])
  expect(await admin.ask(fingerprints.restart, { id: key.id })).toMatchObject(none)
})
