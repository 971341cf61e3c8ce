import { activity } from '@claviger/contract/oversight/activity'
import { groups } from '@claviger/contract/people/groups'
import type { GroupRule } from '@claviger/contract/people/groups/rules'
import { type UserInput, users } from '@claviger/contract/people/users'
import { beforeAll, expect, test, vi } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { followRules } from './rules.jobs.ts'

const { as, given, world } = await startTestApp()
const admin = as(given.administrator.accessToken)

const wards: Record<string, string> = {}
const person = (name: string, ward: string, more: Partial<UserInput> = {}): UserInput => ({
  userId: name,
  firstName: name,
  lastName: 'Órdóñez',
  email: `${name}@rules.example`,
  scimAttribute1: ward,
  ...more,
})
beforeAll(async () => {
  for (const [name, ward] of [
    ['anna', 'Ward 3'],
    ['bert', 'ward 3 north'],
    ['cleo', 'Pharmacy'],
    ['dora', ''],
  ] as const)
    wards[name] = (await admin.tell(users.create, person(name, ward))).id
})

const elsewhere = (name: string, ward: string, more: Partial<UserInput> = {}) =>
  person(name, ward, { email: `${name}@follow.example`, lastName: 'Elsewhere', ...more })

const onWard = (value: string): GroupRule => ({
  match: 'all',
  conditions: [{ field: 'scimAttribute1', operator: 'starts-with', value }],
})
const [onWard3, onWard5] = [onWard('Ward 3'), onWard('Ward 5')]
const onWard9: GroupRule = {
  match: 'all',
  conditions: [{ field: 'scimAttribute1', operator: 'is', value: 'Ward 9' }],
}
const membersOf = async (groupId: string) =>
  (await admin.tell(groups.members, { groupId, pageSize: 100 })).items.map(item => item.userId).toSorted()
const become = (groupId: string, expected: string[]) =>
  vi.waitFor(async () => expect(await membersOf(groupId)).toEqual(expected), { timeout: 15_000, interval: 100 })

test.each<[string, GroupRule['match'], GroupRule['conditions'], string[]]>([
  ['is', 'all', [{ field: 'scimAttribute1', operator: 'is', value: 'PHARMACY' }], ['cleo Órdóñez']],
  [
    'is not',
    'all',
    [
      { field: 'lastName', operator: 'is', value: 'ordonez' },
      { field: 'scimAttribute1', operator: 'is-not', value: 'Pharmacy' },
    ],
    ['anna Órdóñez', 'bert Órdóñez', 'dora Órdóñez'],
  ],
  ['starts with', 'all', onWard3.conditions, ['anna Órdóñez', 'bert Órdóñez']],
  ['contains', 'all', [{ field: 'scimAttribute1', operator: 'contains', value: 'arm' }], ['cleo Órdóñez']],
  [
    'is empty',
    'all',
    [
      { field: 'scimAttribute1', operator: 'is-empty', value: '' },
      { field: 'email', operator: 'contains', value: '@rules.example' },
    ],
    ['dora Órdóñez'],
  ],
  [
    'any',
    'any',
    [
      { field: 'userId', operator: 'is', value: 'anna' },
      { field: 'userId', operator: 'is', value: 'dora' },
    ],
    ['anna Órdóñez', 'dora Órdóñez'],
  ],
  ['pattern characters are literal', 'all', [{ field: 'userId', operator: 'contains', value: '%' }], []],
])('previews matching users: %s', async (_name, match, conditions, names) => {
  expect(await admin.tell(groups.previewRule, { match, conditions })).toEqual({ count: names.length, names })
})

test('a rule without conditions or values is refused', async () => {
  expect(await admin.ask(groups.previewRule, { match: 'all', conditions: [] })).toMatchObject({ status: 422 })
  const empty = { match: 'all', conditions: [{ field: 'email', operator: 'is' }] }
  expect(await admin.ask(groups.create, { name: 'Empty', rule: empty })).toMatchObject({ status: 422 })
})

