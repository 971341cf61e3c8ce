import { activity } from '@claviger/contract/oversight/activity'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { policies } from '@claviger/contract/rules/policies'
import { simulations } from '@claviger/contract/rules/simulations'
import { describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { type Caller, startTestApp } from '#test/app/test-app.ts'
import { newId } from '#platform/ids.ts'

const home = await startTestApp()
const { as, given, world } = home
const owner = as(given.owner.accessToken)
const elsewhere = as(given.ownerElsewhere.accessToken)

let count = 0
const content = (more: Record<string, unknown> = {}) => ({
  name: `Policy ${++count}`,
  priority: 5000 + count * 10,
  action: 0 as const,
  ...more,
})
const make = (more: Record<string, unknown> = {}, by: Caller = owner) => by.tell(policies.create, content(more))
const again = ({ _id, version, name, priority, action }: Awaited<ReturnType<typeof make>>) => ({
  _id,
  version,
  name,
  priority,
  action,
})
const refusal = (status: number, code: string, field?: string) => ({
  status,
  body: { code, ...(field !== undefined && { fields: [expect.objectContaining({ field })] }) },
})

describe('a policy', () => {
  test('is created, read, edited, and deleted, and the log records it with names', async () => {
    const group = await testData(home).addGroup('Night shift')
    const made = await make({ name: 'Night only', groups: [group], description: 'Wards' })
    expect(made).toMatchObject({
      version: 1,
      state: 2,
      zone: 'UTC',
      groups: [group],
      names: [{ id: group, name: 'Night shift' }],
      changedBy: 'Ada Byron',
    })
    expect(await owner.tell(policies.get, { _id: made._id })).toEqual(made)
    const edited = await owner.tell(policies.update, { ...again(made), action: 1, users: [given.user.id] })
    expect(edited).toMatchObject({ version: 2, action: 1, groups: [], names: [{ name: 'Priya Raman' }] })
    expect(await owner.tell(policies.removeMany, { ids: [made._id, newId()] })).toEqual({ removed: 1 })
    expect(await owner.ask(policies.get, { _id: made._id })).toMatchObject({ status: 404 })
    const { items } = await owner.tell(activity.list, { object: made._id })
    expect(items.map(one => one.action)).toEqual(['policy.deleted', 'policy.updated', 'policy.created'])
    expect(items[1]).toMatchObject({
      before: { action: 'block', groups: ['Night shift'], users: [] },
      after: { action: 'allow', groups: [], users: ['Priya Raman'] },
    })
  })

  test('that is saved unchanged changes nothing', async () => {
    const made = await make({ rpRestriction: { values: ['office.com', 'office.com'], lists: [] } })
    expect(made.rpRestriction.values).toEqual(['office.com'])
    const { set } = await owner.tell(policies.inForce)
    const same = await owner.tell(policies.update, { ...again(made), rpRestriction: made.rpRestriction })
    expect(same.version).toBe(1)
    expect((await owner.tell(policies.inForce)).set).toBe(set)
  })

  test('can be managed with the first generation of calls', async () => {
    const made = await owner.tell(policies.firstCreate, content())
    const { _id, ...rest } = again(made)
    const edited = await owner.tell(policies.firstUpdate, { accessPolicy: _id, ...rest, description: 'First' })
    expect(edited).toMatchObject({ version: 2, description: 'First' })
    expect((await owner.tell(policies.firstList)).items.find(one => one._id === _id)).toEqual(edited)
    expect(await owner.tell(policies.firstRemove, { accessPolicy: _id })).toEqual({ removed: 1 })
    expect(await owner.ask(policies.firstRemove, { accessPolicy: _id })).toMatchObject({ status: 404 })
  })

  test('of another workspace is not found', async () => {
    const made = await make()
    expect((await elsewhere.tell(policies.list)).total).toBe(0)
    for (const call of [policies.get, policies.history, policies.update])
      expect(await elsewhere.ask(call, again(made))).toMatchObject({ status: 404 })
    expect(await elsewhere.tell(policies.removeMany, { ids: [made._id] })).toEqual({ removed: 0 })
    expect(await elsewhere.tell(policies.setState, { ids: [made._id], state: 0 })).toEqual({ changed: 0 })
    expect(await elsewhere.ask(policies.reorder, { policy: made._id, before: null })).toMatchObject({ status: 404 })
    expect(await elsewhere.ask(policies.restore, { _id: made._id, version: 1 })).toMatchObject({ status: 404 })
  })
})

describe('refused input', () => {
  test('a duplicate name or priority, with the next free priority', async () => {
    const made = await make({ priority: 301 })
    await make({ priority: 302 })
    expect(await owner.ask(policies.create, content({ name: made.name.toUpperCase() }))).toMatchObject(
      refusal(409, 'policy-taken', 'name'),
    )
    expect(await owner.ask(policies.create, content({ priority: 301 }))).toMatchObject({
      ...refusal(409, 'priority-taken', 'priority'),
      body: { message: `“${made.name}” already has this priority. The next available one is 303` },
    })
  })

  test('missing required fields, each by name (R141)', async () => {
    const { body } = await owner.ask(policies.create, { name: '', action: 7 })
    expect(body).toMatchObject({
      code: 'invalid-input',
      fields: expect.arrayContaining([
        { field: 'name', message: 'Policy Name is required' },
        { field: 'priority', message: 'Priority is required' },
        { field: 'action', message: 'Policy Action is required' },
      ]),
    })
  })

  const bad: [string, Record<string, unknown>, string, string][] = [
    ['an unknown time zone', { zone: 'Europe/Atlantis' }, 'zone-unknown', 'zone'],
    ['an empty time span', spans('08:00', '08:00'), 'invalid-input', 'timeLimits.spans.0.to'],
    ['an asterisk inside a domain', sites('a.*.example.com'), 'site-wrong', 'rpRestriction.values.0'],
    ['a pattern instead of a domain', sites(String.raw`^.*\.example\.com$`), 'site-wrong', 'rpRestriction.values.0'],
    ['a public suffix', sites('com'), 'site-wrong', 'rpRestriction.values.0'],
    ['a network with host bits', addresses('10.2.3.4/8'), 'invalid-input', 'ipRestriction.values.0'],
    ['an address with a port', addresses('10.2.3.4:80'), 'invalid-input', 'ipRestriction.values.0'],
    ['an address with a zone', addresses('fe80::1%eth0'), 'invalid-input', 'ipRestriction.values.0'],
    ['an invalid network', addresses('10.0.0.0/40'), 'invalid-input', 'ipRestriction.values.0'],
    [
      'an unknown country',
      { locationRestriction: { countries: ['QZ'] } },
      'invalid-input',
      'locationRestriction.countries.0',
    ],
  ]
  test.each(bad)('%s, reported at its field', async (_what, more, code, field) => {
    expect(await owner.ask(policies.create, content(more))).toMatchObject(refusal(422, code, field))
  })

  test('a network with host bits set, with the correct network', async () => {
    const { body } = await owner.ask(policies.create, content(addresses('10.2.3.4/8')))
    expect(JSON.stringify(body['fields'])).toContain('10.0.0.0/8')
  })

  test('objects of another workspace, as if they did not exist', async () => {
    const list = await elsewhere.tell(namedLists.create, { name: 'Foreign', type: 1, entries: [{ value: '10.0.0.1' }] })
    const foreign: [string, Record<string, unknown>][] = [
      ['users.0', { users: [given.ownerElsewhere.id] }],
      ['accounts.0', { accounts: [given.ownerElsewhere.id] }],
      ['groups.0', { groups: [newId()] }],
      ['units.0', { units: [newId()] }],
      ['devices.values.0', { devices: { values: [newId()] } }],
      ['devices.groups.0', { devices: { groups: [newId()] } }],
      ['ipRestriction.lists.0', { ipRestriction: { lists: [list.namedListId] } }],
      ['rpRestriction.lists.0', { rpRestriction: { lists: [newId()] } }],
    ]
    for (const [field, more] of foreign)
      expect(await owner.ask(policies.create, content(more)), field).toMatchObject(refusal(404, 'not-found', field))
  })

  test('a list of another type', async () => {
    const list = await owner.tell(namedLists.create, {
      name: 'IP addresses',
      type: 1,
      entries: [{ value: '10.0.0.1' }],
    })
    expect(await owner.ask(policies.create, content({ rpRestriction: { lists: [list.namedListId] } }))).toMatchObject(
      refusal(422, 'invalid-input', 'rpRestriction.lists.0'),
    )
  })

  test('a stale edit, with the changes of the other administrator', async () => {
    const made = await make()
    const admin = as(given.administrator.accessToken)
    await admin.tell(policies.update, { ...again(made), description: 'Theirs', users: [given.user.id] })
    const late = await owner.ask(policies.update, { ...again(made), description: 'Mine' })
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'changed-meanwhile',
        message: 'Grace Hopper changed this policy while you were editing',
        fields: expect.arrayContaining([
          { field: 'description', message: 'Grace Hopper changed this to “Theirs”' },
          { field: 'users', message: 'Grace Hopper changed this' },
        ]),
      },
    })
    expect((await owner.tell(policies.get, { _id: made._id })).description).toBe('Theirs')
  })

  test('the second of two concurrent policies with the same priority', async () => {
    const both = await Promise.all([1, 2].map(() => owner.ask(policies.create, content({ priority: 777 }))))
    expect(both.map(one => one.status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })
})

