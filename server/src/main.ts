import { pino } from 'pino'
import { makeApp } from './app.ts'
import { ensureDemo } from './demo/demo.ts'
import { systemClock } from './ground/clock.ts'
import { type Config, ConfigError, loadConfig } from './ground/config.ts'
import type { Connection } from './ground/db/db.ts'
import { MigrationRefusal } from './ground/db/migrate.ts'
import { startEmbedded } from './ground/embedded/embedded.ts'
import { outboxKey } from './http/outbox-page.ts'
import { startBeats } from './ground/beats.ts'
import { beats } from './jobs/beats.ts'
import { kinds } from './jobs/kinds.ts'
import { openWorld } from './open.ts'

const readConfig = (): Config => {
  try {
    const env = process.argv.includes('--demo') ? { ...process.env, DEMO: 'true' } : process.env
    return loadConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(78)
  }
}

const config = readConfig()
const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime })
const startDatabase = () =>
  startEmbedded({ folder: config.dataFolder, log }).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  })

const embedded = config.databaseUrl === undefined ? await startDatabase() : undefined
const connection: Connection = embedded ? embedded.connection : { connectionString: config.databaseUrl }
const world = await openWorld(config, connection, log, systemClock).catch(async (error: unknown) => {
  if (!(error instanceof MigrationRefusal)) throw error
  process.stderr.write(`${error.message}\n`)
  await embedded?.stop()
  process.exit(1)
})
await ensureDemo(world)
const app = await makeApp(world)

const heart = startBeats(world, beats)
let asked: number | undefined
/** Answers what is under way, lets running jobs end, closes the database; a later second signal does not wait. */
const stop = async (signal: string) => {
  if (asked !== undefined) {
    // One wish to end may reach us twice: from the terminal's group, and passed on by npm start.
    if (performance.now() - asked > 1000) process.exit(1)
    return
  }
  asked = performance.now()
  log.info({ signal }, 'stopping')
  await app.close()
  await heart.stop()
  await world.close()
  await embedded?.stop()
}
process.on('SIGTERM', signal => void stop(signal))
process.on('SIGINT', signal => void stop(signal))

// A whole house may come in one moment: who finds no place in the system's own queue would try again for seconds
await app.listen({ host: config.host, port: config.port, backlog: 4096 })
await world.jobs.work(world, kinds)

const lines = [
  `Claviger is ready at ${config.publicUrl}`,
  config.smtpUrl === undefined
    ? `Mail is kept here: ${config.publicUrl}/outbox?key=${outboxKey(world)}`
    : `Mail goes through ${new URL(config.smtpUrl).host}`,
  'First super administrator: npm run admin -- create-super-admin you@example.org',
]
process.stdout.write(`\n${lines.map(line => `  ${line}`).join('\n')}\n\n`)
