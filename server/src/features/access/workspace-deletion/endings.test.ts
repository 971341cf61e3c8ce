import { workspaceEndings as endings } from '@claviger/contract/access/workspace-deletion.others'
import { activity } from '@claviger/contract/oversight/activity'
import { users } from '@claviger/contract/people/users'
import { groups } from '@claviger/contract/people/groups'
import { devices } from '@claviger/contract/keys/devices'
import { policies } from '@claviger/contract/rules/policies'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { asOwner } from '#test/app/plans.ts'
import { days } from '#platform/clock.ts'
import { outboxMails } from '#integrations/mail.ts'
import { verifyLog } from '#features/oversight/log-chain/chain-verification.ts'
import { endWorkspaces } from './workspace-deletion.jobs.ts'

const { as, given, clock, world, mailTo } = await startTestApp()
const sue = async () => as((await given.session(given.superAdmin)).accessToken)
const owner = async () => as((await given.session(given.owner)).accessToken)
const refusal = (status: number, code: string) => ({ status, body: { code } })
const id = given.owner.workspace
const name = 'Northgate Hospital'

for (let n = 0; n < 210; n++) await given.addUser(`Extra${n}`, 'Person')
await (await owner()).tell(groups.create, { name: 'Nurses', users: [given.user.id] })

const faults = async (slug: string) => {
  const found: unknown[] = []
  // Other fixtures of this test have no log, which is a fault of theirs
  for await (const one of verifyLog(world)) if (one.fault && one.workspace === slug) found.push(one)
  return found
}

test('a reset is previewed, confirmed by name, canceled, and then done in resumable batches that keep owners and log', async () => {
  const root = await sue()
  expect(await root.tell(endings.preview, { id })).toMatchObject({
    counts: { users: 215, groups: 1 },
    kept: { owners: 1 },
    ending: null,
  })
  expect(await root.ask(endings.reset, { id, name: 'northgate' })).toMatchObject(refusal(422, 'name-differs'))
  expect(await root.ask(endings.remove, { id: given.superAdmin.workspace, name: 'Installation' })).toMatchObject(
    refusal(409, 'workspace-kept'),
  )

  const elsewhere = as((await given.session(given.ownerElsewhere)).accessToken)
  const { ending: planned } = await root.tell(endings.reset, { id, name })
  expect(planned).toMatchObject({ kind: 2, askedBy: 'Sue Per', deleted: 0 })
  expect((await mailTo(given.owner.email)).subject).toMatch(/^Northgate Hospital will be reset on /)
  expect(await root.ask(endings.remove, { id, name })).toMatchObject(refusal(409, 'deletion-pending'))
  // Nothing of it reaches another workspace
  expect(await elsewhere.ask(users.list)).toMatchObject({ status: 200 })
  expect((await outboxMails(world)).filter(mail => mail.to === given.ownerElsewhere.email)).toEqual([])
  await root.tell(endings.cancel, { id })
  expect(await (await owner()).ask(users.list)).toMatchObject({ status: 200 })
  expect(await root.ask(endings.cancel, { id })).toMatchObject(refusal(404, 'not-found'))

  await (await sue()).tell(endings.reset, { id, name })
  clock.forward(days(8))
  await asOwner(
    world,
    `create function stop_after_some() returns trigger language plpgsql as $$ begin
       if (select count(*) from users where workspace_id = '${id}') < 10 then raise exception 'killed'; end if;
       return null;
     end $$`,
    'create trigger stop_after_some after delete on users for each statement execute function stop_after_some()',
  )
  await expect(endWorkspaces.work(world, {})).rejects.toThrow('killed')
  const { ending } = await (await sue()).tell(endings.preview, { id })
  expect(ending?.deleted).toBeGreaterThan(0)
  expect(await (await sue()).ask(endings.cancel, { id })).toMatchObject(refusal(409, 'ending-begun'))
  expect(await faults('northgate')).toEqual([])
  await asOwner(world, 'drop trigger stop_after_some on users')
  await endWorkspaces.work(world, {})

  const caller = await owner()
  expect((await caller.tell(users.list)).items.map(one => one.email)).toEqual([given.owner.email])
  for (const [call, left] of [
    [groups.list, 0],
    [devices.list, 0],
    [policies.list, 0],
  ] as const)
    expect((await caller.tell(call)).items).toHaveLength(left)
  const log = await caller.tell(activity.list, { action: 'workspace.was-reset' })
  expect(log.items).toMatchObject([{ before: { askedBy: 'Sue Per' } }])
  expect(Number(log.items[0]?.before?.['rows'])).toBeGreaterThan(210)
  expect(await faults('northgate')).toEqual([])
  expect((await (await sue()).tell(endings.preview, { id })).counts).toMatchObject({ users: 1, groups: 0 })
})

test('a deletion in batches causes no log register faults while it runs', async () => {
  const { workspace: south } = given.ownerElsewhere
  await (await sue()).tell(endings.remove, { id: south, name: 'Southgate Clinic' })
  // What was logged is linked as soon as older transactions of all databases have ended
  const chains = async () => {
    await faults('southgate')
    return (await world.superPool.query('select from activity_chains where workspace_id = $1', [south])).rows.length
  }
  await expect.poll(chains, { timeout: 20_000 }).toBe(1)
  clock.forward(days(8))
  await asOwner(
    world,
    `create function keep_south() returns trigger language plpgsql as $$ begin
       if old.id = '${south}' then raise exception 'killed'; end if;
       return old;
     end $$`,
    'create trigger keep_south before delete on workspaces for each row execute function keep_south()',
  )
  await expect(endWorkspaces.work(world, {})).rejects.toThrow('killed')
  const { rows } = await world.superPool.query('select action, object_name from activities where workspace_id = $1', [
    south,
  ])
  expect(rows).toEqual([])
  expect(await faults('southgate')).toEqual([])
  await asOwner(world, 'drop trigger keep_south on workspaces')
  await endWorkspaces.work(world, {})
  expect(await (await sue()).ask(endings.preview, { id: south })).toMatchObject(refusal(404, 'not-found'))
})
