import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { makeApp } from '../app.ts'
import { ensureDemo } from '../demo/demo.ts'
import { openModule } from '../features/keys/vault/vault.ts'
import { openCountries } from '../features/decide/evaluator/evaluator.countries.ts'
import { startBeats } from '../ground/beats.ts'
import { systemClock } from '../ground/clock.ts'
import type { Config } from '../ground/config.ts'
import { noteAddress } from '../ground/config/address.ts'
import type { Connection } from '../ground/db/db.ts'
import { hear, say } from '../ground/processes.ts'
import { leaveGently } from '../http/drain/drain.ts'
import { outboxKey } from '../http/outbox-page.ts'
import { beats } from '../jobs/beats.ts'
import { kinds } from '../jobs/kinds.ts'
import { openWorld } from '../open.ts'
import { operatorsCommand } from './operators-command.ts'

/** Connections on which nothing is asked any more are closed after this; milliseconds. */
const idle = 5000

/** What a server is given that does not follow from its settings. */
export interface Serving {
  connection: Connection
  /** Takes jobs and keeps what comes every few seconds going; of several processes one does. */
  works: boolean
  /** Where its log goes, if not where it prints. */
  logFile: string | undefined
  /** Done last, when nothing needs the database any more. */
  close: () => Promise<void>
}

/** Answers calls in this process until it is told to end. */
export async function serve(
  config: Config,
  log: Logger,
  { connection, works, logFile, close }: Serving,
): Promise<void> {
  const world = await openWorld(config, connection, log, systemClock)
  openCountries(config, log)
  await openModule(world)
  if (works) await ensureDemo(world)
  const app = await makeApp(world)
  const heart = works ? startBeats(world, beats) : undefined
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
    // Others have the port: whoever still talks to us is answered first
    if (signal === 'leave') await leaveGently(app, idle)
    await app.close()
    await heart?.stop()
    await world.close()
    await close()
    if (cluster.isWorker) process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal))
  // Without others there is nobody to hand over to; with them the supervisor is told, and tells us
  process.on('SIGHUP', () => cluster.isWorker || void stop('SIGHUP'))
  if (cluster.isWorker) hear(({ is }) => is === 'leave' && void stop('leave'))

  // A whole house may come in one moment: who finds no place in the system's own queue would try again for seconds
  await app.listen({ host: config.host, port: config.port, backlog: 4096 })
  if (works) {
    noteAddress(config)
    await world.jobs.work(world, kinds)
  }

  const lines = [
    `Claviger is ready at ${config.publicUrl}`,
    config.smtpUrl === undefined
      ? `Mail is kept here: ${config.publicUrl}/outbox?key=${outboxKey(world)}`
      : `Mail goes through ${new URL(config.smtpUrl).host}`,
    `First super administrator: ${operatorsCommand(process.env['PATH'])} admin create-super-admin you@example.org`,
    ...(logFile === undefined ? [] : [`What happens is written down in ${logFile}`]),
  ]
  const words = `\n${lines.map(line => `  ${line}`).join('\n')}\n\n`
  if (cluster.isWorker) say({ is: 'ready', words })
  else process.stdout.write(words)
}
