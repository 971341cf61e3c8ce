import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { statistics } from '@claviger/contract/oversight/statistics'
import { groups } from '@claviger/contract/people/groups'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { addPasskey, signInWith } from '#test/api/passkeys.ts'

const home = await startTestApp()
const { as, given, clock } = home
const caller = as(given.owner.accessToken)

async function newPerson(last: string) {
  const id = await given.addUser('Counted', last)
  return { id, ...(await given.session({ id, workspace: given.owner.workspace })) }
}

test('a refused sign-in counts only as a refusal, today and in the trend, and is never a last sign-in', async () => {
  const { id, accessToken } = await newPerson('Refused')
  const { key } = await addPasskey(home, accessToken)
  const counted = async () => {
    const { days, today } = await caller.tell(statistics.login, { days: 1 })
    expect(days.at(-1)).toMatchObject(today)
    return today
  }
  const lastOf = async () => (await caller.tell(users.get, { id })).lastSignInAt
  const before = await counted()
  const last = await lastOf()
  clock.forward(1000)
  expect((await signInWith(home, key, { userVerified: false })).status).toBe(401)
  expect(await counted()).toEqual({ succeeded: before.succeeded, failed: before.failed + 1 })
  expect(await lastOf()).toBe(last)
  expect((await signInWith(home, key)).status).toBe(200)
  expect(await counted()).toEqual({ succeeded: before.succeeded + 1, failed: before.failed + 1 })
  expect(await lastOf()).toBe(clock.now().toISOString())
})

const sumOf = (counts: readonly { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0)

test('keys and passkeys have the same count in lists, figures, owners, and groups', async () => {
  const [one, other] = [await newPerson('One'), await newPerson('Other')]
  const { id: group } = await caller.tell(groups.create, { name: 'Counted', users: [one.id, other.id] })
  await addPasskey(home, one.accessToken)
  const { passkey } = await addPasskey(home, one.accessToken)
  await addPasskey(home, other.accessToken)
  await caller.tell(keyActCalls.suspendOne, { id: passkey.id })
  await caller.tell(keyAssignment.add, { userId: other.id, type: 3, activation: 3 })
  await caller.tell(keyAssignment.add, { userId: other.id, type: 2, activation: 1, cardId: 'C0C0C0' })
  const keys = (await caller.tell(securityKeys.list, { pageSize: 100 })).items
  const figures = await caller.tell(securityKeys.counts)
  expect([figures.all, sumOf(figures.byKind), sumOf(figures.byStatus)]).toEqual(Array(3).fill(keys.length))
  for (const { kind, count } of figures.byKind) expect(count).toBe(keys.filter(key => key.type === kind).length)
  const held = keys.reduce((sum, key) => sum + key.passkeys, 0)
  const passkeys = await caller.tell(statistics.securityKeys)
  expect([passkeys.total, sumOf(passkeys.byKind)]).toEqual([held, held])
  const active = async (filter: object) => (await caller.tell(securityKeys.list, { status: [20], ...filter })).total
  expect((await caller.tell(groups.get, { groupId: group })).deviceCount).toBe(3)
  expect(await active({ group })).toBe(3)
  for (const { id } of [one, other])
    expect(await active({ userId: id })).toBe((await caller.tell(users.get, { id })).keys)
  const everyone = (await caller.tell(groups.list, { pageSize: 100 })).items.find(({ type }) => type === 0)
  if (everyone) expect(everyone.deviceCount).toBe(await active({}))
  expect((await caller.tell(statistics.users)).total).toBe((await caller.tell(users.list)).total)
})
