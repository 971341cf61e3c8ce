// Whatever changes about users and memberships, stored counts must equal a fresh count.
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { userImport } from '@claviger/contract/people/user-import'
import { users } from '@claviger/contract/people/users'
import { afterEach, expect, test } from 'vitest'
import { addCrowd } from '#test/people/crowd.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { followRules } from '../groups/rules.jobs.ts'
import { cleanUp } from '#jobs/cleanup.ts'
import { countTask } from '#jobs/count-sums.ts'

const home = await startTestApp()
const { as, given, world } = home
const admin = as(given.owner.accessToken)
const { workspace } = given.owner

const counted = `select u.workspace_id, place.of, u.status, count(*)::integer as users, sum(u.active_keys)::integer as keys
  from users u cross join lateral (
    select u.workspace_id as of
    union all select m.group_id from group_members m where m.workspace_id = u.workspace_id and m.user_id = u.id
    union all select m.unit_id from unit_members m where m.workspace_id = u.workspace_id and m.user_id = u.id
  ) place where u.deleted_at is null group by 1, 2, 3 order by 1, 2, 3`
const kept = `select workspace_id, of, status, sum(users)::integer as users, sum(keys)::integer as keys from head_counts
  group by 1, 2, 3 having sum(users) <> 0 or sum(keys) <> 0 order by 1, 2, 3`
const rowsOf = async (text: string) => (await world.superPool.query<Record<string, unknown>>(text)).rows

afterEach(async () => expect(await rowsOf(kept)).toEqual(await rowsOf(counted)))

const staff = (prefix: string, count: number) => addCrowd(home, prefix, count, 2)
async function eventually<T>(look: () => Promise<T>, holds: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await look()
    if (holds(answer)) return answer
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error('it does not come to pass')
}
const ended = (id: string) =>
  eventually(
    () => admin.tell(bulkRuns.get, { id }),
    run => run.finishedAt !== null,
  )
const makeGroup = async (name: string) => (await admin.tell(groups.create, { name, description: '' })).id

test('members are added and removed, and a deleted group leaves no counts', async () => {
  const ids = await staff('Coming', 5)
  const [one, two] = [await makeGroup('One'), await makeGroup('Two')]
  await admin.tell(groups.addUsers, { users: ids, groups: [one, two] })
  expect(await admin.tell(groups.get, { groupId: one })).toMatchObject({ userCount: 5, deviceCount: 10 })
  await admin.tell(groups.deleteUsers, { users: ids.slice(0, 2), groups: [one] })
  expect(await admin.tell(groups.get, { groupId: one })).toMatchObject({ userCount: 3, deviceCount: 6 })
  await admin.tell(groups.remove, { groupId: two })
})

test('counts follow bulk actions, their undo, deletion, and restore', async () => {
  const ids = await staff('Bulk', 120)
  const [group, ward] = [await makeGroup('Bulk'), (await admin.tell(units.create, { name: 'Bulk' })).id]
  await ended((await admin.tell(bulkRuns.addToGroup, { ids, target: group })).id)
  await ended((await admin.tell(bulkRuns.addToUnit, { ids, target: ward })).id)
  const everybody = (await admin.tell(users.counts, {})).all
  const gone = await ended((await admin.tell(bulkRuns.remove, { ids: ids.slice(0, 70) })).id)
  expect((await admin.tell(users.counts, {})).all).toBe(everybody - 70)
  expect(await admin.tell(groups.get, { groupId: group })).toMatchObject({ userCount: 50, deviceCount: 100 })
  expect(await admin.tell(units.get, { id: ward })).toMatchObject({ userCount: 50 })
  await ended((await admin.tell(bulkRuns.suspend, { ids: ids.slice(60) })).id)
  await ended((await admin.tell(bulkRuns.undo, { id: gone.id })).id)
  expect(await admin.tell(groups.get, { groupId: group })).toMatchObject({ userCount: 120 })
})

test('counts follow an import with groups and units, and a group with a rule', async () => {
  await makeGroup('Imported')
  await admin.tell(units.create, { name: 'Imported' })
  const rule = {
    match: 'all' as const,
    conditions: [{ field: 'firstName' as const, operator: 'is' as const, value: 'Rule' }],
  }
  const { id: ruled } = await admin.tell(groups.create, { name: 'Ruled', description: '', rule })
  const lines = Array.from({ length: 30 }, (_, n) => `in${n},Rule,No ${n},in${n}@count.example,Imported,Imported`)
  const csv = ['User ID,First name,Last name,Email,Groups,Organization units', ...lines].join('\n')
  const of = await admin.tell(userImport.upload, { csv })
  await admin.tell(userImport.map, { id: of.id, mapping: of.mapping })
  const look = () => admin.tell(userImport.get, { id: of.id })
  await eventually(look, now => now.state === 'reviewed')
  await admin.tell(userImport.start, { id: of.id })
  await eventually(look, now => now.state === 'done')
  await followRules.work(world, { workspace })
  expect(await admin.tell(groups.get, { groupId: ruled })).toMatchObject({ userCount: 30 })
})

test('a user suspended while joining a group is counted once', async () => {
  const ids = await staff('Racing', 40)
  const group = await makeGroup('Racing')
  await Promise.all(
    ids.flatMap(id => [
      admin.tell(groups.addUsers, { users: [id], groups: [group] }),
      admin.tell(bulkRuns.suspendOne, { id }),
    ]),
  )
  await Promise.all(
    ids.flatMap(id => [
      admin.tell(groups.deleteUsers, { users: [id], groups: [group] }),
      admin.tell(users.remove, { id }),
    ]),
  )
})

test('cleanup sums the counts and purges users without losing any', async () => {
  const ids = await staff('Swept', 10)
  const group = await makeGroup('Swept')
  for (const id of ids) await admin.tell(groups.addUsers, { users: [id], groups: [group] })
  await world.superPool.query("update users set deleted_at = now() - interval '31 days' where id = any($1)", [
    ids.slice(5),
  ])
  await world.superPool.query('delete from users where id = $1', [ids[0]])
  await cleanUp.work(world, {})
  // Each purged user left a line with their identity
  const { rows: lines } = await world.superPool.query<{ actor_name: string; before: Record<string, unknown> }>(
    "select actor_name, before from activities where action = 'user.purged' and object_id = any($1)",
    [ids.slice(5)],
  )
  expect(lines).toHaveLength(5)
  for (const line of lines)
    expect(line).toMatchObject({
      actor_name: 'Claviger',
      before: { userId: expect.any(String), lastName: expect.any(String) },
    })
  expect(await admin.tell(groups.get, { groupId: group })).toMatchObject({ userCount: 4, deviceCount: 8 })
  const { rows } = await world.superPool.query(
    'select from head_counts group by workspace_id, of, status having count(*) > 1',
  )
  expect(rows).toEqual([])
})

test('many changes are summed up within seconds', async () => {
  const ids = await staff('Summed', 30)
  const group = await makeGroup('Summed')
  for (const id of ids) await admin.tell(groups.addUsers, { users: [id], groups: [group] })
  const rowsOfGroup = async () => {
    await countTask.work(world, new AbortController().signal)
    const { rows } = await world.superPool.query('select from head_counts where of = $1', [group])
    return rows.length
  }
  await expect.poll(rowsOfGroup, { interval: 500 }).toBe(1)
  expect(await admin.tell(groups.get, { groupId: group })).toMatchObject({ userCount: 30 })
})

test('deleting a workspace deletes its counts', async () => {
  await world.superPool.query("delete from workspaces where slug = 'southgate'")
})
