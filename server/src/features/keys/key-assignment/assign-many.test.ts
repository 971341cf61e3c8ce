import { securityKeys } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { newId } from '#platform/ids.ts'

const home = await startTestApp()
const { as, given, world, mailTo } = home
const admin = as(given.administrator.accessToken)
const person = (name: string, more: Record<string, unknown> = {}) => given.addUser(name, 'Many', more)
const keysOf = async (id: string) => (await admin.tell(securityKeys.ofUser, { id })).items
const write = (text: string, values: unknown[]) => world.superPool.query(text, values)

async function ended(id: string) {
  await expect
    .poll(async () => (await admin.tell(keyActCalls.get, { id })).finishedAt, { timeout: 60_000 })
    .not.toBeNull()
  return admin.tell(keyActCalls.get, { id })
}

test('the preview lists who gets a key and why others do not, and the run matches it', async () => {
  const [ann, bob, cid] = [await person('Ann'), await person('Bob', { email: null }), await person('Cid')]
  const dan = await person('Dan', { suspended_at: new Date() })
  await given.addKey(cid, { kind: 2 })
  const nobody = newId()
  const input = {
    ids: [ann, bob, cid, dan, nobody] as string[],
    type: 2,
    activation: 2,
    ifOneExists: 'block',
    name: 'Badge',
  } as const
  const before = await admin.tell(keyAssignment.previewMany, input)
  expect(before).toMatchObject({ total: 5, able: 1, names: ['Ann Many'] })
  expect(Object.fromEntries(before.unable.map(one => [one.reason, one.names]))).toEqual({
    'no-email': ['Bob Many'],
    'kind-taken': ['Cid Many'],
    'shut-out': ['Dan Many'],
    unknown: [],
  })
  expect(await keysOf(ann)).toEqual([])
  const run = await admin.tell(keyAssignment.assignMany, input)
  expect(run).toMatchObject({ act: 'assign', total: 5, processed: 5, succeeded: 1, undoUntil: null })
  expect(await keysOf(ann)).toMatchObject([{ name: 'Badge', type: 2, status: 30, activation: 2 }])
  await expect.poll(async () => (await mailTo(await mailbox(ann))).subject).toBe('Activate your security key')
  const { items } = await admin.tell(keyActCalls.rows, { id: run.id })
  expect(items.map(row => [row.owner, row.done, row.reason])).toEqual(
    expect.arrayContaining([
      ['Ann Many', true, null],
      ['Bob Many', false, 'no-email'],
      ['Cid Many', false, 'kind-taken'],
      ['Dan Many', false, 'shut-out'],
      [null, false, 'unknown'],
    ]),
  )
  expect(items.find(row => row.done)?.id).toBe((await keysOf(ann))[0]?.id)
  expect((await admin.tell(keyActCalls.list, {})).items[0]).toMatchObject({ id: run.id, act: 'assign' })
  expect((await admin.ask(keyActCalls.undo, { id: run.id })).status).toBe(409)
})

const mailbox = async (id: string) =>
  (await write('select email from users where id = $1', [id])).rows[0].email as string

test('a job assigns keys to all matching users within the limit of the workspace', async () => {
  await write(
    `insert into users (workspace_id, id, user_id, first_name, last_name)
     select $1, gen_random_uuid(), 'crowd-' || n, 'Crowd', 'Number ' || n from generate_series(1, 120) n`,
    [given.owner.workspace],
  )
  const { rows } = await write("select id from users where user_id = 'crowd-7'", [])
  await given.addKey(rows[0].id as string)
  await testData(home).setKeys({ keysPerUser: 1 })
  const input = { all: true, filter: { search: 'crowd' }, type: 2, activation: 3 } as const
  expect(await admin.tell(keyAssignment.previewMany, input)).toMatchObject({
    total: 120,
    able: 119,
    unable: [{ reason: 'limits-exceeded', count: 1 }],
  })
  const run = await ended((await admin.tell(keyAssignment.assignMany, input)).id)
  expect(run).toMatchObject({ total: 120, processed: 120, succeeded: 119 })
  const again = await ended((await admin.tell(keyAssignment.assignMany, input)).id)
  expect(again).toMatchObject({ total: 120, succeeded: 0 })
  await testData(home).setKeys({ keysPerUser: null })
})

test('no key is assigned to a higher role, across workspaces, or by a method that the key kind lacks', async () => {
  const manager = as(given.userManager.accessToken)
  expect(
    await manager.tell(keyAssignment.previewMany, { ids: [given.owner.id], type: 2, activation: 3 }),
  ).toMatchObject({ able: 0, unable: [{ reason: 'above-you', count: 1 }] })
  expect(
    (await manager.tell(keyAssignment.assignMany, { ids: [given.owner.id], type: 2, activation: 3 })).succeeded,
  ).toBe(0)
  const eve = await person('Eve')
  for (const call of [keyAssignment.previewMany, keyAssignment.assignMany]) {
    expect(await admin.ask(call, { ids: [eve], type: 5, activation: 2 })).toMatchObject({ status: 409 })
    expect(await admin.ask(call, { ids: [eve], type: 2, activation: 1 })).toMatchObject({ status: 422 })
    expect(await admin.ask(call, { type: 2, activation: 3 })).toMatchObject({ status: 422 })
    expect(await as(given.readOnly.accessToken).ask(call, { ids: [eve], type: 2, activation: 3 })).toMatchObject({
      status: 403,
    })
    const stranger = as(given.ownerElsewhere.accessToken)
    expect((await stranger.ask(call, { ids: [eve], type: 2, activation: 3 })).body).toMatchObject({ total: 1 })
  }
  expect(await keysOf(eve)).toEqual([])
})