test('a policy keeps a deleted unit without its name, and can still be saved', async () => {
  const unit = await testData(home).addUnit('Soon gone')
  const made = await make({ action: 1, units: [unit] })
  await owner.tell(units.removeMany, { ids: [unit] })
  expect(await owner.tell(policies.get, { _id: made._id })).toMatchObject({
    units: [unit],
    names: [],
    gone: [{ kind: 'unit', id: unit, name: null }],
  })
  expect(await owner.tell(policies.update, { ...again(made), units: [unit], description: 'Kept' })).toMatchObject({
    units: [unit],
  })
  expect(await owner.ask(policies.create, content({ units: [unit] }))).toMatchObject({ status: 404 })
})

test('deleting a group that a policy blocks ends the group, and its former members stay blocked', async () => {
  const group = await testData(home).addGroup('Ended by hand')
  const member = await given.addUser('Still', 'Blocked')
  await owner.tell(groups.addMembers, { groupId: group, users: [member] })
  const made = await make({ groups: [group] })
  await owner.tell(groups.remove, { groupId: group })
  const { allowed } = await owner.tell(simulations.simulate, { facts: { user: member } })
  expect(allowed).toBe(false)
  const shown = await owner.tell(policies.get, { _id: made._id })
  expect(shown.endedGroups).toEqual([{ id: group, name: 'Ended by hand', formerMembers: 1 }])
  await owner.tell(policies.removeMany, { ids: [made._id] })
  await owner.tell(groups.remove, { groupId: group })
  expect(await owner.ask(groups.get, { groupId: group })).toMatchObject({ status: 404 })
})

