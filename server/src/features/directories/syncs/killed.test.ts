import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { syncs } from '@claviger/contract/directories/syncs'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { directories } from '#test/api/directories.ts'
import { fakePerson } from '#test/emulators/fake-source.ts'
import { startTestApp } from '#test/app/test-app.ts'
import { newId } from '#platform/ids.ts'
import { resumeWorks } from '#features/work/works/works.jobs.ts'
import { addToPlan, beginPlan, runPlan } from '#features/work/works/works.plans.ts'
import { noCounts, type PlannedChange } from './plan.ts'
import { directorySyncs } from './sync-run-kind.ts'
import { insertRun } from './runs.store.ts'

const home = await startTestApp()
const { world, given, as, clock } = home
const { workspace } = given.owner
const { add, inside } = directories(home)
const people = 1300
const by = { id: given.administrator.id, name: 'Grace Hopper' }

async function begun(connection: string): Promise<{ run: string; work: string }> {
  const run = newId()
  return inside(async ctx => {
    const parameters = { run, connection, mode: 2 }
    const { id: work } = await beginPlan(ctx, directorySyncs, by, { parameters, name: 'Killed' })
    const rows = Array.from({ length: people }, (_, at) => {
      const { anchor, attributes } = fakePerson(`k${at}`)
      const { userName: userId, mail: email, firstName } = attributes as Record<string, string>
      const fields = { userId, email, firstName, lastName: 'Killed' } as Extract<
        PlannedChange,
        { do: 'person' }
      >['fields']
      const facts: PlannedChange = { do: 'person', plan: 'add', anchor, active: true, fields }
      return { row: at + 1, subject: null, named: anchor, facts }
    })
    await addToPlan(ctx, work, rows)
    await insertRun(ctx.db, {
      workspace_id: workspace,
      id: run,
      connection_id: connection,
      connection_name: 'Killed',
      kind: 6,
      mode: 2,
      dry: false,
      started_by: 'person',
      state: 'applying',
      counts: JSON.stringify(noCounts()),
      work_id: work,
      actor_id: by.id,
      actor_name: by.name,
      created_at: clock.now(),
    })
    await runPlan(ctx, directorySyncs, work, people, true)
    return { run, work }
  })
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(world.config.databaseUrl)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('after a process is killed mid-batch, the next one loses and duplicates no users', async () => {
  const { id: connection } = await add({ kind: 6, name: 'Killed' })
  const { run, work } = await begun(connection)
  const [client, holder] = [await connect(), await connect()]
  const count = async (of: string) =>
    (await client.query<{ n: number }>(`select count(*)::integer as n from ${of}`)).rows[0]?.n
  const done = await count(`users where user_id like 'k%@fake.example'`)
  expect(done).toBeGreaterThan(0)
  expect(done).toBeLessThan(people)

  // The lock makes the process wait before it links the created users, so it dies before the commit
  await holder.query('begin; lock table directory_links in share mode')
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../../test/app/continue-work.ts'), directorySyncs.name, workspace, work],
    {
      env: {
        ...process.env,
        DATABASE_URL: world.config.databaseUrl,
        MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        LOG_CHECKPOINTS: 'off',
      },
      stdio: 'inherit',
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const waits = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => count(waits), { timeout: 80_000, interval: 50 }).toBe(1)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await holder.query('rollback')
  await expect.poll(() => count(waits)).toBe(0)

  await client.query(`update works set touched_at = now() - interval '1 minute' where id = '${work}'`)
  await resumeWorks.work(world, {})
  const { rows } = await client.query<{ outcomes: unknown; users: number; links: number; lines: number }>(`
    select (select jsonb_object_agg(outcome, n) from
        (select outcome, count(*) as n from work_rows where work_id = '${work}' group by outcome) each) as outcomes,
      (select count(distinct user_id)::integer from users where user_id like 'k%@fake.example') as users,
      (select count(distinct local_id)::integer from directory_links where connection_id = '${connection}') as links,
      (select count(*)::integer from activities where action = 'user.created' and actor_id = '${connection}') as lines`)
  expect(rows).toEqual([{ outcomes: { done: people }, users: people, links: people, lines: people }])
  const now = await as(given.administrator.accessToken).tell(syncs.get, { id: run })
  expect(now).toMatchObject({ state: 'done', total: people, processed: people, succeeded: people })
}, 150_000)
