import { activity } from '@claviger/contract/oversight/activity'
import { beforeAll, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { days, later } from '#platform/clock.ts'
import { type ActivityEntry, record } from '#platform/record/record.ts'
import { newIdAt } from '#platform/ids.ts'
import { transact } from '#platform/db/transaction.ts'

const { as, given, world, clock } = await startTestApp()
const began = clock.now()
const { owner } = given
const caller = as(owner.accessToken)
const { workspace: nextDoor } = given.ownerElsewhere
const there = as(given.ownerElsewhere.accessToken)

const logged = (entry: ActivityEntry, workspace = owner.workspace) =>
  transact(
    world,
    {
      actor: { kind: 'nobody' },
      request: { id: 'r', ip: '203.0.113.80', userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0' },
      workspace,
    },
    ctx => record(ctx, entry),
  )

const hana = { id: '00000000-0000-7000-8000-0000000000aa', name: 'Hana Kovářová' }
const actionsOf = (items: { action: string }[]) => items.map(item => item.action)

beforeAll(async () => {
  await logged({
    action: 'user.created',
    by: { id: owner.id, name: owner.name },
    object: { type: 'user', ...hana },
    after: { email: 'hana@northgate.example' },
  })
  clock.forward(days(1))
  await logged({
    action: 'sign-in.passkey',
    by: hana,
    object: { type: 'passkey', id: 'k1', name: 'YubiKey 5 NFC' },
  })
  await logged({ action: 'sign-in.passkey', by: hana, failed: 'The key does not belong to this user' })
  clock.forward(days(1))
  await logged({
    action: 'user.updated',
    by: { id: given.administrator.id, name: given.administrator.name },
    object: { type: 'user', ...hana },
    before: { lastName: 'Kovářová', phone: '1' },
    after: { lastName: 'Novák', phone: '1' },
  })
  await logged({ action: 'user.created', by: given.ownerElsewhere }, given.ownerElsewhere.workspace)
  clock.forward(-days(2))
})

test('the newest entry is first, with actor, action, object, origin, and only the changed fields (R161)', async () => {
  const { items, total, totalIs } = await caller.tell(activity.list)
  expect(actionsOf(items)).toEqual(['user.updated', 'sign-in.passkey', 'sign-in.passkey', 'user.created'])
  expect({ total, totalIs }).toEqual({ total: 4, totalIs: 'exact' })
  expect(items[0]).toMatchObject({
    kind: 'change',
    status: 1,
    actorName: 'Grace Hopper',
    objectType: 'user',
    objectId: hana.id,
    objectName: hana.name,
    before: { lastName: 'Kovářová' },
    after: { lastName: 'Novák' },
    ip: '203.0.113.80',
    device: 'Firefox on Windows',
    at: later(began, days(2)).toISOString(),
  })
  expect(items[1]).toMatchObject({ status: 2, reason: 'The key does not belong to this user' })
})

test.each([
  [{ kind: 'use' }, ['sign-in.passkey', 'sign-in.passkey']],
  [{ status: 2 }, ['sign-in.passkey']],
  [{ status: 1, kind: 'use' }, ['sign-in.passkey']],
  [{ status: 2, kind: 'change' }, []],
  [{ action: 'user.created' }, ['user.created']],
  [{ action: 'user.created,sign-in.passkey', status: 1 }, ['sign-in.passkey', 'user.created']],
  [{ user: hana.id }, ['user.updated', 'sign-in.passkey', 'sign-in.passkey', 'user.created']],
  [{ user: owner.id }, ['user.created']],
  [{ user: hana.id, kind: 'change', action: 'user.updated' }, ['user.updated']],
  [{ search: 'kovarova' }, ['user.updated', 'sign-in.passkey', 'sign-in.passkey', 'user.created']],
  [{ search: 'GRACE' }, ['user.updated']],
  [{ search: 'yubikey' }, ['sign-in.passkey']],
  [{ search: '203.0.113', kind: 'use' }, ['sign-in.passkey', 'sign-in.passkey']],
  [{ search: '%' }, []],
  [{ order: 'asc' }, ['user.created', 'sign-in.passkey', 'sign-in.passkey', 'user.updated']],
  [{ from: later(began, days(1)).toISOString() }, ['user.updated', 'sign-in.passkey', 'sign-in.passkey']],
  [{ to: later(began, days(1)).toISOString() }, ['sign-in.passkey', 'sign-in.passkey', 'user.created']],
])('the filter %j returns %j', async (filter, found) => {
  const { body } = await caller.ask(activity.list, filter)
  expect(actionsOf(body['items'] as { action: string }[])).toEqual(found)
  expect(body['total']).toBe(found.length)
})

test.each([{}, { search: 'o' }, { user: hana.id }, { order: 'asc' }])(
  'a cursor pages through all entries once: %j',
  async filter => {
    const all = await caller.ask(activity.list, filter)
    const seen: string[] = []
    let after: string | undefined
    do {
      const { body } = await caller.ask(activity.list, { ...filter, pageSize: 1, after })
      seen.push(...(body['items'] as { id: string }[]).map(item => item.id))
      after = (body['next'] as string | null) ?? undefined
    } while (after !== undefined)
    expect(seen).toEqual((all.body['items'] as { id: string }[]).map(item => item.id))
    const third = await caller.ask(activity.list, { ...filter, pageSize: 1, page: 3 })
    expect((third.body['items'] as { id: string }[])[0]?.id).toBe(seen[2])
  },
)

test('the live tail returns new commits, oldest first, and misses no late commit', async () => {
  const { next: start } = await there.tell(activity.list, { since: 'now' })
  const slow = await world.superPool.connect()
  await slow.query('begin')
  await slow.query(
    `insert into activities (workspace_id, id, at, kind, action, status, actor_name)
     values ($1, $2, $3, 'change', 'user.deleted', 1, 'Slow')`,
    [nextDoor, newIdAt(clock.now()), clock.now()],
  )
  const by = given.ownerElsewhere
  await logged({ action: 'user.created', by, object: { type: 'user', id: 'n1', name: 'Quick' } }, nextDoor)
  const first = await there.tell(activity.list, { since: start ?? '' })
  expect(first.items.at(-1)?.objectName).toBe('Quick')
  expect(first.items.map(item => item.actorName)).not.toContain('Slow')
  await slow.query('commit')
  slow.release()
  const second = await there.tell(activity.list, { since: first.next ?? '' })
  expect(second.items.map(item => item.actorName)).toContain('Slow')
  for (const narrow of [{ search: 'quick' }, { action: ['user.created'] }, { user: by.id }]) {
    const { items } = await there.tell(activity.list, { since: start ?? '', ...narrow })
    expect(items.map(item => item.objectName)).toContain('Quick')
    expect(items.map(item => item.actorName)).not.toContain('Slow')
  }
  const elsewhere = await caller.tell(activity.list, { since: start ?? '' })
  expect(elsewhere.items.map(item => item.objectName)).not.toContain('Quick')
})

test('the log of an object contains what was done to it and what it did', async () => {
  const group = '00000000-0000-7000-8000-0000000000cc'
  const by = given.ownerElsewhere
  await logged({ action: 'group.created', by, object: { type: 'group', id: group, name: 'Nurses' } }, nextDoor)
  await logged({ action: 'user.created', by: { id: group, name: 'API key made up' } }, nextDoor)
  const { items, total } = await there.tell(activity.list, { object: group })
  expect(actionsOf(items)).toEqual(['user.created', 'group.created'])
  expect(total).toBe(2)
  expect((await there.tell(activity.list, { object: group, search: 'nurses' })).items).toHaveLength(1)
})

test('the log of a user contains what they did and what was done to them', async () => {
  const id = await given.addUserIn(nextDoor, 'Nadia', 'Hussein')
  const object = { type: 'user', id, name: 'Nadia Hussein' } as const
  await logged({ action: 'user.invited', by: given.ownerElsewhere, object }, nextDoor)
  await logged({ action: 'passkey.added', by: { id, name: 'Nadia Hussein' } }, nextDoor)
  const { items } = await there.tell(activity.ofUser, { id })
  expect(actionsOf(items).toSorted()).toEqual(['passkey.added', 'user.invited'])
})

test('a filter on objects applies to what was done to the keys of a user, too', async () => {
  const id = await given.addUser('Omar', 'Objects')
  const key = await given.addKey(id, { kind: 2, name: 'Badge' })
  const by = { id: await given.addUser('Ann', 'Acts'), name: 'Ann Acts' }
  for (const action of ['security-key.suspended', 'security-key.activated'] as const)
    await logged({ action, by, object: { type: 'security-key', id: key, name: 'Badge' } })
  const shown = async (filter: object) => (await caller.tell(activity.ofUser, { id, ...filter })).total
  expect(await shown({})).toBe(2)
  expect(await shown({ application: '00000000-0000-7000-8000-000000000001' })).toBe(0)
  expect(await shown({ object: id })).toBe(0)
})

test.each([
  ['unknown', '00000000-0000-7000-8000-000000000001'],
  ["another workspace's", given.ownerElsewhere.id],
])('the log of a user is not found: %s user', async (_whose, id) => {
  expect(await caller.ask(activity.ofUser, { id })).toMatchObject({ status: 404, body: { code: 'not-found' } })
})

test.each([
  { after: 'nonsense' },
  { action: 'made-up' },
  { kind: 'other' },
  { status: 3 },
  { from: 'yesterday' },
  { sort: 'name' },
  { user: 'x' },
  { since: 'yesterday' },
])('%j is refused with the field name', async input => {
  const answer = await caller.ask(activity.list, input)
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid-input' } })
  expect(answer.body['fields']).toMatchObject([
    { field: expect.stringContaining(Object.keys(input)[0] ?? '') as string },
  ])
})

test('User Management cannot read the log', async () => {
  expect(await as(given.userManager.accessToken).ask(activity.list)).toMatchObject({ status: 403 })
  expect(await as(given.readOnly.accessToken).ask(activity.list)).toMatchObject({ status: 200 })
})
