// Acting on a user requires every permission that the user has, over at least the same scope.
import { everyGrant } from '@claviger/contract/platform/permissions'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { sharing } from '@claviger/contract/keys/sharing'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { users } from '@claviger/contract/people/users'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { describe, expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { resumeWorks } from '../works/works.jobs.ts'
import { createStandings, canReach } from '#test/api/test-roles.ts'

const built = await startTestApp()
const { world, given } = built
const { people, askers, named, unit } = await createStandings(built)
const write = (text: string, ...values: unknown[]) => world.superPool.query(text, values)
const mayWrite = askers.filter(one => one.holds.has('users.write') && !one.isSuper)
const keyOf = new Map<string, string>()
for (const { id } of people) keyOf.set(id, await given.addKey(id))

const above = { status: 403, body: { code: 'above-you' } }
const reasonOf = (run: { unable: { reason: string }[] }) => run.unable[0]?.reason ?? null

test('the database uses the same role grants as the contract', async () => {
  const { rows } = await write(
    'select role, additional, units_only as "unitsOnly", permissions from role_grants order by 3, 1 nulls last, 2',
  )
  expect(rows).toEqual(everyGrant)
})

describe.each(mayWrite)('$called', asker => {
  const others = people.filter(target => target.id !== asker.id)

  test.each(others)('acts on $called only within reach', async target => {
    const { id, email } = target
    const form = { id, userId: `${id}@x.example`, firstName: 'Any', lastName: 'Placed', email }
    const wanted = canReach(asker, target)
    const answer = await asker.caller.ask(users.update, form)
    if (wanted) expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    else expect(answer).toMatchObject(above)
    const reason = wanted ? expect.not.stringMatching('above-you') : 'above-you'
    for (const act of ['suspend', 'delete', 'activate', 'invite', 'deactivate'] as const) {
      const preview = await asker.caller.tell(bulkRuns.preview, { act, ids: [id] })
      expect([act, reasonOf(preview) ?? 'none']).toEqual([act, reason])
    }
    const key = keyOf.get(id) as string
    const onKey = await asker.caller.tell(keyActCalls.preview, { act: 'delete', ids: [key] })
    expect(reasonOf(onKey) ?? 'none').toEqual(reason)
    const onKeys = await asker.caller.tell(keyAssignment.previewMany, { ids: [id], type: 3, activation: 2 })
    expect(reasonOf(onKeys) ?? 'none').toEqual(reason)
  })
})

describe('restoring', () => {
  const { remove, restore, appoint } = testData(built)
  test('is refused for a user with a higher role, one by one and in bulk', async () => {
    const asker = named('user manager')
    for (const [role, ...more] of [[2], [5, 1]] as const) {
      // A deleted user would lose the session needed for other calls
      const id = await given.addUser('Binned', `Of rank ${role}`)
      await appoint(id, role, [...more])
      await remove(id)
      expect(await asker.caller.ask(users.restore, { id })).toMatchObject(above)
      expect(await asker.caller.tell(bulkRuns.restore, { ids: [id] })).toMatchObject({ succeeded: 0 })
      const { rows } = await write('select deleted_at from users where id = $1', id)
      expect(rows).toEqual([{ deleted_at: expect.any(Date) }])
      await restore(id)
    }
    const plain = await given.addUser('Binned', 'Plain')
    await remove(plain)
    expect(await asker.caller.ask(users.restore, { id: plain })).toMatchObject({ status: 200 })
  })
})

describe('memberships and shares', () => {
  const asker = named('user manager').caller
  const plain = named('plain user')
  const owner = named('owner')
  const group = async (name: string) => (await owner.caller.tell(groups.create, { name })).id

  test('users with a higher role are neither added to nor removed from a group or unit', async () => {
    const id = await group('Ward')
    expect(await asker.ask(groups.addMembers, { groupId: id, users: [owner.id] })).toMatchObject(above)
    await owner.caller.tell(groups.addMembers, { groupId: id, users: [owner.id] })
    expect(await asker.ask(groups.removeMembers, { groupId: id, users: [owner.id] })).toMatchObject(above)
    expect(await asker.ask(groups.remove, { groupId: id })).toMatchObject(above)
    expect(await asker.ask(units.addMembers, { id: unit['B'], users: [owner.id] })).toMatchObject(above)
    const run = await asker.tell(bulkRuns.addToUnit, { ids: [owner.id, plain.id], target: unit['B'] as string })
    expect(run).toMatchObject({ total: 2, succeeded: 1 })
  })

  test('adding a user to a group that opens an account above the caller is refused', async () => {
    const id = await group('Deputies')
    await owner.caller.tell(sharing.add, { id: owner.id, users: [], groups: [id] })
    expect(await asker.ask(groups.addMembers, { groupId: id, users: [plain.id] })).toMatchObject(above)
    expect(await asker.ask(bulkRuns.addToGroup, { ids: [plain.id], target: id })).toMatchObject(above)
    expect(await owner.caller.ask(groups.addMembers, { groupId: id, users: [plain.id] })).toMatchObject({ status: 200 })
  })

  test('sharing an account requires reach over it and over each user who gets it', async () => {
    expect(await asker.ask(sharing.add, { id: plain.id, users: [owner.id], groups: [] })).toMatchObject(above)
    expect(await asker.ask(sharing.add, { id: owner.id, users: [plain.id], groups: [] })).toMatchObject(above)
  })
})

test('an administrator who lost the role since reaches no users, not even plain ones', async () => {
  const id = await given.addUser('Falls', 'Soon')
  await testData(built).appoint(id, 5, [2])
  const fallen = { id, caller: built.as((await given.session({ id, workspace: given.owner.workspace })).accessToken) }
  const many = await Promise.all(Array.from({ length: 60 }, (_, n) => given.addUser(`Fallen${n}`, 'Under')))
  await given.addActiveKeys(many)
  const run = await fallen.caller.tell(bulkRuns.suspend, { ids: many.slice(0, 1) })
  expect(run).toMatchObject({ succeeded: 1 })
  await write(
    "update works set state = 'running', finished_at = null, processed = 0, last_row = 0, counts = '{}', touched_at = $2 where id = $1",
    run.id,
    new Date(0),
  )
  await write('update work_rows set outcome = null, reason = null where work_id = $1', run.id)
  await write('update users set suspended_at = null where id = any($1)', many)
  await (await testData(built).owner()).tell(administrators.update, { id: fallen.id, role: 5 })
  await resumeWorks.work(world, {})
  const { rows } = await write('select outcome, reason from work_rows where work_id = $1', run.id)
  expect(rows).toEqual([{ outcome: 'refused', reason: 'above-you' }])
})