test('a rule updates its group as users come, change, and go, and members cannot be edited by hand', async () => {
  for (const [name, ward] of [
    ['hana', 'Ward 5'],
    ['ivan', 'ward 5 north'],
    ['jana', 'Kitchen'],
  ] as const)
    wards[name] = (await admin.tell(users.create, elsewhere(name, ward))).id
  const { id: groupId } = await admin.tell(groups.create, { name: 'Ward 5', rule: onWard5 })
  await become(groupId, ['hana', 'ivan'])
  expect(await admin.tell(groups.get, { groupId })).toMatchObject({ rule: onWard5, rulePending: false, userCount: 2 })
  const emil = await admin.tell(users.create, elsewhere('emil', 'Ward 5'))
  await become(groupId, ['emil', 'hana', 'ivan'])
  await admin.tell(users.update, { ...elsewhere('hana', 'Kitchen'), id: wards['hana'] as string })
  await become(groupId, ['emil', 'ivan'])
  await admin.tell(users.remove, { id: emil.id })
  await become(groupId, ['ivan'])
  const hands = { status: 409, body: { code: 'rule-decides' } }
  const users3 = [wards['jana'] as string]
  for (const call of [groups.addMembers, groups.setMembers, groups.removeMembers])
    expect(await admin.ask(call, { groupId, users: users3 })).toMatchObject(hands)
  expect(await admin.ask(groups.addToUser, { id: wards['jana'] as string, groups: [groupId] })).toMatchObject(hands)
  const joining = { ...elsewhere('jana', 'Kitchen'), id: wards['jana'] as string, groups: [groupId] }
  expect(await admin.ask(users.update, joining)).toMatchObject(hands)
  const staying = { ...elsewhere('ivan', 'ward 5 north'), id: wards['ivan'] as string, groups: [] }
  expect((await admin.tell(users.update, staying)).groups).toEqual([{ id: groupId, name: 'Ward 5' }])
  const [line] = (await admin.tell(activity.ofUser, { id: wards['hana'] as string })).items
  expect(line).toMatchObject({ action: 'user.left', actorName: 'Rule of Ward 5', after: { group: 'Ward 5' } })
  await admin.tell(groups.update, { groupId, name: 'Ward 5', rule: null })
  expect(await admin.tell(groups.addMembers, { groupId, users: users3 })).toMatchObject({ added: 1 })
  expect(await membersOf(groupId)).toEqual(['ivan', 'jana'])
})

test('saving a group with an unchanged rule changes nothing', async () => {
  const { id: groupId } = await admin.tell(groups.create, { name: 'Ward 6', rule: onWard('Ward 6') })
  const version = async () =>
    (
      await world.superPool.query(
        'select g.xmin as group, r.xmin as rule from groups g join group_rules r on r.group_id = g.id where g.id = $1',
        [groupId],
      )
    ).rows
  await vi.waitFor(async () => expect((await admin.tell(groups.get, { groupId })).rulePending).toBe(false), {
    timeout: 15_000,
    interval: 100,
  })
  const before = await version()
  // A user who saves the form without a change sends the fields in another order than the database keeps them
  const [condition] = onWard('Ward 6').conditions
  const { field, operator, value } = condition as GroupRule['conditions'][number]
  const rule: GroupRule = { conditions: [{ value, operator, field }], match: 'all' }
  for (const same of [rule, onWard('Ward 6')])
    expect((await admin.ask(groups.update, { groupId, name: 'Ward 6', rule: same })).status).toBe(200)
  expect(await version()).toEqual(before)
})

test('a direct database change to a user is also noticed', async () => {
  const { id } = await admin.tell(users.create, elsewhere('kaia', ''))
  await admin.tell(groups.create, { name: 'Ward 7', rule: onWard('Ward 7') })
  const client = await world.superPool.connect()
  const waiting = async () => (await client.query<{ user_id: string }>('select user_id from group_rule_changes')).rows
  try {
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 15_000 })
    // In a transaction, so that the job that applies the rules doesn't see them meanwhile
    await client.query('begin')
    await client.query("update users set scim_attribute_1 = 'Ward 7' where id = $1", [id])
    expect(await waiting()).toEqual([{ user_id: id }])
    await client.query('update users set invited_at = now()')
    expect(await waiting()).toHaveLength(1)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('a user is added even if the rule job cannot be triggered, and the next scheduled run applies the rule', async () => {
  const { id: groupId } = await admin.tell(groups.create, { name: 'Ward 9', rule: onWard9 })
  await become(groupId, [])
  const away = vi.spyOn(world.jobs, 'announce').mockRejectedValue(new Error('away'))
  try {
    expect(await admin.ask(users.create, elsewhere('nina', 'Ward 9'))).toMatchObject({ status: 200 })
    expect(away).toHaveBeenCalled()
  } finally {
    away.mockRestore()
  }
  await followRules.work(world, {})
  expect(await membersOf(groupId)).toEqual(['nina'])
})
