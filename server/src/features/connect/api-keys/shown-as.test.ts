import { apiKeys } from '@claviger/contract/connect/api-keys'
import { cardImport } from '@claviger/contract/keys/card-import'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { immediateRows } from '@claviger/contract/work/runs'
import { groups } from '@claviger/contract/people/groups'
import { units } from '@claviger/contract/people/units'
import { userImport } from '@claviger/contract/people/user-import'
import { users } from '@claviger/contract/people/users'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'

const { as, given, world } = await startTestApp()
const { workspace } = given.owner
const { value, key } = await as(given.owner.accessToken).tell(apiKeys.create, { name: 'CI', type: 0 })
await as(given.owner.accessToken).tell(apiKeys.grant, { id: key.id, granted: ['users.write', 'keys.write'] })
const ci = as(value)

interface Line {
  action: string
  actor_id: string | null
  actor_name: string
}

const newest = async () =>
  (await world.superPool.query<{ id: string }>('select id from activities order by id desc limit 1')).rows[0]?.id

async function linesOf(act: () => Promise<unknown>): Promise<Line[]> {
  const before = await newest()
  await act()
  const { rows } = await world.superPool.query<Line>(
    'select action, actor_id, actor_name from activities where workspace_id = $1 and id > $2 order by id',
    [workspace, before],
  )
  return rows
}

async function until(settled: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (await settled()) return
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  throw new Error('it does not come to an end')
}

let count = 0
// With a key, because users without one are not active
const person = async () => {
  const id = await given.addUser('Logged', `No${count++}`)
  await given.addActiveKeys([id])
  return id
}
const many = () => Promise.all(Array.from({ length: immediateRows + 1 }, person))
// Users who already have a key would get a recovery email instead
const newcomers = () =>
  Promise.all(Array.from({ length: immediateRows + 1 }, () => given.addUser('Logged', `No${count++}`)))
const runs = async (begun: Promise<{ id: string }>, of: typeof bulkRuns | typeof keyActCalls = bulkRuns) => {
  const { id } = await begun
  await until(async () => (await ci.tell(of === bulkRuns ? bulkRuns.get : keyActCalls.get, { id })).finishedAt !== null)
  return id
}
const group = await ci.tell(groups.create, { name: 'Named' })
const unit = await ci.tell(units.create, { name: 'Ward' })
const bytes = () => {
  const last = `Named${count++}`
  return { userId: last, firstName: 'Kay', lastName: last, email: `${last}@northgate.example` }
}

async function imports(csv: string): Promise<string> {
  const { id, mapping } = await ci.tell(userImport.upload, { csv, fileName: 'staff.csv' })
  await ci.tell(userImport.map, { id, mapping })
  await until(async () => (await ci.tell(userImport.get, { id })).state === 'reviewed')
  await ci.tell(userImport.start, { id })
  await until(async () => (await ci.tell(userImport.get, { id })).state === 'done')
  return id
}

async function importsCards(csv: string): Promise<void> {
  const { id, mapping } = await ci.tell(cardImport.upload, { csv, fileName: 'cards.csv' })
  await ci.tell(cardImport.map, { id, mapping, cardFormat: 'decimal' })
  await until(async () => (await ci.tell(cardImport.get, { id })).state === 'reviewed')
  await ci.tell(cardImport.start, { id })
  await until(async () => (await ci.tell(cardImport.get, { id })).state === 'done')
}

const acts: [string, string[], () => Promise<unknown>][] = [
  ['adds a user', ['user.created'], () => ci.tell(users.create, bytes())],
  [
    'adds and invites a user',
    ['user.created', 'user.invited'],
    () => ci.tell(users.create, { ...bytes(), invite: true }),
  ],
  [
    'adds users to a group',
    ['group.joined', 'user.joined'],
    async () => ci.tell(groups.addMembers, { groupId: group.id, users: [await person(), await person()] }),
  ],
  [
    'replaces the members of a group',
    ['group.joined', 'group.left', 'user.joined', 'user.left'],
    async () => ci.tell(groups.setMembers, { groupId: group.id, users: [await person()] }),
  ],
  [
    'adds users to a unit',
    ['unit.joined', 'user.joined'],
    async () => ci.tell(units.addMembers, { id: unit.id, users: [await person()] }),
  ],
  ['suspends one user', ['user.suspended'], async () => ci.tell(bulkRuns.suspendOne, { id: await person() })],
  [
    'adds several users to a group in one call',
    ['user.joined', 'users.act-started'],
    async () => ci.tell(bulkRuns.addToGroup, { ids: [await person(), await person()], target: group.id }),
  ],
  [
    'invites many users in a job',
    ['user.invited', 'users.act-started'],
    async () => runs(ci.tell(bulkRuns.invite, { ids: await newcomers() })),
  ],
  [
    'deletes many users in a job and undoes it',
    ['user.deleted', 'user.restored', 'users.act-started', 'users.act-undone'],
    async () => {
      const id = await runs(ci.tell(bulkRuns.remove, { ids: await many() }))
      await runs(ci.tell(bulkRuns.undo, { id }))
    },
  ],
  [
    'imports users into a group',
    ['user.created', 'users.import-started', 'users.imported'],
    () => imports(`User ID,First name,Last name,Email,Groups\nimp-a,Im,Port,imp-a@northgate.example,Named\n`),
  ],
  [
    'assigns a key to many users in a job, then suspends the keys',
    ['security-key.assigned', 'security-key.suspended', 'security-keys.act-started'],
    async () => {
      const ids = await many()
      const assigned = ci.tell(keyAssignment.assignMany, { ids, type: 3, activation: 3, ifOneExists: 'allow' })
      await runs(assigned, keyActCalls)
      const held = await Promise.all(ids.map(id => given.addKey(id)))
      await runs(ci.tell(keyActCalls.suspend, { ids: held }), keyActCalls)
    },
  ],
  [
    'imports cards',
    ['cards.import-started', 'cards.imported', 'security-key.assigned'],
    async () => {
      const user = await ci.tell(users.create, { ...bytes(), userId: 'carded' })
      expect(user.userId).toBe('carded')
      await importsCards('Card ID,User ID\n4711,carded\n')
    },
  ],
]

test.each(acts)('a key that %s is named as a key in all its log entries', async (_what, wanted, act) => {
  const lines = await linesOf(act)
  const actions = [...new Set(lines.map(line => line.action))]
  expect(actions).toEqual(expect.arrayContaining(wanted))
  expect(lines.filter(line => line.actor_id !== key.id || line.actor_name !== 'API key CI')).toEqual([])
})
