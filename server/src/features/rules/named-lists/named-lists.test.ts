import { deviceGroups } from '@claviger/contract/keys/device-groups'
import { activity } from '@claviger/contract/oversight/activity'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { policies } from '@claviger/contract/rules/policies'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { newId } from '#platform/ids.ts'

const home = await startTestApp()
const { as, given } = home
const owner = as(given.owner.accessToken)
const elsewhere = as(given.ownerElsewhere.accessToken)

let count = 0
const content = (type: number, values: readonly string[], more: Record<string, unknown> = {}) => ({
  name: `List ${++count}`,
  type,
  entries: values.map(value => ({ value })),
  ...more,
})
const make = (type: number, values: readonly string[], more: Record<string, unknown> = {}) =>
  owner.tell(namedLists.create, content(type, values, more))

const naming = (list: string, name: string) =>
  owner.tell(policies.create, { name, priority: 100 + ++count, action: 0, ipRestriction: { lists: [list] } })

describe('a list', () => {
  test('is created, read, edited, and deleted, and the log records it', async () => {
    const made = await make(1, ['10.0.0.0/8', '10.0.0.0/8', '192.0.2.1'], { name: 'Wards', description: 'Inside' })
    expect(made).toMatchObject({ version: 1, entries: 2, policies: 0, usedBy: [], description: 'Inside' })
    expect(made.list).toEqual([
      { value: '10.0.0.0/8', label: '' },
      { value: '192.0.2.1', label: '' },
    ])
    const { namedListId } = made
    expect(await owner.tell(namedLists.get, { namedListId })).toEqual(made)
    const edited = await owner.tell(namedLists.update, {
      namedListId,
      name: 'Wards',
      entries: [{ value: '10.0.0.0/8' }, { value: '2001:db8::/32', label: 'Six' }],
      version: 1,
    })
    expect(edited).toMatchObject({ version: 2, entries: 2, description: 'Inside' })
    expect(await owner.tell(namedLists.removeMany, { ids: [namedListId, newId()] })).toEqual({ removed: 1 })
    expect(await owner.ask(namedLists.get, { namedListId })).toMatchObject({ status: 404 })
    const { items } = await owner.tell(activity.list, { object: namedListId })
    expect(items.map(one => one.action)).toEqual(['named-list.deleted', 'named-list.updated', 'named-list.created'])
    expect(items[1]).toMatchObject({ before: { entries: ['192.0.2.1'] }, after: { entries: ['2001:db8::/32'] } })
  })

  test('applies immediately in all policies that use it, and names those policies', async () => {
    const { namedListId } = await make(1, ['10.0.0.1'])
    const policy = await naming(namedListId, 'By list')
    expect(await owner.tell(namedLists.get, { namedListId })).toMatchObject({
      policies: 1,
      usedBy: [{ id: policy._id, name: 'By list' }],
    })
    const { set } = await owner.tell(policies.inForce)
    await owner.tell(namedLists.update, { namedListId, name: 'Renamed', entries: [{ value: '10.0.0.2' }] })
    expect((await owner.tell(policies.inForce)).set).toBe(set + 1)
    const same = await owner.tell(namedLists.update, { namedListId, name: 'Renamed' })
    expect([same.version, (await owner.tell(policies.inForce)).set]).toEqual([2, set + 1])
  })

  test('cannot be deleted while a policy uses it, and the same call deletes no other list', async () => {
    const [used, free] = [await make(1, ['10.0.0.1'], { name: 'In use' }), await make(1, ['10.0.0.1'])]
    const ids = [free.namedListId, used.namedListId]
    const first = await naming(used.namedListId, 'First of two')
    await naming(used.namedListId, 'Second of two')
    expect(await owner.ask(namedLists.removeMany, { ids })).toMatchObject({
      status: 409,
      body: {
        code: 'list-in-use',
        fields: [{ field: 'ids.1', message: '“In use” is used by First of two, Second of two' }],
      },
    })
    expect(await owner.tell(namedLists.get, { namedListId: free.namedListId })).toMatchObject({ version: 1 })
    await owner.tell(policies.update, { _id: first._id, name: first.name, priority: first.priority, action: 0 })
    expect((await owner.tell(namedLists.get, { namedListId: used.namedListId })).policies).toBe(1)
  })

  test('that is deleted before a policy is saved causes the policy to be refused', async () => {
    const { namedListId } = await make(1, ['10.0.0.1'])
    await owner.tell(namedLists.removeMany, { ids: [namedListId] })
    expect(
      await owner.ask(policies.create, {
        name: 'Late',
        priority: 99,
        action: 0,
        ipRestriction: { lists: [namedListId] },
      }),
    ).toMatchObject({ status: 404, body: { fields: [{ field: 'ipRestriction.lists.0' }] } })
  })

  test('is either deleted or used when both are requested concurrently', async () => {
    const { namedListId } = await make(1, ['10.0.0.1'])
    const policy = { name: 'At once', priority: 98, action: 0 as const, ipRestriction: { lists: [namedListId] } }
    const both = await Promise.all([
      owner.ask(policies.create, policy),
      owner.ask(namedLists.removeMany, { ids: [namedListId] }),
    ])
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual(both.map(one => one.status))
  })

  test('of another workspace is not found', async () => {
    const { namedListId, name } = await make(1, ['10.0.0.1'])
    expect((await elsewhere.tell(namedLists.list)).total).toBe(0)
    expect((await elsewhere.tell(namedLists.names, {})).items).toEqual([])
    for (const call of [namedLists.get, namedLists.history, namedLists.file, namedLists.update])
      expect(await elsewhere.ask(call, { namedListId, ...(call === namedLists.update && { name }) })).toMatchObject({
        status: 404,
      })
    expect(await elsewhere.tell(namedLists.removeMany, { ids: [namedListId] })).toEqual({ removed: 0 })
    expect(await elsewhere.ask(namedLists.restore, { namedListId, version: 1 })).toMatchObject({ status: 404 })
  })

  test('keeps its versions, counts the changes of each, and can restore an earlier one', async () => {
    const { namedListId, name } = await make(3, ['office.com', 'example.org'], { name: 'Sites' })
    await owner.tell(namedLists.update, { namedListId, name, entries: [{ value: 'office.com' }] })
    await owner.tell(namedLists.update, { namedListId, name: 'Other sites' })
    const { items, more } = await owner.tell(namedLists.history, { namedListId })
    expect(items.map(({ version, entries, added, removed }) => [version, entries, added, removed])).toEqual([
      [3, 1, 0, 0],
      [2, 1, 0, 1],
      [1, 2, 2, 0],
    ])
    expect([items[0]?.by, more]).toEqual(['Ada Byron', false])
    await make(3, ['example.com'], { name: 'Sites' })
    const back = await owner.tell(namedLists.restore, { namedListId, version: 1 })
    expect(back).toMatchObject({ version: 4, name: 'Other sites', entries: 2 })
    expect(await owner.ask(namedLists.restore, { namedListId, version: 9 })).toMatchObject({ status: 404 })
  })
})