describe('the list', () => {
  test('is sorted by priority, name, or time, filtered, searched, and summarizes the conditions', async () => {
    const name = 'Listed'
    const one = await make({ name: `${name} b`, priority: 902, state: 1, users: [given.user.id, given.owner.id] })
    const two = await make({ name: `${name} a`, priority: 903, action: 1, zone: 'Europe/Berlin' })
    const ids = async (more: object) =>
      (await owner.tell(policies.list, { search: 'listed', ...more })).items.map(row => row._id)
    expect(await ids({})).toEqual([one._id, two._id])
    expect(await ids({ sort: 'name' })).toEqual([two._id, one._id])
    expect(await ids({ sort: 'changed', order: 'desc' })).toHaveLength(2)
    expect(await ids({ action: 1 })).toEqual([two._id])
    expect(await ids({ state: 1 })).toEqual([one._id])
    const { items } = await owner.tell(policies.list, { search: 'listed b' })
    expect(items[0]).toMatchObject({ conditions: [{ condition: 'users', items: 2 }], priority: 902, state: 1 })
  })

  test('shows all thousand policies, and no more can be created', async () => {
    await world.superPool.query(
      `insert into policies (workspace_id, id, name, priority, action, state, content, created_at, changed_at, changed_by)
       select $1, gen_random_uuid(), 'P' || n, n, 0, 0, '{"description": ""}', now(), now(), 'Test' from generate_series(1, 1000) n`,
      [given.ownerElsewhere.workspace],
    )
    const { used, next } = await elsewhere.tell(policies.priorities)
    expect([used.length, next]).toEqual([1000, 1010])
    expect(await elsewhere.ask(policies.create, content())).toMatchObject(refusal(409, 'too-many-access-policies'))
    const { rows } = await world.superPool.query(`delete from policies where workspace_id = $1 returning 1`, [
      given.ownerElsewhere.workspace,
    ])
    expect(rows).toHaveLength(1000)
  })
})

