import { workspaceDeletion as deletion } from '@claviger/contract/access/workspace-deletion'
import { expect, test } from 'vitest'
import { startTestApp } from '#test/app/test-app.ts'
import { asOwner } from '#test/app/plans.ts'
import { days } from '#platform/clock.ts'
import { endWorkspaces } from './workspace-deletion.jobs.ts'

const { as, given, clock, world } = await startTestApp()

const left = async () => {
  const { rows } = await world.superPool.query<{ id: string }>('select id from workspaces')
  return rows.map(row => row.id)
}

test('a workspace whose deletion fails does not block others, is retried, and gets a longer statement timeout', async () => {
  const [one, other] = [given.owner, given.ownerElsewhere]
  for (const { accessToken, workspace } of [one, other]) {
    const { rows } = await world.superPool.query<{ name: string }>('select name from workspaces where id = $1', [
      workspace,
    ])
    await as(accessToken).tell(deletion.begin, { name: rows[0]?.name ?? '' })
    clock.forward(1000)
  }
  clock.forward(days(8))
  await asOwner(
    world,
    `create function keep_one() returns trigger language plpgsql as $$ begin
       if old.id = '${one.workspace}' then raise exception 'the disk is full'; end if;
       if current_setting('statement_timeout') <> '1h' then raise exception 'there is too little time'; end if;
       return old;
     end $$`,
    'create trigger keep_one before delete on workspaces for each row execute function keep_one()',
  )
  await expect(endWorkspaces.work(world, {})).rejects.toThrow('the disk is full')
  expect(await left()).toContain(one.workspace)
  expect(await left()).not.toContain(other.workspace)
  await asOwner(world, 'drop trigger keep_one on workspaces')
  await endWorkspaces.work(world, {})
  expect(await left()).not.toContain(one.workspace)
})