describe('refused input', () => {
  const bad: [string, number, string, string | null][] = [
    ['a network with host bits', 1, '10.2.3.4/8', '10.0.0.0/8'],
    ['an address with a port', 1, '192.0.2.7:443', '192.0.2.7'],
    ['an address with a zone', 1, 'fe80::1%eth0', 'fe80::1'],
    ['an invalid ID', 2, 'PC-12', null],
    ['an asterisk inside a domain', 3, 'a.*.example.com', null],
    ['a pattern', 3, String.raw`^example\.com$`, 'example.com'],
    ['a public suffix', 3, 'com', null],
    ['an invalid application ID', 4, 'office', null],
    ['an unknown country', 5, 'QZ', null],
    ['a circle without a radius', 5, '52.5,13.4,0', null],
    ['an empty time span', 6, '1-5 08:00-08:00', null],
    ['invalid weekdays', 6, '1-9 08:00-12:00', null],
  ]
  test.each(bad)('%s', async (_what, type, value, instead) => {
    const { status, body } = await owner.ask(namedLists.create, content(type, [value]))
    expect([status, body]).toMatchObject([422, { code: 'list-entries-wrong', fields: [{ field: 'entries.0.value' }] }])
    if (instead !== null) expect(JSON.stringify(body['fields'])).toContain(instead)
  })

  test('a duplicate name, a missing name or type, and more than ten thousand entries', async () => {
    const { name } = await make(1, ['10.0.0.1'])
    expect(await owner.ask(namedLists.create, content(1, [], { name: name.toUpperCase() }))).toMatchObject({
      status: 409,
      body: { code: 'list-name-taken', fields: [{ field: 'name' }] },
    })
    expect(await owner.ask(namedLists.create, { entries: [] })).toMatchObject({
      status: 422,
      body: {
        fields: expect.arrayContaining([
          { field: 'name', message: 'List Name is required' },
          { field: 'type', message: 'List Type is required' },
        ]),
      },
    })
    const many = Array.from({ length: 10_001 }, (_one, n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    expect(await owner.ask(namedLists.create, content(1, many))).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'entries', message: 'A list can have at most 10,000 entries' }] },
    })
    expect(await make(1, many.slice(1))).toMatchObject({ entries: 10_000 })
  })

  test('an unknown device, and a device group that is unknown or of another workspace', async () => {
    const foreign = await elsewhere.tell(deviceGroups.create, { name: 'Wards elsewhere' })
    const groups = [`group:${newId()}`, `group:${foreign.id}`]
    expect(await owner.ask(namedLists.create, content(2, [newId(), ...groups]))).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'entries.0.value' }, { field: 'entries.1.value' }, { field: 'entries.2.value' }] },
    })
  })

  test('a stale edit, with the changes of the other administrator', async () => {
    const { namedListId, name } = await make(1, ['10.0.0.1'])
    const admin = as(given.administrator.accessToken)
    await admin.tell(namedLists.update, { namedListId, name, description: 'Theirs', entries: [], version: 1 })
    expect(await owner.ask(namedLists.update, { namedListId, name: 'Mine', version: 1 })).toMatchObject({
      status: 409,
      body: {
        code: 'changed-meanwhile',
        fields: [
          { field: 'description', message: 'Grace Hopper changed this to “Theirs”' },
          { field: 'entries', message: 'Grace Hopper changed this' },
        ],
      },
    })
  })
})

