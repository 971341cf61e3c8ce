import { agents } from '@claviger/contract/keys/agents'
import { devices } from '@claviger/contract/keys/devices'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { activity } from '@claviger/contract/oversight/activity'
import { expect, test } from 'vitest'
import { computersOf, signInAt } from '#test/api/agents.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey } from '#test/api/passkeys.ts'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'

const home = await startTestApp()
const { as, given, clock, world } = home
const register = await computersOf(home)
const { key } = await addPasskey(home, given.user.accessToken)
const owner = async () => as((await given.session(given.owner)).accessToken)
const keyId = (await (await owner()).tell(securityKeys.ofUser, { id: given.user.id })).items[0]?.id ?? ''
await world.superPool.query('update security_keys set kind = 1 where id = $1', [keyId])
const keyOffline = async (offlineLogin: boolean) =>
  (await owner()).tell(securityKeys.update, { id: keyId, offlineLogin })
const pcOffline = async (id: string, hasOfflineAccess: boolean, uses = 2, hours = 8) =>
  (await owner()).tell(devices.offline, { ids: [id], hasOfflineAccess, uses, hours })
const useNow = () => ({ id: newId(), securityKeyId: keyId, at: clock.now().toISOString() })

test('a key works offline only if key and computer allow it, and after an online use there', async () => {
  const pc = await register('BOTH')
  const keys = async () => (await as(pc.token).tell(agents.offline)).keys
  await pcOffline(pc.id, true)
  await keyOffline(true)
  expect(await keys()).toEqual([])
  expect((await signInAt(home, pc, key)).body['offline']).toMatchObject({ uses: 2 })
  expect(await keys()).toMatchObject([
    { securityKeyId: keyId, usesLeft: 2, user: { id: given.user.id }, credentials: [{ id: expect.any(String) }] },
  ])
  await keyOffline(false)
  expect(await keys()).toEqual([])
  await keyOffline(true)
  await pcOffline(pc.id, false)
  expect(await as(pc.token).tell(agents.offline)).toMatchObject({ offline: { allowed: false }, keys: [] })
})

test('offline uses are counted once, and those beyond the limit are logged as failed', async () => {
  const pc = await register('COUNTED')
  await keyOffline(true)
  await pcOffline(pc.id, true)
  await signInAt(home, pc, key)
  clock.forward(minutes(10))
  const first = useNow()
  const report = (...uses: ReturnType<typeof useNow>[]) => as(pc.token).tell(agents.report, { uses })
  expect((await report(first)).items).toEqual([{ id: first.id, result: 'noted', reason: null }])
  expect((await report(first)).items).toMatchObject([{ result: 'known' }])
  expect((await as(pc.token).tell(agents.offline)).keys).toMatchObject([{ usesLeft: 1 }])
  const { items } = await report(useNow(), useNow())
  expect(items.map(item => item.result)).toEqual(['noted', 'beyond'])
  expect((await as(pc.token).tell(agents.offline)).keys).toEqual([])
  const lines = (await (await owner()).tell(activity.list, { object: pc.id, action: ['device.used-offline'] })).items
  expect(lines.map(line => line.status).toSorted((a, b) => a - b)).toEqual([1, 1, 2])
  expect(lines.find(line => line.status === 2)?.reason).toBe('Too many offline sign-ins')
  await signInAt(home, pc, key)
  expect((await as(pc.token).tell(agents.offline)).keys).toMatchObject([{ usesLeft: 2 }])
})

test('the offline window ends, and a later use is logged as failed', async () => {
  const pc = await register('WINDOW')
  await keyOffline(true)
  await pcOffline(pc.id, true)
  await signInAt(home, pc, key)
  clock.forward(minutes(8 * 60 + 1))
  expect((await as(pc.token).tell(agents.offline)).keys).toEqual([])
  const { items } = await as(pc.token).tell(agents.report, { uses: [useNow()] })
  expect(items).toMatchObject([{ result: 'beyond', reason: 'Offline for longer than allowed' }])
  const paired = (await (await owner()).tell(devices.ofUser, { id: given.user.id })).items.find(one => one.id === pc.id)
  expect(paired).toMatchObject({ offlineUsesLeft: 0, offlineUntil: null })
})

test('an offline use of a key that was never used online there is logged as failed', async () => {
  const pc = await register('NEVER')
  await pcOffline(pc.id, true)
  const { items } = await as(pc.token).tell(agents.report, { uses: [useNow()] })
  expect(items).toMatchObject([{ result: 'beyond', reason: 'This key was never used online on this device' }])
})

test('a user removed from a device can no longer sign in there offline', async () => {
  const pc = await register('FORGOTTEN')
  await keyOffline(true)
  await pcOffline(pc.id, true)
  await signInAt(home, pc, key)
  await (await owner()).tell(devices.removeFromUser, { userId: given.user.id })
  expect((await as(pc.token).tell(agents.offline)).keys).toEqual([])
})

test('a key that waits for confirmation does not work offline', async () => {
  const pc = await register('UNPROVEN')
  const keys = async () => (await as(pc.token).tell(agents.offline)).keys
  await keyOffline(true)
  await pcOffline(pc.id, true)
  await signInAt(home, pc, key)
  expect(await keys()).toHaveLength(1)
  const due = (waits: boolean) =>
    world.superPool.query('update security_keys set proof_due = $2, proof_counts_at = null where id = $1', [
      keyId,
      waits,
    ])
  await due(true)
  expect(await keys()).toEqual([])
  await due(false)
  expect(await keys()).toHaveLength(1)
})
