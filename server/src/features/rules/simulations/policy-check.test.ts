import { PolicyContent } from '@claviger/contract/decide/policy-content'
import { simulations } from '@claviger/contract/rules/simulations'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import type { Person } from '#test/api/fixtures.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { transact } from '#platform/db/transaction.ts'
import { Problem } from '#platform/problem.ts'
import { mustNotLockOut } from './simulations.guard.ts'

const home = await startTestApp()
const { as, given, world } = home
const { appoint, addGroup, addUnit } = testData(home)
const caller = as(given.owner.accessToken)

const content = (more: object = {}): PolicyContent =>
  z.parse(PolicyContent, { name: 'Draft', priority: 1, action: 0, ...more })
const draft = (more: object = {}) => ({ _id: null, content: content(more) })

/** An owner's key for a single test, because other tests check who has a key. */
async function withKey<T>(
  person: Pick<Person, 'id'>,
  more: Record<string, unknown>,
  work: (key: string) => Promise<T>,
) {
  const key = await given.addKey(person.id, { name: 'Badge', proved_at: world.clock.now(), ...more })
  try {
    return await work(key)
  } finally {
    await world.superPool.query('delete from security_keys where id = $1', [key])
  }
}

const checked = (...drafts: { _id: null; content: PolicyContent }[]) => caller.tell(simulations.check, { drafts })

test('blocking all users locks out an owner with a key, and the check names the key', async () => {
  await withKey(given.owner, {}, async () => {
    const { lockedOut, refused } = await checked(draft())
    expect(refused).toBe(true)
    expect(lockedOut).toContainEqual({
      user: given.owner.id,
      name: given.owner.name,
      loses: [`The key “Badge” at ${new URL(world.config.publicUrl).hostname}`],
    })
  })
})

test('access for one hour a week from one network counts as access', async () => {
  await withKey(given.owner, {}, async () => {
    const hour = {
      action: 1,
      zone: 'Europe/Vienna',
      timeLimits: { spans: [{ days: [3], from: '02:00', to: '03:00' }] },
      ipRestriction: { values: ['192.0.2.0/30'] },
    }
    expect(await checked(draft(hour), draft({ priority: 2 }))).toMatchObject({ refused: false, lockedOut: [] })
    const before = { timeLimits: { spans: [{ days: [3], from: '01:00', to: '02:00' }] }, zone: 'UTC' }
    const summer = { timeLimits: { spans: [{ days: [3], from: '00:00', to: '01:00' }] }, zone: 'UTC' }
    const taken = [
      draft(before),
      draft({ ...summer, priority: 2 }),
      draft({ ...hour, priority: 3 }),
      draft({ priority: 4 }),
    ]
    expect((await checked(...taken)).refused).toBe(true)
    const half = { timeLimits: { spans: [{ days: [3], from: '01:00', to: '01:30' }] }, zone: 'UTC' }
    const open = [
      draft(half),
      draft({ ...summer, priority: 2 }),
      draft({ ...hour, priority: 3 }),
      draft({ priority: 4 }),
    ]
    expect((await checked(...open)).refused).toBe(false)
  })
})

test('another key or a requirement that the key meets keeps access; a requirement of other models does not', async () => {
  await withKey(given.owner, { kind: 3 }, async () => {
    expect((await checked(draft({ securityKeyDeviceType: [3] }))).refused).toBe(true)
    await withKey(given.owner, { kind: 2, name: 'Card' }, async () => {
      expect((await checked(draft({ securityKeyDeviceType: [3] }))).refused).toBe(false)
    })
    const demanding = (demands: object) => checked(draft({ action: 1, demands }), draft({ priority: 2 }))
    expect((await demanding({ pin: true, withinMinutes: 5 })).refused).toBe(false)
    expect((await demanding({ models: ['0a1b2c3d-0000-4000-8000-00000000cafe'] })).refused).toBe(true)
  })
})

test('users who keep access are not listed, and an administrator who loses it is listed without a refusal', async () => {
  const id = await given.addUser('Lesser', 'Loss')
  await appoint(id, 2)
  const group = await addGroup('Losing', [id])
  await withKey(given.owner, {}, () =>
    withKey({ id }, { name: 'Second' }, async () => {
      const { lockedOut, refused } = await checked(draft({ groups: [group] }))
      expect({ lockedOut: lockedOut.map(one => one.user), refused }).toEqual({ lockedOut: [id], refused: false })
    }),
  )
})

