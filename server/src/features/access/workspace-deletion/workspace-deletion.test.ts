import { account } from '@claviger/contract/access/account'
import { workspaceDeletion as deletion } from '@claviger/contract/access/workspace-deletion'
import { users } from '@claviger/contract/people/users'
import { administrators } from '@claviger/contract/tenancy/administrators'
import { allAdministrators } from '@claviger/contract/tenancy/all-administrators'
import { trustDomains } from '@claviger/contract/tenancy/trust-domains'
import { workspaceSettings } from '@claviger/contract/tenancy/workspace-settings'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { days, minutes } from '#platform/clock.ts'
import { verifyLog } from '#features/oversight/log-chain/chain-verification.ts'
import { endWorkspaces } from './workspace-deletion.jobs.ts'

const { as, given, clock, world, mailTo } = await startTestApp()
const name = 'Northgate Hospital'
const owner = async () => as((await given.session(given.owner)).accessToken)
const again = (person: { id: string; workspace: string }) => given.session(person).then(one => as(one.accessToken))
const tablesOf = async (workspace: string) => {
  const { rows } = await world.superPool.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`)
  const left: string[] = []
  for (const { name: table } of rows) {
    const found = await world.superPool.query(`select from ${table} where workspace_id = $1 limit 1`, [workspace])
    if (found.rows.length > 0) left.push(table)
  }
  return left
}

test('only an owner can request deletion, with a recent confirmation and the typed name', async () => {
  for (const person of [given.administrator, given.readOnly, given.user]) {
    expect(await (await again(person)).ask(deletion.begin, { name })).toMatchObject({ status: 403 })
  }
  const caller = await owner()
  expect(await caller.ask(deletion.begin, { name: 'northgate' })).toMatchObject({
    status: 422,
    body: { code: 'name-differs', fields: [{ field: 'name' }] },
  })
  clock.forward(minutes(6))
  expect(await caller.ask(deletion.begin, { name })).toMatchObject({ status: 401, body: { code: 'verify-first' } })
  expect((await caller.tell(deletion.state)).deletion).toBeNull()
})

test('until deletion the workspace is disabled for everyone except owners, and an owner can cancel', async () => {
  const caller = await owner()
  const reader = await again(given.readOnly)
  const { deletion: begun } = await caller.tell(deletion.begin, { name })
  expect(begun).toMatchObject({ askedBy: 'Ada Byron', endsAt: new Date(clock.now().getTime() + days(7)).toISOString() })
  expect(await (await again(given.administrator)).ask(users.list)).toMatchObject({
    body: { code: 'workspace-disabled' },
  })
  expect(await reader.ask(account.self)).toMatchObject({ status: 401, body: { code: 'session-ended' } })
  expect(await caller.ask(users.list)).toMatchObject({ status: 200 })
  expect((await caller.tell(account.ribbon)).notices[0]).toMatchObject({ id: 'deletion', level: 'error' })
  expect((await mailTo(given.owner.email)).subject).toMatch(/^Northgate Hospital will be deleted on /)
  clock.forward(days(3))
  const later = await owner()
  expect((await later.tell(deletion.begin, { name })).deletion).toEqual(begun)
  await later.tell(deletion.cancel)
  expect((await later.tell(deletion.state)).deletion).toBeNull()
  expect(await (await again(given.administrator)).ask(users.list)).toMatchObject({ status: 200 })
  expect(await later.ask(deletion.cancel)).toMatchObject({ status: 404 })
})

test('after a week all data of the workspace is deleted, and no other data', async () => {
  const { workspace: gone } = given.ownerElsewhere
  const caller = await again(given.ownerElsewhere)
  await caller.tell(workspaceSettings.proximity, { proximity: true })
  await caller.tell(trustDomains.create, { domain: 'southgate.example' })
  await caller.tell(deletion.begin, { name: 'Southgate Clinic' })
  clock.forward(days(7) - 1000)
  await endWorkspaces.work(world, {})
  expect(await tablesOf(gone)).toContain('users')
  const before = await tablesOf(given.owner.workspace)
  clock.forward(1000)
  await endWorkspaces.work(world, {})
  expect(await tablesOf(gone)).toEqual([])
  const { rows } = await world.superPool.query(
    "select actor_name, before from activities where action = 'workspace.deleted' and workspace_id = $1",
    [given.superAdmin.workspace],
  )
  expect(rows).toEqual([{ actor_name: 'Claviger', before: { name: 'Southgate Clinic', slug: 'southgate' } }])
  // Not reported as missing, because the register records its end
  const found: (string | null)[] = []
  for await (const one of verifyLog(world, { register: ({ fault }) => found.push(fault) })) found.push(one.workspace)
  expect(found[0]).toBeNull()
  expect(found).not.toContain('southgate')
  expect(await tablesOf(given.owner.workspace)).toEqual(before)
  expect(await caller.ask(account.self)).toMatchObject({ status: 401 })
})

test('the installation workspace cannot be deleted', async () => {
  const { workspace } = given.superAdmin
  const head = { workspace, id: await given.addUserIn(workspace, 'Hanna', 'Head') }
  await (await again(given.superAdmin)).tell(allAdministrators.create, { id: workspace, ids: [head.id], role: 1 })
  const own = await given.ownSession(head)
  await as(own.accessToken).tell(administrators.answerRole, { accept: true })
  const caller = await again(head)
  expect(await caller.ask(deletion.begin, { name: 'Installation' })).toMatchObject({
    status: 409,
    body: { code: 'workspace-kept' },
  })
})
