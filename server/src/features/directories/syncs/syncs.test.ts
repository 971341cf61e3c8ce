import { account } from '@claviger/contract/access/account'
import { connections } from '@claviger/contract/directories/connections'
import { type SyncRun, syncs } from '@claviger/contract/directories/syncs'
import { activity } from '@claviger/contract/oversight/activity'
import { users, userStatus } from '@claviger/contract/people/users'
import { describe, expect, test, vi } from 'vitest'
import { directories, plainMapping } from '#test/api/directories.ts'
import { testData } from '#test/api/test-data.ts'
import { fakePerson, fakeSource } from '#test/emulators/fake-source.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { days, minutes } from '#platform/clock.ts'
import { syncTask, deleteLeavers, resumeReadings, warnOfSilence } from './syncs.jobs.ts'

const home = await startTestApp()
const { as, given, world, clock } = home
const admin = as(given.administrator.accessToken)
const { add, again } = directories(home)
const { appoint } = testData(home)
const ldap = fakeSource(6)
const okta = fakeSource(2)

type Begin = Parameters<typeof admin.tell<typeof syncs.begin>>[1]

async function ended(id: string): Promise<SyncRun> {
  const caller = await fresh()
  for (let tries = 0; tries < 200; tries++) {
    const now = await caller.tell(syncs.get, { id })
    if (now.finishedAt !== null || now.state === 'braked') return now
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('the run does not end')
}
const fresh = async () => as((await given.session(given.administrator)).accessToken)
const owner = async () => as((await given.session(given.owner)).accessToken)
const run = async (input: Begin) => ended((await (await fresh()).tell(syncs.begin, input)).id)
const rowsOf = async (id: string, more: object = {}) => (await admin.tell(syncs.rows, { id, ...more })).items
const statusOf = async (id: string | null | undefined) => (await admin.tell(users.get, { id: id as string })).status
const fill = (directory: typeof ldap, prefix: string, count: number) => {
  directory.people.clear()
  directory.groups.clear()
  for (let n = 0; n < count; n++) directory.people.set(`${prefix}${n}`, fakePerson(`${prefix}${n}`))
}
const found = async (search: string) => (await admin.tell(users.list, { search })).total

describe('a run', () => {
  test('is previewed before it runs, and a second run writes nothing', async () => {
    const { id: connection } = await add({ kind: 6, name: 'First', mapping: plainMapping })
    fill(ldap, 'alpha', 120)
    ldap.groups.set('g', { anchor: 'g', name: 'Alphas', description: '', members: ['alpha1', 'alpha2', 'nobody'] })
    const dry = await run({ type: 6, connection, dry: true })
    expect(dry).toMatchObject({
      state: 'done',
      dry: true,
      counts: { seen: 120, added: 120, groups: 1, memberships: 2 },
    })
    expect(await found('alpha')).toBe(0)
    const [first] = await rowsOf(dry.id, { search: 'alpha7', doing: 'person' })
    expect(first).toMatchObject({ plan: 'add', anchor: 'alpha7', outcome: null })
    expect(first?.fields).toContainEqual({ field: 'userId', before: '', after: 'alpha7@fake.example' })
    const real = await run({ type: 6, connection })
    expect(real).toMatchObject({ state: 'done', total: 122, succeeded: 122 })
    expect(await found('alpha')).toBe(120)
    expect((await rowsOf(real.id))[0]).toMatchObject({ result: 'success', outcome: 'added' })
    const second = await run({ type: 6, connection })
    expect(second).toMatchObject({ state: 'done', total: 0, counts: { same: 120 } })
    const { rows } = await world.superPool.query(
      'select from work_rows where work_id = (select work_id from directory_runs where id = $1)',
      [second.id],
    )
    expect(rows).toHaveLength(0)
    ldap.people.set('alpha3', fakePerson('alpha3', { lastName: 'Renamed' }))
    ldap.people.delete('alpha4')
    const third = await run({ type: 6, connection })
    expect(third).toMatchObject({ counts: { same: 118, changed: 1, leaving: 1 }, succeeded: 2 })
    const [change] = await rowsOf(third.id, { plan: 'change' })
    expect(change?.fields).toEqual([{ field: 'lastName', before: 'Fake', after: 'Renamed' }])
    const file = await home.app.inject({
      url: `/administrator/workspace/syncs/${third.id}/result`,
      headers: { authorization: given.administrator.accessToken },
    })
    expect(file.body).toContain('lastName: Fake → Renamed')
    // Cleans up, so that later tests find no users of this directory
    await (await fresh()).tell(connections.remove, { id: connection })
  })

  test('can be undone, which pauses its directory', async () => {
    const { id: connection } = await add({ kind: 6, name: 'Undone', everyMinutes: 60 })
    fill(ldap, 'beta', 3)
    await run({ type: 6, connection })
    fill(ldap, 'beta', 4)
    ldap.people.set('beta0', fakePerson('beta0', { lastName: 'Wrong' }))
    ldap.people.delete('beta1')
    const bad = await run({ type: 6, connection })
    expect(bad).toMatchObject({ succeeded: 3, undoUntil: expect.any(String) })
    await (await fresh()).tell(syncs.undo, { id: bad.id })
    expect(await admin.tell(syncs.get, { id: bad.id })).toMatchObject({ undone: true, undoUntil: null })
    const { items } = await admin.tell(users.list, { search: 'beta' })
    expect(items.map(one => [one.firstName, one.lastName, one.status])).toEqual([
      ['beta0', 'Fake', userStatus.newUser],
      ['beta1', 'Fake', userStatus.newUser],
      ['beta2', 'Fake', userStatus.newUser],
    ])
    expect((await admin.tell(connections.get, { id: connection })).pausedReason).toBe('A run was undone')
    await (await fresh()).tell(connections.remove, { id: connection })
  })

  test('that fails midway changes nothing, and the next one succeeds', async () => {
    const { id: connection } = await add({ kind: 2, name: 'Broken' })
    fill(okta, 'gamma', 120)
    await run({ type: 2, connection })
    fill(okta, 'gamma', 110)
    for (const failsAfter of [0, 1, 2]) {
      okta.failsAfter = failsAfter
      const broken = await run({ type: 2, connection })
      expect(broken).toMatchObject({ state: 'failed', total: 0 })
      expect(broken.reason).toMatch(/middle of a page|503/)
    }
    expect((await admin.tell(connections.get, { id: connection })).connection).toBe('failed')
    expect((await admin.tell(users.list, { search: 'gamma', status: [40] })).total).toBe(0)
    okta.failsAfter = undefined
    expect(await run({ type: 2, connection })).toMatchObject({ state: 'done', counts: { leaving: 10 }, succeeded: 10 })
    await (await fresh()).tell(connections.remove, { id: connection })
  })

  test('of changes only removes only the users it names', async () => {
    const made = await add({ kind: 2, name: 'Delta', everyMinutes: 5 })
    fill(okta, 'delta', 20)
    await run({ type: 2, connection: made.id })
    okta.changes = { people: [fakePerson('delta3', { lastName: 'New' })], gone: ['delta5'] }
    clock.forward(minutes(6))
    await syncTask.work(world, new AbortController().signal)
    const { items } = await admin.tell(syncs.list, { connection: made.id })
    const scheduled = await ended(items[0]?.id as string)
    expect(scheduled).toMatchObject({ by: 'schedule', whole: false, counts: { changed: 1, leaving: 1 }, succeeded: 2 })
    okta.changes = undefined
    await (await fresh()).tell(connections.remove, { id: made.id })
  })
})

describe('the safety threshold for suspensions', () => {
  test('stops a run that would suspend many users until an owner reviews the list', async () => {
    const { id: connection } = await add({ kind: 6, name: 'Braked' })
    fill(ldap, 'eps', 60)
    await run({ type: 6, connection })
    ldap.people.clear()
    const braked = await run({ type: 6, connection })
    expect(braked).toMatchObject({ state: 'braked', overBrake: true, counts: { leaving: 60 } })
    expect((await admin.tell(users.list, { search: 'eps', status: [40] })).total).toBe(0)
    await vi.waitFor(async () =>
      expect((await home.mailTo(given.owner.email)).subject).toContain('needs your approval'),
    )
    expect(await (await fresh()).ask(syncs.agree, { id: braked.id, leaving: 60 })).toMatchObject({ status: 403 })
    expect(await (await owner()).ask(syncs.agree, { id: braked.id, leaving: 59 })).toMatchObject({ status: 409 })
    await (await owner()).tell(syncs.agree, { id: braked.id, leaving: 60 })
    expect(await ended(braked.id)).toMatchObject({ state: 'done', succeeded: 60, agreedBy: 'Ada Byron' })
    expect((await admin.tell(users.list, { search: 'eps', status: [40] })).total).toBe(60)
    fill(ldap, 'eps', 60)
    expect(await run({ type: 6, connection })).toMatchObject({ counts: { back: 60 }, succeeded: 60 })
    expect((await admin.tell(users.list, { search: 'eps', status: [40] })).total).toBe(0)
    await (await fresh()).tell(connections.remove, { id: connection })
  })
})

describe('a disabled directory', () => {
  test('cancels a manually started run, and allows only previews', async () => {
    const { id: connection } = await add({ kind: 6, name: 'Switched' })
    fill(ldap, 'switched', 120)
    const { promise: off, resolve: goOn } = Promise.withResolvers<void>()
    ldap.pace = () => off
    const { id } = await (await fresh()).tell(syncs.begin, { type: 6, connection })
    await (await fresh()).tell(connections.update, { id: connection, active: false })
    goOn()
    ldap.pace = undefined
    expect(await ended(id)).toMatchObject({ state: 'cancelled' })
    const anew = await (await fresh()).ask(syncs.begin, { type: 6, connection })
    expect(anew).toMatchObject({ status: 409, body: { code: 'directory-off' } })
    expect(await run({ type: 6, connection, dry: true })).toMatchObject({ state: 'done', counts: { added: 120 } })
    expect(await found('switched')).toBe(0)
    await (await fresh()).tell(connections.remove, { id: connection })
  })

  test('refuses to continue a run that waits at the safety threshold', async () => {
    const { id: connection } = await add({ kind: 6, name: 'Waits' })
    fill(ldap, 'waits', 60)
    await run({ type: 6, connection })
    ldap.people.clear()
    const braked = await run({ type: 6, connection })
    await (await fresh()).tell(connections.update, { id: connection, active: false })
    const agreed = await (await owner()).ask(syncs.agree, { id: braked.id, leaving: 60 })
    expect(agreed).toMatchObject({ status: 409, body: { code: 'directory-off' } })
    await (await fresh()).tell(connections.remove, { id: connection })
  })
})

describe('permissions for sync runs', () => {
  test('an approver who loses permission pauses the directory, and the owners are notified', async () => {
    const made = await add({ kind: 6, name: 'Orphan', everyMinutes: 5 })
    fill(ldap, 'zeta', 2)
    await world.superPool.query('update directory_connections set approved_by = $2 where id = $1', [
      made.id,
      given.userManager.id,
    ])
    expect(await (await fresh()).ask(syncs.begin, { type: 6, connection: made.id })).toMatchObject({
      body: { code: 'not-approved' },
    })
    clock.forward(minutes(6))
    await syncTask.work(world, new AbortController().signal)
    expect((await admin.tell(connections.get, { id: made.id })).pausedReason).toContain('currently approves its access')
    await vi.waitFor(async () => expect((await home.mailTo(given.owner.email)).subject).toContain('is paused'), 15_000)
    await (await fresh()).tell(connections.remove, { id: made.id })
  })

  test('other workspaces, unit administrators, and users without permission see nothing', async () => {
    const made = await add({ kind: 6, name: 'Hidden' })
    fill(ldap, 'eta', 1)
    const { id } = await run({ type: 6, connection: made.id })
    const elsewhere = as((await given.session(given.ownerElsewhere)).accessToken)
    for (const [call, input] of [
      [syncs.get, { id }],
      [syncs.rows, { id }],
      [syncs.undo, { id }],
      [connections.get, { id: made.id }],
      [syncs.begin, { connection: made.id }],
    ] as const)
      expect((await elsewhere.ask(call, input)).status).toBe(404)
    expect((await elsewhere.tell(syncs.list, {})).total).toBe(0)
    const member = as((await given.session(given.userManager)).accessToken)
    expect((await member.ask(syncs.list, {})).status).toBe(403)
    await (await fresh()).tell(connections.remove, { id: made.id })
  })
})

test('users without a directory are suspended only after a reviewed preview', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Unmanaged' })
  fill(ldap, 'kappa', 2)
  const stranger = await given.addUser('Kept', 'Nowhere')
  const update = { id: connection, unmanagedLeave: true }
  expect(await (await fresh()).ask(connections.update, update)).toMatchObject({ body: { code: 'dry-run-first' } })
  const dry = await run({ type: 6, connection, dry: true, unmanaged: true })
  expect((await rowsOf(dry.id, { doing: 'unmanaged', search: 'Nowhere' })).map(row => row.id)).toEqual([stranger])
  expect((await rowsOf(dry.id, { doing: 'unmanaged' })).map(row => row.id)).not.toContain(given.administrator.id)
  const brake = { people: 1000, percent: 100 }
  await (await fresh()).tell(connections.update, { ...update, brake })
  await run({ type: 6, connection })
  expect(await statusOf(stranger)).toBe(userStatus.suspended)
  expect((await admin.tell(users.get, { id: given.administrator.id })).status).not.toBe(userStatus.suspended)
  await (await fresh()).tell(connections.remove, { id: connection })
})