const nobody = { actor: { kind: 'nobody' }, request: { id: 'test', ip: '127.0.0.1', userAgent: '' } } as const
const guard = (...args: Parameters<typeof mustNotLockOut> extends [unknown, ...infer Rest] ? Rest : never) =>
  transact(world, { ...nobody, workspace: given.owner.workspace }, ctx => mustNotLockOut(ctx, ...args)).then(
    () => 'saved',
    (error: unknown) => (error instanceof Problem ? error.message : Promise.reject(error)),
  )

test('locking out the last owner is always refused, and lesser losses are refused until confirmed', async () => {
  const id = await given.addUser('Guarded', 'Second')
  await appoint(id, 2)
  const group = await addGroup('Guarded', [id])
  await withKey(given.owner, {}, () =>
    withKey({ id }, {}, async () => {
      expect(await guard([draft({ groups: [group] })])).toBe(
        'This would leave these users without a usable key: Guarded Second',
      )
      expect(await guard([draft({ groups: [group] })], { lockOutSeen: true })).toBe('saved')
      const last = 'This would leave every owner without a usable key'
      expect(await guard([draft()])).toBe(last)
      expect(await guard([draft()], { lockOutSeen: true })).toBe(last)
      expect(await guard([], { defaultAction: 0, lockOutSeen: true })).toBe(last)
      expect(
        await guard([draft({ action: 1, users: [given.owner.id] })], { defaultAction: 0, lockOutSeen: true }),
      ).toBe('saved')
    }),
  )
})

test('an owner without a usable key has nothing to lose', async () => {
  for (const useless of [{ status: 40 }, { status: 30 }, { blocked_at: world.clock.now() }, { proved_at: null }])
    await withKey(given.owner, useless, async () => expect((await checked(draft())).refused).toBe(false))
  await withKey(given.owner, {}, async () => expect((await checked(draft())).refused).toBe(true))
})

test('affected users are counted once by all their conditions, with their keys of the matching kinds', async () => {
  const [one, two, three] = await Promise.all(['One', 'Two', 'Three'].map(last => given.addUser('Touched', last)))
  if (!one || !two || !three) throw new Error('nobody')
  await given.addActiveKeys([one, one, two])
  await given.addKey(two, { kind: 2 })
  const group = await addGroup('Touched', [one, two, three])
  const other = await addGroup('Touched too', [one])
  const unit = await addUnit('Touched', [two, three])
  const touches = async (...all: object[]) =>
    (await checked(...all.map((more, at) => draft({ priority: at + 1, name: `Draft ${at}`, ...more })))).touches
  expect(await touches({ users: [three] })).toEqual({ users: 1, keys: 0 })
  expect(await touches({ groups: [group, other] })).toMatchObject({ users: 3 })
  expect(await touches({ groups: [group], units: [unit] })).toMatchObject({ users: 2 })
  expect(await touches({ groups: [group], securityKeyDeviceType: [2] })).toEqual({ users: 1, keys: 1 })
  expect(await touches({ groups: [group], securityKeyDeviceType: [2, 3] })).toEqual({ users: 2, keys: 4 })
  expect(
    await touches({ groups: [other], securityKeyDeviceType: [3] }, { users: [two], securityKeyDeviceType: [2] }),
  ).toEqual({
    users: 2,
    keys: 3,
  })
  const both = { groups: [group], units: [unit], securityKeyDeviceType: [2, 3] }
  expect(await touches(both)).toEqual({ users: 1, keys: 2 })
  const parts = [{ groups: [other] }, { groups: [other] }, { units: [unit] }, { users: [one] }]
  expect(await touches(...parts)).toMatchObject({ users: 3 })
  expect(await touches({ groups: [group], units: [unit] }, { groups: [other], units: [unit] })).toMatchObject({
    users: 2,
  })
  const kinds = { users: [two, three], securityKeyDeviceType: [2] }
  expect(await touches({ groups: [other], securityKeyDeviceType: [3] }, kinds, { ...kinds, users: [one] })).toEqual({
    users: 2,
    keys: 3,
  })
  const all = await touches({})
  expect(all.users).toBeGreaterThan(3)
  expect(await touches({ users: [three] }, {}, { groups: [other] })).toEqual(all)
  const [hardware, card] = await Promise.all([2, 3].map(kind => touches({ securityKeyDeviceType: [kind] })))
  const together = await touches({ securityKeyDeviceType: [2] }, { securityKeyDeviceType: [3] })
  expect(together.keys).toBe((hardware?.keys ?? 0) + (card?.keys ?? 0))
  const everyone = await world.superPool.query<{ id: string }>(
    'select id from groups where workspace_id = $1 and type = 0',
    [given.owner.workspace],
  )
  for (const { id } of everyone.rows) expect(await touches({ groups: [id, group] })).toEqual(all)
})