describe('pasted lines', () => {
  const check = (type: number, lines: string) => owner.tell(namedLists.check, { type, lines })

  test('become entries with labels, and errors name the line and suggest a correction', async () => {
    const found = await check(
      1,
      '\u{feff}value,label\r\n10.0.0.1,One\r\n\r\n10.2.3.4/8,Two\r\nnonsense\r\n10.0.0.1,Again',
    )
    expect(found.entries).toEqual([{ value: '10.0.0.1', label: 'One' }])
    expect(found.wrong).toMatchObject([
      { line: 4, text: '10.2.3.4/8,Two', instead: '10.0.0.0/8' },
      { line: 5, text: 'nonsense' },
    ])
    expect(found.overlaps).toEqual([{ value: '10.0.0.1', within: '10.0.0.1' }])
  })

  test('can overlap, and overlaps are reported', async () => {
    const networks = await check(1, '10.0.0.0/8\n10.1.0.0/16\n10.1.2.3\n192.0.2.1\n2001:db8::/32\n2001:db8::1')
    expect(networks.overlaps).toEqual([
      { value: '10.1.0.0/16', within: '10.0.0.0/8' },
      { value: '10.1.2.3', within: '10.1.0.0/16' },
      { value: '2001:db8::1', within: '2001:db8::/32' },
    ])
    const sites = await check(3, 'example.com\nlogin.example.com\nnotexample.com')
    expect(sites.overlaps).toEqual([{ value: 'login.example.com', within: 'example.com' }])
  })

  test('keep the commas of time spans and circles', async () => {
    expect((await check(6, '1,3 08:00-12:00,Mornings\n"1-5 20:00-06:00",Nights')).entries).toEqual([
      { value: '1,3 08:00-12:00', label: 'Mornings' },
      { value: '1-5 20:00-06:00', label: 'Nights' },
    ])
    expect((await check(5, '52.52,13.405,500,Berlin\nDE,Germany')).entries).toEqual([
      { value: '52.52,13.405,500', label: 'Berlin' },
      { value: 'DE', label: 'Germany' },
    ])
  })

  test('are limited to ten thousand, and further lines are reported', async () => {
    const many = Array.from({ length: 10_001 }, (_one, n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`)
    const found = await check(1, many.join('\n'))
    expect([found.entries.length, found.wrong]).toMatchObject([10_000, [{ line: 10_001 }]])
  })

  test('are the same after an export', async () => {
    const entries = [
      { value: '-33.8688,151.2093,500', label: '=Sydney' },
      { value: 'DE', label: 'a, "b"' },
    ]
    const { namedListId } = await owner.tell(namedLists.create, { name: 'Locations', type: 5, entries })
    const url = `/administrator/namedList/${namedListId}/file`
    const file = await home.app.inject({ url, headers: { authorization: given.owner.accessToken } })
    expect(file.headers['content-type']).toContain('text/csv')
    expect((await check(5, file.body)).entries).toEqual(entries)
  })
})

test('lists are sorted by name or time, filtered by type, and found by words', async () => {
  const one = await make(4, [newId()], { name: 'Shown b', description: 'Kiosk' })
  const two = await make(4, [], { name: 'Shown a' })
  const ids = async (more: object) =>
    (await owner.tell(namedLists.list, { type: 4, ...more })).items.map(row => row.namedListId)
  expect(await ids({})).toEqual([two.namedListId, one.namedListId])
  expect(await ids({ sort: 'changed' })).toEqual(expect.arrayContaining([one.namedListId, two.namedListId]))
  expect(await ids({ search: 'kiosk' })).toEqual([one.namedListId])
  const names = await owner.tell(namedLists.names, { type: 4 })
  expect(names.items.map(row => [row.name, row.entries])).toEqual([
    ['Shown a', 0],
    ['Shown b', 1],
  ])
})
