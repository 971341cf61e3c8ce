import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { workspaceEndings } from '@claviger/contract/access/workspace-deletion.others'
import { activity } from '@claviger/contract/oversight/activity'
import { users } from '@claviger/contract/people/users'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { days } from '../../src/platform/clock.ts'
import { endWorkspaces } from '../../src/features/access/workspace-deletion/workspace-deletion.jobs.ts'
import { startTestApp } from '../app/test-app.ts'

vi.setConfig({ testTimeout: 120_000 })

const { as, given, clock, world } = await startTestApp()
const { workspace: id } = given.owner
const count = 800

const usersLeft = async (): Promise<number> => {
  const { rows } = await world.superPool.query<{ n: number }>(
    'select count(*)::integer as n from users where workspace_id = $1',
    [id],
  )
  return rows[0]?.n ?? 0
}

test('a reset that was killed after some of its slices continues after a restart, and its proof counts every row', async () => {
  let last = ''
  for (let n = 0; n < count; n++) last = await given.addUser('Many', `Person${n}`)
  const sue = async () => as((await given.session(given.superAdmin)).accessToken)
  await (await sue()).tell(workspaceEndings.reset, { id, name: 'Northgate Hospital' })
  // The process has the real clock
  await world.superPool.query('update workspace_deletions set ends_at = now() where workspace_id = $1', [id])
  const before = await usersLeft()
  // The slice of this user waits
  const hold = new pg.Client(world.config.databaseUrl)
  await hold.connect()
  await hold.query('begin')
  await hold.query('select from users where workspace_id = $1 and id = $2 for update', [id, last])
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ending-process.ts')], {
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      DATABASE_URL: world.config.databaseUrl,
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
    stdio: 'inherit',
  })
  const gone = once(child, 'exit')
  while ((await usersLeft()) === before) await sleep(2)
  child.kill('SIGKILL')
  expect(await gone).toEqual([null, 'SIGKILL'])
  await hold.query('rollback')
  await hold.end()
  const left = await usersLeft()
  expect(left).toBeGreaterThan(2)
  expect(left).toBeLessThan(before)
  clock.forward(days(8))
  await endWorkspaces.work(world, {})
  const owner = as((await given.session(given.owner)).accessToken)
  expect((await owner.tell(users.list)).items.map(one => one.email)).toEqual([given.owner.email])
  const { items } = await owner.tell(activity.list, { action: 'workspace.was-reset' })
  expect(Number(items[0]?.before?.['rows'])).toBeGreaterThanOrEqual(before - 1)
})