test('deletes users who left after the configured days, and restores returning users with their keys', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Leavers' })
  await (await fresh()).tell(connections.update, { id: connection, leaving: 'delete', deleteAfterDays: 7 })
  fill(ldap, 'theta', 2)
  await run({ type: 6, connection })
  const { items } = await admin.tell(users.list, { search: 'theta0' })
  const id = items[0]?.id as string
  await given.addActiveKeys([id])
  ldap.people.delete('theta0')
  await run({ type: 6, connection })
  expect(await statusOf(id)).toBe(userStatus.suspended)
  clock.forward(days(8))
  await deleteLeavers.work(world, {})
  const late = await fresh()
  expect((await late.ask(users.get, { id })).status).toBe(404)
  ldap.people.set('theta0', fakePerson('theta0'))
  const back = await late.tell(syncs.begin, { type: 6, connection })
  for (let tries = 0; tries < 100 && (await late.tell(syncs.get, { id: back.id })).finishedAt === null; tries++)
    await new Promise(resolve => setTimeout(resolve, 50))
  expect(await late.tell(users.get, { id })).toMatchObject({ status: userStatus.active, keys: 1 })
  clock.forward(-days(8))
  await (await fresh()).tell(connections.remove, { id: connection })
})

test('owners are notified once about a directory that was not read for several runs, until it is read', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Silent', everyMinutes: 15 })
  fill(ldap, 'sigma', 2)
  await run({ type: 6, connection })
  ldap.failsAfter = 0
  const notices = async () =>
    (await (await owner()).tell(account.ribbon)).notices.filter(({ id }) => id.startsWith('silent:'))
  clock.forward(minutes(50))
  expect(await run({ type: 6, connection })).toMatchObject({ state: 'failed' })
  expect(await notices()).toEqual([])
  clock.forward(minutes(20))
  const first = await notices()
  expect(first).toMatchObject([{ level: 'error', text: expect.stringContaining('Silent') as string }])
  expect((await (await owner()).tell(account.ribbon)).notices[0]?.level).toBe('error')
  const told = async () =>
    (await (await fresh()).tell(activity.list, { search: 'Silent' })).items.filter(
      line => line.action === 'directory.silent',
    )
  await warnOfSilence.work(world, {})
  await warnOfSilence.work(world, {})
  expect(await told()).toHaveLength(1)
  ldap.failsAfter = undefined
  await run({ type: 6, connection })
  expect(await notices()).toEqual([])
  clock.forward(minutes(70))
  await warnOfSilence.work(world, {})
  expect(await told()).toHaveLength(2)
  clock.forward(-minutes(140))
  await (await fresh()).tell(connections.remove, { id: connection })
})

