// Access to an account can be granted only by users with at least its owner's role, including through groups.
import { cardImport } from '@claviger/contract/keys/card-import'
import { sharing } from '@claviger/contract/keys/sharing'
import { groups } from '@claviger/contract/people/groups'
import { userImport } from '@claviger/contract/people/user-import'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { createStandings } from '#test/api/test-roles.ts'
import { followRules } from '#features/people/groups/rules.jobs.ts'

const built = await startTestApp()
const { world, given } = built
const { named, unit } = await createStandings(built)
const owner = named('owner').caller
const manager = named('user manager').caller
const write = (text: string, ...values: unknown[]) => world.superPool.query(text, values)
const above = { status: 403, body: { code: 'above-you' } }
const notByHand = { status: 409, body: { code: 'members-not-by-hand' } }

let count = 0
const user = (more = {}) => given.addUser(`Opened${String(count++)}`, 'By', more)
const group = async (more: object = {}) =>
  (await owner.tell(groups.create, { name: `Group ${String(count++)}`, ...more })).id
const rule = (value: string) => ({
  match: 'all' as const,
  conditions: [{ field: 'scimAttribute1' as const, operator: 'is' as const, value }],
})
await owner.tell(users.create, { userId: 'first', firstName: 'First', lastName: 'Added', email: 'first@file.example' })
const everyone = async () => (await owner.tell(groups.ids)).items.find(one => one.type === 0)?.id as string
const share = (caller: typeof owner, id: string, team: string) =>
  caller.ask(sharing.add, { id, users: [], groups: [team] })
const opens = async (who: string) => (await owner.tell(sharing.accounts, { id: who })).items.map(one => one.id)

test('a group by rule, from a directory, or of everyone opens no account of an administrator', async () => {
  const external = await group()
  await write('update groups set type = 7 where id = $1', external)
  const [byHand, byRule] = [await group(), await group({ rule: rule('Porter') })]
  for (const id of [named('owner').id, named('reader').id, named('user manager of A').id]) {
    for (const team of [byRule, external, await everyone()])
      expect(await share(owner, id, team)).toMatchObject(notByHand)
    expect(await share(owner, id, byHand)).toMatchObject({ status: 200 })
  }
  expect(await owner.ask(groups.update, { groupId: byHand, name: 'By rule', rule: rule('Porter') })).toMatchObject(
    notByHand,
  )
  const plain = await user()
  for (const team of [byRule, external, await everyone(), byHand])
    expect(await share(owner, plain, team)).toMatchObject({ status: 200 })
})

test('an account shared with a rule group closes when its owner becomes an administrator', async () => {
  const [account, porter] = [await user(), await user({ scim_attribute_1: 'Porter' })]
  const [byRule, byHand] = [await group({ rule: rule('Porter') }), await group()]
  for (const team of [byRule, byHand]) await share(owner, account, team)
  await followRules.work(world, { workspace: given.owner.workspace })
  expect(await opens(porter)).toContain(account)
  await testData(built).appoint(account, 5)
  expect(await opens(porter)).not.toContain(account)
  await owner.tell(groups.addMembers, { groupId: byHand, users: [porter] })
  expect(await opens(porter)).toContain(account)
})

test('sharing an account with a group requires reach over each of its members', async () => {
  const team = await group({ users: [named('owner').id] })
  expect(await share(manager, named('plain user').id, team)).toMatchObject(above)
  expect(await share(owner, named('plain user').id, team)).toMatchObject({ status: 200 })
})

test('changing a rule requires reach over the account that its group opens', async () => {
  const account = await user()
  const team = await group({ rule: rule('Porter') })
  await share(owner, account, team)
  const change = () => manager.ask(groups.update, { groupId: team, name: 'Ruled', rule: rule('Cook') })
  expect(await change()).toMatchObject({ status: 200 })
  await testData(built).appoint(account, 2)
  expect(await manager.ask(groups.update, { groupId: team, name: 'Ruled', rule: rule('Nurse') })).toMatchObject(above)
})

