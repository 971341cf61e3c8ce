// Role comparisons also consider roles that a user can still get.
import { workspaceRoles } from '@claviger/contract/platform/permissions'
import { keyAssignment } from '@claviger/contract/keys/key-assignment'
import { bulkRuns } from '@claviger/contract/people/bulk-runs'
import { users } from '@claviger/contract/people/users'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { expect, test } from 'vitest'
import { testData } from '../api/test-data.ts'
import { startTestApp } from '../app/test-app.ts'

const built = await startTestApp()
const { as, given, world } = built
const { owner } = testData(built)
const query = async <T extends object>(text: string, ...values: unknown[]) =>
  (await world.superPool.query<T>(text, values)).rows

let count = 0
const plainUser = () => given.addUser('Later', `Owner ${String(count++)}`)
const manager = async () => as((await given.session(given.userManager)).accessToken)
const formOf = (id: string) => ({
  id,
  userId: `${id}@later.example`,
  firstName: 'Later',
  lastName: 'Renamed',
  email: `${id}@later.example`,
})

/** What a user manager can try on a user: another mailbox, a key, a suspension. */
async function attempts(id: string) {
  const caller = await manager()
  const key = await caller.tell(keyAssignment.previewMany, { ids: [id], type: 3, activation: 2 })
  const act = await caller.tell(bulkRuns.preview, { act: 'suspend', ids: [id] })
  const { status, body } = await caller.ask(users.update, formOf(id))
  return [status === 200 ? status : body['code'], key.unable[0]?.reason, act.unable[0]?.reason]
}
const refusedAll = ['above-you', 'above-you', 'above-you']

test('a user who is offered the workspace is protected like an owner until the offer ends', async () => {
  const id = await plainUser()
  expect((await attempts(id))[0]).toBe(200)
  await (await owner()).tell(administrators.askOwner, { id })
  expect(await attempts(id)).toEqual(refusedAll)
  const planted = await given.addKey(id, { kind: 2, verification: 4 })
  expect(await query('select proof_due from security_keys where id = $1', planted)).toEqual([{ proof_due: true }])
  await (await owner()).tell(administrators.withdrawOwner)
  expect((await attempts(id))[0]).toBe(200)
  expect(await query('select proof_due from security_keys where id = $1', planted)).toEqual([{ proof_due: false }])
})

test('a user whose directory group grants an approved role is protected like that role', async () => {
  const id = await plainUser()
  const group = await testData(built).addGroup('Directory administrators', [id])
  const [connection] = await query<{ id: string }>(
    `insert into directory_connections (workspace_id, id, kind, name, settings, mapping, roles, created_at, changed_at, changed_by)
     values ($1, gen_random_uuid(), 7, 'Later', jsonb_build_object('groupRoles', jsonb_build_array(jsonb_build_object('group', $2::text, 'role', 2))),
       '[]', '{2}', now(), now(), 'Ada') returning id`,
    given.owner.workspace,
    group,
  )
  expect((await attempts(id))[0]).toBe(200)
  await query(
    'update directory_connections set approved_by = $2, approved_at = now() where id = $1',
    connection?.id,
    given.owner.id,
  )
  expect(await attempts(id)).toEqual(refusedAll)
  await query("update directory_connections set roles = '{4}' where id = $1", connection?.id)
  expect((await attempts(id))[0]).toBe(200)
})

test('a role cannot be accepted once its giver could no longer grant it', async () => {
  const { appoint, dismiss, suspend, activate, accept } = testData(built)
  const [giver, target] = [await plainUser(), await plainUser()]
  await appoint(giver, workspaceRoles.administrator)
  await given.addActiveKeys([giver])
  const offering = as((await given.session({ id: giver, workspace: given.owner.workspace })).accessToken)
  await offering.tell(administrators.create, { ids: [target], role: workspaceRoles.userManagement })
  await suspend(giver)
  await expect(accept(target)).rejects.toThrow('offer-over')
  await activate(giver)
  await dismiss(giver)
  await expect(accept(target)).rejects.toThrow('offer-over')
  expect(await query('select from administrators where user_id = $1', target)).toEqual([])
  await (await owner()).tell(administrators.create, { ids: [target], role: workspaceRoles.userManagement })
  await accept(target)
  expect(await query('select role from administrators where user_id = $1', target)).toEqual([
    { role: workspaceRoles.userManagement },
  ])
})
