import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { getConstructionPlans, getMigrationPlans, type Job, type JobResult, PgBoss } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }
import type { Connection } from './db/db.ts'
import type { JobKind, Jobs, StuckJob, World } from './world.ts'

export type { JobKind, Jobs, Patience, StuckJob } from './world.ts'

const schema = 'jobs'

const failedJob = `select 1 from ${schema}.job where name = $1 and id::text = $2 and state = 'failed'`

const stuckJobs = `
  select id, name as kind, state = 'failed' as failed, retry_count + 1 as tries, created_on as since,
    coalesce(output ->> 'message', 'No reason was kept') as error
  from ${schema}.job where state in ('failed', 'retry')
  order by created_on desc limit 100`
const roles = 'claviger_app, claviger_unit, claviger_super'

const growing = { retryDelay: 2, retryBackoff: true }

// Two notices that come as one must not leave a mail waiting: what is full is fetched again at once,
// and the queue is looked at every two seconds whatever was noticed.
const taking = {
  batchSize: 10,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
  perJobResults: true,
} as const

/** Opens the job tables, which the owner made before. */
export async function openJobs(
  connection: Connection,
  kinds: readonly JobKind<never>[],
  onError: (error: Error) => void,
): Promise<Jobs> {
  const boss = new PgBoss({
    ...(connection as object),
    options: '-c role=claviger_super',
    schema,
    migrate: false,
    max: 4,
    useListenNotify: true,
    application_name: 'claviger jobs',
  })
  boss.on('error', onError)
  await boss.start()
  const there = new Set((await boss.getQueues()).map(queue => queue.name))
  for (const kind of kinds) {
    if (!there.has(kind.name))
      await boss.createQueue(kind.name, { ...growing, retryLimit: 8, retryDelayMax: 3600, notify: true })
    if (kind.cron !== undefined) await boss.schedule(kind.name, kind.cron, {}, { tz: 'UTC' })
  }
  return {
    async announce(ctx, kind, data) {
      const executeSql = async (text: string, values: unknown[] = []) => {
        const { rows } = await ctx.db.executeQuery(CompiledQuery.raw(text, values))
        return { rows: rows as never[] }
      }
      const { patience } = kind
      await boss.send(kind.name, data, {
        db: { executeSql },
        ...(patience && { ...growing, retryLimit: patience.tries, retryDelayMax: patience.longestWait }),
      })
    },
    async work(world, all) {
      for (const kind of all) {
        const several = { localConcurrency: kind.takers ?? 1 }
        await boss.work(kind.name, { ...taking, ...several }, (jobs: Job[]) =>
          Promise.all(jobs.map(job => attempt(world, kind as unknown as JobKind, job))),
        )
      }
    },
    async counts() {
      const queues = await boss.getQueues()
      return queues
        .filter(queue => kinds.some(kind => kind.name === queue.name))
        .map(q => ({
          name: q.name,
          waiting: q.queuedCount,
          running: q.activeCount,
          failed: q.failedCount,
        }))
    },
    async stuck() {
      const { rows } = await boss.getDb().executeSql(stuckJobs)
      return rows as StuckJob[]
    },
    async again(kind, id) {
      const { rows } = await boss.getDb().executeSql(failedJob, [kind, id])
      if (rows.length > 0) await boss.retry(kind, id)
      return rows.length > 0
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}

async function attempt(world: World, kind: JobKind, job: Job): Promise<JobResult> {
  try {
    const work = () => kind.work(world, job.data ?? {})
    await (world.witness?.({ name: `job ${kind.name}`, silent: kind.silent }, work) ?? work())
    return { id: job.id, status: 'completed' }
  } catch (error) {
    world.log.warn({ job: kind.name, err: error }, 'a job failed and will be tried again')
    return { id: job.id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
  }
}

/** Makes or upgrades the job tables as their owner, with rights for the roles that leave and take jobs. */
export async function installJobs(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ made: boolean }>(`select to_regclass('${schema}.version') is not null as made`)
  const version = rows[0]?.made
    ? (await client.query<{ version: number }>(`select version from ${schema}.version`)).rows[0]?.version
    : undefined
  if (version === library.pgboss.schema) return
  if (version === undefined) await client.query(getConstructionPlans(schema))
  else if (version < library.pgboss.schema) await client.query(getMigrationPlans(schema, version))
  await client.query(`grant usage on schema ${schema} to ${roles}`)
  await client.query(`grant select, insert on all tables in schema ${schema} to ${roles}`)
  await client.query(`grant update, delete on all tables in schema ${schema} to claviger_super`)
  await client.query(`grant execute on all functions in schema ${schema} to ${roles}`)
}
