import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { pino } from 'pino'
import { makeApp } from '#app.ts'
import { ensureDemo } from '#demo/demo.ts'
import { openSession } from '#features/access/sessions/sessions.ts'
import { linkLog } from '#features/oversight/log-chain/log-chain.ts'
import { writeBackup } from '#platform/backup/backup-writer.ts'
import { systemClock } from '#platform/clock.ts'
import { loadConfig } from '#platform/config.ts'
import { transact } from '#platform/db/transaction.ts'
import { startEmbedded } from '#platform/embedded/embedded.ts'
import { firstJobTables } from '#platform/jobs.ts'
import { kinds } from '#jobs/job-kinds.ts'
import { openAppContext, type OpenAppContext } from '#open-app-context.ts'
import { softwareKey } from '../api/authenticator.ts'
import { callerOf } from '../app/caller.ts'
import { addPasskey, origin } from '../api/passkeys.ts'
import { callsOfAnOwner } from './calls.ts'
import type { UpgradeExtras } from './past.ts'

const most = 300_000

/** Reduces the demo to a size suitable for the repository. */
const thin = `
  delete from users u where not exists (select from administrators a where a.user_id = u.id)
    and id not in (select account_id from shares union select person_id from shares where person_id is not null)
    and id not in (select id from (select id, row_number() over (
      partition by suspended_at is null, active_keys, pending_keys, key_kinds order by id) as n from users) one where n <= 2);
  delete from activities where id not in (select id from (select id, row_number() over (
    partition by action, status order by id desc) as n from activities) one where n <= 12)
    and id not in (select distinct on (workspace_id) id from activities order by workspace_id, id);
  delete from attendance_sessions where id not in (select id from attendance_sessions order by starts_at desc limit 5);
  delete from self_service_counts where day < current_date - 10;
  delete from work_rows where row > 12;
  delete from application_days where day < current_date - 10;
  delete from directory_runs where id not in (select id from directory_runs order by id desc limit 60);
  delete from workflow_runs where id not in (select id from workflow_runs order by id desc limit 60);
  update workspaces set trial_end_date = null`

/** Writes a backup of a small hospital to a file and returns what is needed to use it. */
export async function makeDatabase(file: string): Promise<UpgradeExtras> {
  const folder = await mkdtemp(join(tmpdir(), 'claviger-past-'))
  const log = pino({ level: 'silent' })
  const embedded = await startEmbedded({ folder, log, durable: false })
  const masterKey = randomBytes(32).toString('base64')
  try {
    const config = loadConfig({
      MASTER_KEY: masterKey,
      PUBLIC_URL: origin,
      DATA_FOLDER: folder,
      DEMO: 'true',
      KEEP_MAIL: 'true',
      LOG_CHECKPOINTS: 'off',
      RATE_LIMIT_FACTOR: '1000',
    })
    const world = await openAppContext(config, embedded.connection, log, systemClock)
    await ensureDemo(world)
    const owner = new pg.Client(embedded.connection)
    await owner.connect()
    await owner.query(thin)
    await owner.end()
    const made = await live(world)
    await writeBackup(world, file)
    await world.close()
    const packed = gzipSync(gunzipSync(await readFile(file)), { level: 9 })
    if (packed.length > most) throw new Error(`The database takes ${packed.length} bytes; ${most} are enough`)
    await writeFile(file, packed)
    return { masterKey, ...made, jobs: firstJobTables() }
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true })
  }
}

async function live(world: OpenAppContext): Promise<Pick<UpgradeExtras, 'email' | 'key' | 'users'>> {
  const { rows } = await world.superPool.query<{ workspace: string; id: string; email: string }>(
    'select u.workspace_id as workspace, id, email from users u join administrators a on a.user_id = u.id where a.role = 1',
  )
  const [person] = rows
  if (!person) throw new Error('nobody owns the demo')
  const app = await makeApp(world)
  await app.ready()
  world.jobs.work(world, kinds)
  const as = (authorization: string | undefined) => callerOf(app, authorization)
  const request = { id: 'past', ip: '127.0.0.1', userAgent: 'past' }
  const about = { actor: { kind: 'nobody' }, request, workspace: person.workspace } as const
  const { accessToken } = await transact(world, about, ctx =>
    openSession(ctx, { user: person.id, method: 'passkey', verified: true }),
  )
  const { key } = await addPasskey({ as }, accessToken, softwareKey({ origin }))
  const users = await callsOfAnOwner(as(accessToken))
  for (let due = 1; due > 0; await new Promise(done => setTimeout(done, 100))) {
    const left = await world.superPool.query<{ due: number }>(
      "select count(*)::integer as due from jobs.job where state < 'completed' and start_after <= now()",
    )
    due = left.rows[0]?.due ?? 0
  }
  await app.close()
  await linkLog(world, { waits: true })
  return { email: person.email, key: key.kept(), users }
}