describe('the safety threshold also stops', () => {
  const threshold = async (name: string) => {
    const { id } = await add({ kind: 6, name, mapping: plainMapping })
    fill(ldap, name.toLowerCase(), 60)
    const everyone = [...ldap.people.keys()]
    for (const anchor of ['a', 'b', 'c', 'd', 'e', 'f'])
      ldap.groups.set(anchor, { anchor, name: `${name} ${anchor}`, description: '', members: everyone })
    expect(await run({ type: 6, connection: id })).toMatchObject({ state: 'done', exceeds: [] })
    return id
  }
  const change = (what: (anchor: string) => Record<string, string>, count: number) => {
    for (const anchor of [...ldap.people.keys()].slice(0, count))
      ldap.people.set(anchor, fakePerson(anchor, what(anchor)))
  }

  test.each([
    ['most groups missing', 'groups', () => ['a', 'b', 'c', 'd'].forEach(anchor => ldap.groups.delete(anchor))],
    ['all groups missing', 'groups', () => ldap.groups.clear()],
    [
      'groups without members',
      'memberships',
      () => [...ldap.groups.values()].slice(0, 2).forEach(group => Object.assign(group, { members: [] })),
    ],
    ['many changed names', 'changes', () => change(() => ({ lastName: 'Wrong' }), 40)],
    [
      'many new users',
      'additions',
      () => Array.from({ length: 40 }, (_, n) => ldap.people.set(`more${n}`, fakePerson(`more${n}`))),
    ],
  ])('%s', async (name, kind, happens) => {
    const connection = await threshold(name.replaceAll(' ', ''))
    happens()
    const dry = await run({ type: 6, connection, dry: true })
    const real = await run({ type: 6, connection })
    expect(real.state).toBe('braked')
    expect(real.exceeds).toContain(kind)
    expect(dry).toMatchObject({ exceeds: real.exceeds, counts: real.counts, overBrake: true })
    await (await fresh()).tell(connections.remove, { id: connection })
  })
})