async function reach(id: string, state: string) {
  for (let tries = 0; tries < 400; tries++) {
    if ((await manager.tell(userImport.get, { id })).state === state) return
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error(`the import does not reach ${state}`)
}

async function reviewed(name: string, team: string): Promise<string> {
  const csv = `User ID,First name,Last name,Email,Groups\n${name},Filed,${name},${name}@file.example,${team}\n`
  const { id, mapping } = await manager.tell(userImport.upload, { fileName: 'staff.csv', csv })
  await manager.tell(userImport.map, { id, mapping })
  await reach(id, 'reviewed')
  return id
}
const outcomes = async (id: string) =>
  (await manager.tell(userImport.rows, { id })).items.map(row => [row.outcome, row.told])
const refusedRow = [
  ['refused', 'A group in this row gives access to the account of a user with a higher role than yours'],
]

test('an import adds no user to a group that opens a higher account, even if it was shared after the review', async () => {
  const [before, after, harmless] = [await group(), await group(), await group()]
  const nameOf = async (id: string) => (await owner.tell(groups.get, { groupId: id })).name
  await share(owner, named('owner').id, before)
  await share(owner, await user(), harmless)
  expect(await outcomes(await reviewed('early', await nameOf(before)))).toEqual(refusedRow)
  const [late, fine] = [await reviewed('late', await nameOf(after)), await reviewed('fine', await nameOf(harmless))]
  await share(owner, named('owner').id, after)
  for (const id of [late, fine]) {
    await manager.tell(userImport.start, { id })
    await reach(id, 'done')
  }
  expect(await outcomes(late)).toEqual(refusedRow)
  expect(await outcomes(fine)).toEqual([['new', 'Creates the user']])
  const { rows } = await write('select group_id from group_members where group_id = any($1)', [before, after, harmless])
  expect(rows).toEqual([{ group_id: harmless }])
})

test.each([
  ['users', userImport],
  ['cards', cardImport],
] as const)(
  'an import of %s does not fill a group that was created and opens a higher account since the review',
  async (kind, calls) => {
    const teams = [`Board of ${kind}`, `Choir of ${kind}`]
    const row = (name: string, place: number) =>
      `${kind}.${String(place)},Filed,Late,${kind}.${String(place)}@late.example,${name},90${String(place)}${String(kind.length)}`
    const csv = ['User ID,First name,Last name,Email,Groups,Card number', ...teams.map(row)].join('\n')
    const { id } = await manager.tell(calls.upload, { fileName: 'staff.csv', csv })
    const mapping = ['userId', 'firstName', 'lastName', 'email', 'groups', kind === 'cards' ? 'cardId' : '']
    await manager.tell(calls.map, { id, mapping, createMissing: true, cardFormat: 'decimal' })
    const state = async () => (await manager.tell(calls.get, { id })).state
    await expect.poll(state).toBe('reviewed')
    const made = await Promise.all(teams.map(name => group({ name })))
    await share(owner, named('owner').id, made[0] as string)
    await manager.tell(calls.start, { id })
    await expect.poll(state).toBe('done')
    const { items } = await manager.tell(calls.rows, { id })
    expect(items.map(one => [one.result, one.told])).toEqual([
      ['no-access', refusedRow[0]?.[1]],
      [kind === 'cards' ? 'success' : null, expect.not.stringContaining('higher role')],
    ])
    const { rows } = await write('select group_id from group_members where group_id = any($1)', made)
    expect(rows).toEqual([{ group_id: made[1] }])
    expect((await owner.tell(users.list, { search: `${kind}.0@late.example` })).items).toEqual([])
  },
)

test('deleting a unit requires reach over each of its administrators', async () => {
  expect(await manager.ask(units.removeMany, { ids: [unit['B']] })).toMatchObject({ status: 200 })
  const { id } = await owner.tell(units.create, { name: 'Of an administrator' })
  const appointed = {
    id: named('user manager of A who sees the log').id,
    role: 3,
    additionalPermissions: [3],
    units: [unit['A'] as string, id],
  }
  await (await testData(built).owner()).tell(units.changeAdministrator, appointed)
  await testData(built).accept(appointed.id)
  expect(await manager.ask(units.removeMany, { ids: [id] })).toMatchObject(above)
  expect(await owner.ask(units.removeMany, { ids: [id] })).toMatchObject({ status: 200 })
})
