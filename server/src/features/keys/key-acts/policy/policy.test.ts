import { securityKeys } from '@claviger/contract/keys/security-keys'
import { keyActCalls } from '@claviger/contract/keys/key-acts'
import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { minutes } from '#platform/clock.ts'
import { newId } from '#platform/ids.ts'

const { as, given, world, clock } = await startTestApp()
const admin = as(given.administrator.accessToken)
const policy = await admin.tell(tokenPolicies.create, {
  name: 'Night shift',
  phoneVerification: 1,
  cardVerification: 3,
  credentialStorageLocation: 2,
  proximity: true,
  audit: false,
  offlineLogin: true,
  rememberedPinHours: 5,
})
const keyOf = (id: string) => admin.tell(securityKeys.get, { id })
const person = (name: string) => given.addUser(name, 'Policied')
const linesAbout = async (id: string) =>
  (
    await world.superPool.query<{ action: string; before: object; after: object }>(
      'select action, before, after from activities where object_id = $1 order by id',
      [id],
    )
  ).rows

test('a policy applies only the settings of each key kind, keeps its verification, and can be undone', async () => {
  const card = await given.addKey(await person('Card'), { kind: 2, verification: 4 })
  const hardware = await given.addKey(await person('Stick'), { kind: 3 })
  const above = await given.addKey(given.owner.id, { kind: 2, verification: 4 })
  const manager = as(given.userManager.accessToken)
  const input = { ids: [card, hardware, above, newId()], tokenPolicy: policy.id }
  const was = [await keyOf(card), await keyOf(hardware)]
  const before = await manager.tell(keyActCalls.previewPolicy, input)
  expect(before).toMatchObject({ total: 4, able: 2 })
  expect(new Map(before.unable.map(one => [one.reason, one.count]))).toEqual(
    new Map([
      ['above-you', 1],
      ['unknown', 1],
    ]),
  )
  expect([await keyOf(card), await keyOf(hardware)]).toEqual(was)
  const run = await manager.tell(keyActCalls.policy, input)
  expect(run).toMatchObject({ act: 'policy', targetName: 'Night shift', total: 4, processed: 4, succeeded: 2 })
  expect(await keyOf(card)).toMatchObject({
    verification: 4,
    offlineLogin: true,
    rememberedPinHours: 5,
    audit: false,
    proximity: false,
  })
  expect(await keyOf(hardware)).toMatchObject({ offlineLogin: false, rememberedPinHours: 0, audit: false })
  expect((await linesAbout(card)).at(-1)).toMatchObject({
    action: 'security-key.updated',
    before: { offlineLogin: false },
    after: { offlineLogin: true, policy: 'Night shift' },
  })
  expect(await linesAbout(run.id)).toMatchObject([
    { action: 'security-keys.act-started', after: { keys: 4, policy: 'Night shift' } },
  ])
  // A key that already has the policy is reported, but not written
  expect(await manager.tell(keyActCalls.previewPolicy, { ids: [card], tokenPolicy: policy.id })).toMatchObject({
    able: 0,
    unable: [{ reason: 'already', count: 1 }],
  })
  const undone = await manager.tell(keyActCalls.undo, { id: run.id })
  expect(undone).toMatchObject({ undoes: run.id, total: 2, succeeded: 2 })
  const settings = ['verification', 'offlineLogin', 'rememberedPinHours', 'audit', 'proximity'] as const
  for (const [place, key] of [card, hardware].entries()) {
    const now = await keyOf(key)
    for (const name of settings) expect([name, now[name]]).toEqual([name, was[place]?.[name]])
  }
  expect((await admin.tell(keyActCalls.rows, { id: undone.id })).items.map(row => row.owner ?? '').toSorted()).toEqual([
    'Card Policied',
    'Stick Policied',
  ])
})

test('an undo skips keys that were changed after the run', async () => {
  const keys = [
    await given.addKey(await person('One'), { kind: 2, verification: 4 }),
    await given.addKey(await person('Two'), { kind: 2, verification: 4 }),
  ]
  const run = await admin.tell(keyActCalls.policy, { ids: keys, tokenPolicy: policy.id })
  clock.forward(1000)
  await admin.tell(securityKeys.update, { id: keys[0] as string, rememberedPinHours: 9 })
  const undone = await admin.tell(keyActCalls.undo, { id: run.id })
  expect(undone).toMatchObject({ total: 2, succeeded: 1 })
  expect((await admin.tell(keyActCalls.rows, { id: undone.id, refused: true })).items).toMatchObject([
    { id: keys[0], reason: 'changed-since' },
  ])
  expect(await keyOf(keys[0] as string)).toMatchObject({ rememberedPinHours: 9, offlineLogin: true })
  expect(await keyOf(keys[1] as string)).toMatchObject({ rememberedPinHours: 0, offlineLogin: false })
})

test('a policy for many keys runs as a job; applying it and undoing it require a recent passkey check', async () => {
  const owner = await person('Crowd')
  await world.superPool.query(
    `insert into security_keys (workspace_id, id, user_id, kind, name, status, verification, credential_storage, proximity,
       audit, offline, remembered_pin_hours, activation, made_by_name, created_at, changed_at)
     select $1, gen_random_uuid(), $2, 2, 'Crowded ' || n, 20, 4, 2, false, true, false, 0, 1, 'Test', now(), now()
     from generate_series(1, 700) n`,
    [given.owner.workspace, owner],
  )
  const input = { all: true, filter: { search: 'crowded' }, tokenPolicy: policy.id }
  const { id } = await admin.tell(keyActCalls.policy, input)
  await expect
    .poll(async () => admin.tell(keyActCalls.get, { id }), { timeout: 20_000 })
    .toMatchObject({ total: 700, succeeded: 700, finishedAt: expect.any(String) })
  clock.forward(minutes(6))
  for (const [call, asked] of [
    [keyActCalls.policy, input],
    [keyActCalls.undo, { id }],
  ] as const)
    expect(await admin.ask(call, asked)).toMatchObject({ body: { code: 'verify-first' } })
  const readOnly = as((await given.session(given.readOnly)).accessToken)
  expect(await readOnly.ask(keyActCalls.policy, input)).toMatchObject({ status: 403 })
  const stranger = as((await given.session(given.ownerElsewhere)).accessToken)
  expect(await stranger.ask(keyActCalls.previewPolicy, input)).toMatchObject({ status: 404 })
})