test('changed users need a review only above their own percentage', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Renaming', mapping: plainMapping })
  fill(ldap, 'tau', 60)
  await run({ type: 6, connection })
  const rename = (lastName: string) => {
    for (const anchor of ldap.people.keys()) ldap.people.set(anchor, fakePerson(anchor, { lastName }))
  }
  rename('Changed')
  expect(await run({ type: 6, connection })).toMatchObject({ state: 'braked', exceeds: ['changes'] })
  const brake = { people: 20, percent: 5, changesPercent: 100 }
  await (await fresh()).tell(connections.update, { id: connection, brake })
  expect(await run({ type: 6, connection })).toMatchObject({ state: 'done', exceeds: [], counts: { changed: 60 } })
  await (await fresh()).tell(connections.remove, { id: connection })
})

test('resumes a read whose process was killed', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Killed' })
  fill(ldap, 'iota', 5)
  let goOn: () => void = () => undefined
  const held = new Promise<void>(resolve => (goOn = resolve))
  ldap.pace = () => held
  const begun = await (await fresh()).tell(syncs.begin, { type: 6, connection })
  while (ldap.readings === 0) await new Promise(resolve => setTimeout(resolve, 20))
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(await (await fresh()).ask(syncs.begin, { type: 6, connection })).toMatchObject({ body: { code: 'sync-runs' } })
  ldap.pace = undefined
  await world.superPool.query("update directory_runs set touched_at = now() - interval '5 minutes' where id = $1", [
    begun.id,
  ])
  await resumeReadings.work(world, {})
  goOn()
  expect(await ended(begun.id)).toMatchObject({ state: 'done', succeeded: 5 })
  expect((await again(connection)).name).toBe('Killed')
  expect(await found('iota')).toBe(5)
  await appoint((await admin.tell(users.list, { search: 'iota0' })).items[0]?.id as string, 5)
})
