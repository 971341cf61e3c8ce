import { apiKeys } from '@claviger/contract/connect/api-keys'
import { namedLists } from '@claviger/contract/rules/named-lists'
import { policies } from '@claviger/contract/rules/policies'
import { expect, test } from 'vitest'
import { testData } from '#test/api/test-data.ts'
import { type Caller, startTestApp } from '#test/app/test-app.ts'

const home = await startTestApp()
const { as, given } = home
const refused = { status: 403, body: { code: 'not-permitted' } }
const content = (priority: number) => ({ name: `Policy ${priority}`, priority, action: 0 as const })
const reads = (caller: Caller) => [caller.ask(policies.list), caller.ask(policies.inForce), caller.ask(namedLists.list)]
const writes = (caller: Caller, priority: number) => [
  caller.ask(policies.create, content(priority)),
  caller.ask(policies.setDefault, { action: 1 }),
  caller.ask(namedLists.create, { name: `List ${priority}`, type: 1, entries: [] }),
]

test('a unit administrator can neither read nor change policies, even with full access', async () => {
  const unit = await testData(home).addUnit('North campus')
  for (const [role, additional] of [
    [2, []],
    [3, [1, 4]],
    [5, []],
  ] as const) {
    const id = await given.addUser('Over', `Unit ${role}`)
    await given.addActiveKeys([id])
    await testData(home).appointOver(id, [unit], role, [...additional])
    const caller = as((await given.session({ id, workspace: given.owner.workspace })).accessToken)
    for (const answer of [...reads(caller), ...writes(caller, 50)]) expect(await answer).toMatchObject(refused)
  }
})

test('Read-only reads policies, User Management does neither, and administrators do both', async () => {
  const reader = as(given.readOnly.accessToken)
  for (const answer of reads(reader)) expect(await answer).toMatchObject({ status: 200 })
  for (const answer of writes(reader, 60)) expect(await answer).toMatchObject(refused)
  const manager = as(given.userManager.accessToken)
  for (const answer of [...reads(manager), ...writes(manager, 61)]) expect(await answer).toMatchObject(refused)
  const admin = as(given.administrator.accessToken)
  for (const answer of [...reads(admin), ...writes(admin, 62)]) expect(await answer).toMatchObject({ status: 200 })
})

test('an API key needs its scope, and a grant by an owner to change policies', async () => {
  const key = async (more: Record<string, unknown>) => {
    const made = await as((await given.session(given.owner)).accessToken).tell(apiKeys.create, {
      name: 'Policies',
      type: 0,
      expiry: 0,
      ...more,
    })
    return as(made.value)
  }
  const other = await key({ scopes: ['users.read'] })
  for (const answer of reads(other)) expect(await answer).toMatchObject(refused)
  const reader = await key({ scopes: ['policies.read'] })
  for (const answer of reads(reader)) expect(await answer).toMatchObject({ status: 200 })
  for (const answer of writes(reader, 70)) expect(await answer).toMatchObject(refused)
  const ungranted = await key({ scopes: ['policies.read', 'policies.write'] })
  for (const answer of writes(ungranted, 71)) expect(await answer).toMatchObject(refused)
  const writer = await key({ scopes: ['policies.read', 'policies.write'], granted: ['policies.write'] })
  for (const answer of writes(writer, 72)) expect(await answer).toMatchObject({ status: 200 })
  expect((await as(given.owner.accessToken).tell(policies.list)).items.at(-1)).toMatchObject({
    changedBy: 'API key Policies',
  })
})
