import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { getConstructionPlans, getMigrationPlans, type Job, type JobResult, PgBoss } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }
import { runExclusively } from './db/exclusive-work.ts'
import { runParts, type StatementPart } from './db/parts.ts'
import type { JobKind, Jobs, StuckJob, AppContext } from './app-context.ts'

export type { JobKind, Jobs, RequestPatience, StuckJob } from './app-context.ts'

const schema = 'jobs'

const failedJob = `select 1 from ${schema}.job where name = $1 and id::text = $2 and state = 'failed'`

const stuckJobs = `
  select id, name as kind, state = 'failed' as failed, retry_count + 1 as tries, created_on as since,
    coalesce(output ->> 'message', 'No reason was kept') as error
  from ${schema}.job where state in ('failed', 'retry')
  order by created_on desc limit 100`
const roles = 'claviger_app, claviger_unit, claviger_super'

const unconditional = 'ON CONFLICT DO NOTHING'

const growing = { retryDelay: 2, retryBackoff: true }

// A commit that adds jobs wakes the workers of its own process afterwards. NOTIFY within the transaction would
// serialize commits: PostgreSQL holds a cluster-wide lock from the notice to the end of the commit. Wake-ups
// can be merged without delaying jobs: a full batch is followed immediately by another fetch, and every two seconds
// one query looks for due jobs in all queues, also for those of other processes. If each of the 80 workers polled,
// an idle server would send 40 queries a second.
const pollingSeconds = 2
const taking = {
  batchSize: 10,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 60,
  perJobResults: true,
} as const

const dueKinds = `
  select kind.name from unnest($1::text[]) as kind (name)
  where exists (
    select from ${schema}.job j
    where j.name = kind.name and j.state < 'active' and not j.blocked and j.start_after <= now())`

/** How long running jobs may take to finish at a stop; milliseconds. */
const timeToFinish = 10_000

/** The workers of a kind, which begin with its first job. */
interface Workers {
  readonly ids: string[]
  begin: (() => Promise<void>) | undefined
}

export async function openJobs(
  pool: pg.Pool,
  kinds: readonly JobKind<never>[],
  onError: (error: Error) => void,
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema,
    migrate: false,
    // Frequent enough that one maintenance run finishes within the statement timeout
    maintenanceIntervalSeconds: 3600,
  })
  boss.on('error', onError)
  await boss.start()
  const there = new Set((await boss.getQueues()).map(queue => queue.name))
  const planned = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  for (const kind of kinds) {
    if (!there.has(kind.name)) await boss.createQueue(kind.name, { ...growing, retryLimit: 8, retryDelayMax: 3600 })
    if (kind.cron !== undefined && planned.get(kind.name) !== kind.cron)
      await boss.schedule(kind.name, kind.cron, {}, { tz: 'UTC' })
  }
  const workers = new Map<string, Workers>()
  const stopping = new AbortController()
  let polling: Promise<void> | undefined
  const part = async <D extends object>(kind: JobKind<D>, data: D): Promise<StatementPart> => {
    let written: StatementPart | undefined
    const executeSql = (text: string, values: unknown[] = []) => {
      // Like every part, it writes nothing unless the statement agrees
      written = { text: text.replace(unconditional, `where exists (select from agreed) ${unconditional}`), values }
      return Promise.resolve({ rows: [{ id: kind.name }] as never[] })
    }
    const { patience } = kind
    await boss.send(kind.name, data, {
      db: { executeSql },
      ...(patience && { ...growing, retryLimit: patience.tries, retryDelayMax: patience.longestWait }),
    })
    if (!written) throw new Error('an unknown job')
    if (!written.text.includes('from agreed')) throw new Error('the job library writes jobs by another statement')
    return written
  }
  const wake = ({ name }: { readonly name: string }) => {
    const own = workers.get(name)
    if (own === undefined || stopping.signal.aborted) return
    const { begin } = own
    own.begin = undefined
    if (begin) begin().catch(onError)
    else for (const id of own.ids) boss.notifyWorker(id)
  }
  const poll = async () => {
    while (!stopping.signal.aborted) {
      try {
        const { rows } = await pool.query<{ name: string }>(dueKinds, [[...workers.keys()]])
        for (const due of rows) wake(due)
      } catch (error) {
        onError(error as Error)
      }
      await sleep(pollingSeconds * 1000, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  return {
    part,
    wake,
    async announce(ctx, kind, data) {
      await runParts(ctx.db, { job: await part(kind, data) })
      ctx.whenCommitted(() => wake(kind))
    },
    work(world, taken) {
      for (const kind of taken) {
        const ids: string[] = []
        const take = (jobs: Job[]) => Promise.all(jobs.map(job => attempt(world, kind as unknown as JobKind, job)))
        const begin = async () => {
          // Sequential, because each is woken by its own name
          for (let taker = 0; taker < (kind.takers ?? 1); taker++) ids.push(await boss.work(kind.name, taking, take))
        }
        workers.set(kind.name, { ids, begin })
      }
      polling ??= poll()
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
      const { rows } = await pool.query<StuckJob>(stuckJobs)
      return rows
    },
    async again(kind, id) {
      const { rows } = await pool.query(failedJob, [kind, id])
      if (rows.length > 0) await boss.retry(kind, id)
      return rows.length > 0
    },
    async stop() {
      stopping.abort()
      // The library checks only twice a second whether its workers are done
      const done = Promise.all([polling, ...[...workers.keys()].map(name => boss.offWork(name, { wait: true }))])
      await Promise.race([done, sleep(timeToFinish, undefined, { ref: false })])
      await boss.stop({ graceful: false })
      await pool.end()
    },
  }
}

async function attempt(world: AppContext, kind: JobKind, job: Job): Promise<JobResult> {
  try {
    const work = () => kind.work(world, job.data ?? {})
    await (world.auditProbe?.({ name: `job ${kind.name}`, silent: kind.silent }, work) ?? work())
    return { id: job.id, status: 'completed' }
  } catch (error) {
    world.log.warn({ job: kind.name, err: error }, 'a job failed and will be tried again')
    return { id: job.id, status: 'failed', output: { message: error instanceof Error ? error.message : String(error) } }
  }
}

export const firstJobTables = (): string => getConstructionPlans(schema)

export async function installJobs(client: pg.ClientBase, first = firstJobTables()): Promise<void> {
  const later = await runExclusively(client, async () => {
    const plan = await planOf(client, first)
    if (plan === undefined) return []
    // The library would commit by itself, and another process could start before the rights are granted
    const [within = '', ...behind] = plan.replace('BEGIN;', '').split('COMMIT;')
    await client.query(within)
    await client.query(`grant usage on schema ${schema} to ${roles}`)
    await client.query(`grant select, insert on all tables in schema ${schema} to ${roles}`)
    await client.query(`grant update, delete on all tables in schema ${schema} to claviger_super`)
    await client.query(`grant execute on all functions in schema ${schema} to ${roles}`)
    return behind
  })
  // Indexes of large tables, which can't be built within a transaction
  for (const statement of later.join('').split(/;\s*$/m)) if (/\w/.test(statement)) await client.query(statement)
}

async function planOf(client: pg.ClientBase, first: string): Promise<string | undefined> {
  const { rows } = await client.query<{ made: boolean }>(`select to_regclass('${schema}.version') is not null as made`)
  if (!rows[0]?.made) return first
  const { rows: is } = await client.query<{ version: number }>(`select version from ${schema}.version`)
  const version = is[0]?.version
  if (version === undefined) return first
  return version < library.pgboss.schema ? getMigrationPlans(schema, version) : undefined
}
