import { statistics } from '@claviger/contract/oversight/statistics'
import { beforeAll, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { days, later } from '#platform/clock.ts'
import { newId, newIdAt } from '#platform/ids.ts'

const { as, given, world, clock } = await startTestApp()
const caller = as(given.owner.accessToken)
const { workspace } = given.owner
const now = clock.now()

const yubiKey = 'fa2b99dc-9e39-4257-8f92-4a30d23c4118'
const keychain = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'

const passkey = async (user: string, aaguid: string, at: Date) => {
  const key = await given.addKey(user, { aaguid })
  await world.superPool.query(
    `insert into credentials (workspace_id, id, security_key_id, user_id, credential_id, public_key, algorithm, aaguid, name, backup_eligible, backup_state, attestation, created_at)
     values ($1, $2, $2, $3, uuid_send($2), 'key', -7, $4, 'Key', false, false, 'none', $5)`,
    [workspace, key, user, aaguid, at],
  )
}

const group = async (name: string, type: number, users: string[]) => {
  const id = newId()
  await world.superPool.query('insert into groups (workspace_id, id, name, type) values ($1, $2, $3, $4)', [
    workspace,
    id,
    name,
    type,
  ])
  for (const user of users)
    await world.superPool.query('insert into group_members values ($1, $2, $3)', [workspace, id, user])
}

const signIn = (at: Date, status: number, action = 'sign-in.passkey', kind = 'use', reason: string | null = null) =>
  world.superPool.query(
    `insert into activities (workspace_id, id, at, kind, action, status, actor_name, reason) values ($1, $2, $3, $4, $5, $6, 'Ada', $7)`,
    [workspace, newIdAt(at), at, kind, action, status, reason],
  )

let amara = ''

beforeAll(async () => {
  const old = { created_at: later(now, -days(10)), active_keys: 1, had_key: true }
  amara = await given.addUser('Amara', 'Okafor', old)
  const jonas = await given.addUser('Jonas', 'Lind', { ...old, suspended_at: now })
  const gone = await given.addUser('Gone', 'Yesterday', {
    created_at: later(now, -days(12)),
    deleted_at: later(now, -days(1)),
  })
  await passkey(amara, yubiKey, later(now, -days(9)))
  await passkey(amara, keychain, now)
  await passkey(jonas, yubiKey, now)
  await passkey(gone, yubiKey, later(now, -days(11)))
  await group('Everyone', 0, [])
  await group('Nurses', 1, [amara, jonas, gone])
  await group('Porters', 1, [jonas])
  await group('Physicians', 7, [])
  await world.superPool.query("update groups set created_at = $1 where name in ('Everyone', 'Physicians')", [
    later(now, -days(9)),
  ])
})

test('users are counted by status, without deleted users', async () => {
  const { total, addedThisWeek, byStatus, trend } = await caller.tell(statistics.users)
  expect({ total, addedThisWeek }).toEqual({ total: 7, addedThisWeek: 5 })
  expect(byStatus).toEqual([
    { status: 10, count: 5 },
    { status: 20, count: 1 },
    { status: 40, count: 1 },
  ])
  expect(trend).toHaveLength(14)
  expect(trend[0]?.count).toBe(0)
  expect(trend.at(-4)?.count).toBe(3)
  expect(trend.at(-1)).toEqual({ day: now.toISOString().slice(0, 10), count: 7 })
})

test('passkeys are counted by kind of authenticator', async () => {
  const { total, addedThisWeek, byKind, trend } = await caller.tell(statistics.securityKeys)
  expect({ total, addedThisWeek }).toEqual({ total: 3, addedThisWeek: 2 })
  expect(byKind).toEqual([
    { kind: 'key', count: 2 },
    { kind: 'manager', count: 1 },
  ])
  expect(trend.at(-2)?.count).toBe(1)
  expect(trend.at(-1)?.count).toBe(3)
})

test('groups are counted by type and day, and the Everyone group counts all users', async () => {
  const { total, byType, largest, addedThisWeek, trend } = await caller.tell(statistics.groups)
  expect(total).toBe(4)
  expect(byType).toEqual([
    { type: 0, count: 1 },
    { type: 1, count: 2 },
    { type: 7, count: 1 },
  ])
  expect(largest.map(one => [one.name, one.users])).toEqual([
    ['Everyone', 7],
    ['Nurses', 2],
    ['Porters', 1],
    ['Physicians', 0],
  ])
  expect(addedThisWeek).toBe(2)
  expect(trend).toHaveLength(14)
  expect([trend[0]?.count, trend.at(-2)?.count, trend.at(-1)?.count]).toEqual([0, 2, 4])
})

test('sign-ins are counted on days of the requested time zone', async () => {
  const noon = new Date(`${now.toISOString().slice(0, 10)}T12:00:00Z`)
  const evening = later(noon, -days(3) + 11 * 3_600_000)
  await signIn(evening, 1)
  await signIn(evening, 2)
  await signIn(evening, 1, 'sign-in.code')
  await signIn(evening, 1, 'sign-out')
  await signIn(evening, 1, 'user.updated', 'change')
  const utc = await caller.tell(statistics.login, { days: 7 })
  expect(utc.days).toHaveLength(7)
  expect(utc.days.find(one => one.day === evening.toISOString().slice(0, 10))).toMatchObject({
    succeeded: 2,
    failed: 1,
  })
  const vienna = await caller.tell(statistics.login, { days: 7, timezone: 'Europe/Vienna' })
  expect(vienna.days.find(one => one.day === later(evening, days(1)).toISOString().slice(0, 10))).toMatchObject({
    succeeded: 2,
    failed: 1,
  })
  expect(vienna.days.reduce((all, one) => all + one.succeeded, 0)).toBe(2)
})

test.each([{ timezone: 'Mars/Olympus' }, { days: 366 }, { days: 0 }, { timezone: "'; drop" }])(
  '%j is refused with the field name',
  async input => {
    expect(await caller.ask(statistics.login, input)).toMatchObject({
      status: 422,
      body: { code: 'invalid-input', fields: [{ field: Object.keys(input)[0] }] },
    })
  },
)

test('another workspace counts none of it', async () => {
  const elsewhere = as(given.ownerElsewhere.accessToken)
  expect((await elsewhere.tell(statistics.users)).total).toBe(1)
  expect((await elsewhere.tell(statistics.securityKeys)).total).toBe(0)
  expect((await elsewhere.tell(statistics.groups)).total).toBe(0)
})

test('plain users cannot see statistics', async () => {
  expect(await as(given.user.accessToken).ask(statistics.users)).toMatchObject({ status: 403 })
})

test('uses are counted by method, by type of the used keys, and by the reason of a refusal', async () => {
  const before = await caller.tell(statistics.uses, { days: 30 })
  const at = later(now, -days(20))
  for (const action of ['sign-in.card', 'sign-in.card', 'sign-in.sms']) await signIn(at, 1, action)
  await signIn(at, 2, 'sign-in.card', 'use', 'This card is unknown')
  const key = await given.addKey(given.user.id, { kind: 2, last_used_at: later(now, -days(3)) })
  const after = await caller.tell(statistics.uses, { days: 30 })
  const of = ({ byMethod }: typeof after, action: string) => byMethod.find(one => one.action === action)?.count ?? 0
  expect(of(after, 'sign-in.card') - of(before, 'sign-in.card')).toBe(2)
  expect(of(after, 'sign-in.sms') - of(before, 'sign-in.sms')).toBe(1)
  expect(after.refused - before.refused).toBe(1)
  expect(after.reasons).toContainEqual({ action: 'sign-in.card', reason: 'This card is unknown', count: 1 })
  expect(after.keysByType).toContainEqual({ type: 2, count: 1 })
  expect((await caller.tell(statistics.uses, { days: 1 })).keysByType).toEqual([])
  await world.superPool.query('delete from security_keys where id = $1', [key])
})

test('adoption is counted in total and by unit, the unit with most users without a key first', async () => {
  const unit = async (name: string, users: string[]) => {
    const id = newId()
    const place = [workspace, id]
    await world.superPool.query('insert into organization_units (workspace_id, id, name) values ($1, $2, $3)', [
      ...place,
      name,
    ])
    for (const user of users)
      await world.superPool.query('insert into unit_members values ($1, $2, $3)', [...place, user])
    return id
  }
  const archive = await unit('Archive', [amara])
  const wards = await unit('Wards', [given.user.id])
  const { users, withKey, units } = await caller.tell(statistics.adoption, {})
  expect(withKey).toBeLessThan(users)
  expect(units).toEqual([
    { id: wards, name: 'Wards', users: 1, withKey: 0 },
    { id: archive, name: 'Archive', users: 1, withKey: 1 },
  ])
})