describe('the policy set', () => {
  test('increases its number with each change, and lists the enabled policies', async () => {
    const set = async () => (await owner.tell(policies.inForce)).set
    const before = await set()
    const made = await make()
    expect(await set()).toBe(before + 1)
    expect((await owner.tell(policies.inForce)).policies.map(one => one._id)).toContain(made._id)
    expect(await owner.tell(policies.setState, { ids: [made._id, newId()], state: 1 })).toEqual({ changed: 1 })
    expect(await owner.tell(policies.setState, { ids: [made._id], state: 1 })).toEqual({ changed: 0 })
    expect(await set()).toBe(before + 2)
    expect((await owner.tell(policies.inForce)).policies.map(one => one._id)).not.toContain(made._id)
    expect(await owner.tell(policies.get, { _id: made._id })).toMatchObject({ state: 1, version: 2 })
  })

  test('allows by default, until an administrator chooses otherwise (R197)', async () => {
    expect(await owner.tell(policies.getDefault)).toEqual({ action: 1 })
    const { body } = await owner.ask(policies.setDefault, {})
    expect(body).toMatchObject({ message: 'Default Policy is required' })
    const { set } = await owner.tell(policies.inForce)
    await owner.tell(policies.setDefault, { action: 0, lockOutSeen: true })
    await owner.tell(policies.setDefault, { action: 0, lockOutSeen: true })
    expect(await owner.tell(policies.inForce)).toMatchObject({ set: set + 1, defaultAction: 0 })
    await owner.tell(policies.setDefault, { action: 1 })
    const { items } = await owner.tell(activity.list, { action: ['policy.default'] })
    expect(items).toMatchObject([
      { after: { action: 'allow' } },
      { before: { action: 'allow' }, after: { action: 'block' } },
    ])
    expect(await elsewhere.tell(policies.getDefault)).toEqual({ action: 1 })
  })
})

describe('the order', () => {
  const order = async () => (await owner.tell(policies.priorities)).used
  test('a policy moves by changing only its own priority where there is room', async () => {
    const [one, two, three] = [await make({ priority: 10_000 }), await make({ priority: 10_010 }), await make()]
    expect(await owner.tell(policies.reorder, { policy: three._id, before: two._id })).toEqual({
      priority: 10_005,
      moved: 1,
    })
    expect(await owner.tell(policies.reorder, { policy: three._id, before: two._id })).toMatchObject({ moved: 0 })
    expect(await owner.tell(policies.get, { _id: one._id })).toMatchObject({ version: 1 })
    expect(await owner.tell(policies.reorder, { policy: one._id, before: null })).toMatchObject({ moved: 1 })
    expect((await order()).at(-1)).toBe((await owner.tell(policies.get, { _id: one._id })).priority)
  })

  test('the fewest other policies move, all together, where there is no room', async () => {
    const row = []
    for (const priority of [20_000, 20_001, 20_002, 20_003]) row.push(await make({ priority }))
    const last = await make({ priority: 20_500 })
    const [, , third] = row
    expect(await owner.tell(policies.reorder, { policy: last._id, before: third?._id as string })).toMatchObject({
      moved: 3,
    })
    const { items } = await owner.tell(policies.list, { pageSize: 100 })
    const ids = [...row.slice(0, 2), last, ...row.slice(2)].map(one => one?._id)
    expect(items.filter(one => ids.includes(one._id)).map(one => one._id)).toEqual(ids)
  })
})

describe('the history', () => {
  test('keeps every version, and restores one as a new version', async () => {
    const made = await make({ users: [given.user.id] })
    await owner.tell(policies.update, { ...again(made), name: `${made.name} later`, description: 'Second' })
    const { items, names, more } = await owner.tell(policies.history, { _id: made._id })
    expect(items.map(one => [one.version, one.by, one.content?.description])).toEqual([
      [2, 'Ada Byron', 'Second'],
      [1, 'Ada Byron', ''],
    ])
    expect([names, more]).toEqual([[{ id: given.user.id, name: 'Priya Raman' }], false])
    const back = await owner.tell(policies.restore, { _id: made._id, version: 1 })
    expect(back).toMatchObject({ version: 3, name: made.name, users: [given.user.id], description: '' })
    expect(await owner.ask(policies.restore, { _id: made._id, version: 9 })).toMatchObject({ status: 404 })
    await owner.tell(policies.removeMany, { ids: [made._id] })
    const gone = await owner.tell(policies.history, { _id: made._id })
    expect(gone.items[0]).toMatchObject({ version: 4, content: null })
    expect((await owner.tell(policies.history, { _id: made._id, before: 3 })).items).toHaveLength(2)
  })

  test('restores an earlier version at the current priority if the old one is taken', async () => {
    const made = await make({ priority: 30_000 })
    await owner.tell(policies.update, { ...again(made), priority: 30_001 })
    await make({ priority: 30_000 })
    expect(await owner.tell(policies.restore, { _id: made._id, version: 1 })).toMatchObject({ priority: 30_001 })
  })
})

function spans(from: string, to: string) {
  return { timeLimits: { spans: [{ days: [1], from, to }] } }
}
function sites(value: string) {
  return { rpRestriction: { values: [value] } }
}
function addresses(value: string) {
  return { ipRestriction: { values: [value] } }
}
