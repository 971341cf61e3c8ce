import cluster from 'node:cluster'
import type { Logger } from 'pino'
import { makeApp } from '../app.ts'
import { stopCounting } from '../features/billing/licenses/licenses.jobs.ts'
import { openModule } from '../features/keys/vault/vault.ts'
import { openCountries } from '../features/decide/evaluator/evaluator.countries.ts'
import { startScheduledTasks } from '../platform/scheduled-tasks.ts'
import { systemClock } from '../platform/clock.ts'
import { installationStateTask, loadInstallationState } from '../platform/entrance/installation-state.ts'
import type { Config } from '../platform/config.ts'
import { noteAddress } from '../platform/config/noted-address.ts'
import type { ErrorReports } from '../platform/error-reports/error-report-types.ts'
import type { ConnectionConfig } from '../platform/db/db.ts'
import { onSupervisorMessage, sendToSupervisor } from '../platform/processes.ts'
import { closeGracefully } from '../http/drain/drain.ts'
import { outboxKey } from '../http/outbox-page.ts'
import { scheduledTasks } from '../jobs/task-list.ts'
import { kinds } from '../jobs/job-kinds.ts'
import { setupLink } from '../features/access/registration/registration.setup.ts'
import { openAppContext } from '../open-app-context.ts'
import { operatorsCommand } from './operators-command.ts'
import { timed } from './start-steps.ts'

/** Idle connections are closed after this; milliseconds. */
const idle = 5000

export interface ServingProcess {
  connection: ConnectionConfig
  /** Runs jobs and scheduled tasks; only one of several processes does. */
  works: boolean
  logFile: string | undefined
  reports: ErrorReports | undefined
  close: () => Promise<void>
}

const demoLinks = (address: string) => [
  `Demo workspace, as its owner: ${address}/auth/sign-in?demo=hospital`,
  `Demo workspace, as a partner: ${address}/auth/sign-in?demo=partner`,
]

export async function serve(
  config: Config,
  log: Logger,
  { connection, works, logFile, reports, close }: ServingProcess,
): Promise<void> {
  const world = await timed('Preparing the tables', () => openAppContext(config, connection, log, systemClock))
  openCountries(config, log)
  await openModule(world)
  if (works && config.demo)
    await timed('Creating the demo workspace', async () => (await import('../demo/demo.ts')).ensureDemo(world))
  if (works && !config.billing) await stopCounting(world)
  const app = await makeApp(world, reports)
  await loadInstallationState(world)
  // Every process keeps what applies to all its calls; the first one also does the scheduled work
  const heart = startScheduledTasks(world, works ? [installationStateTask, ...scheduledTasks] : [installationStateTask])
  let asked: number | undefined
  /**
   * Finishes open requests and running jobs and closes the database; a later second signal exits immediately.
   */
  const stop = async (signal: string) => {
    if (asked !== undefined) {
      // One stop request may arrive twice: from the terminal's process group and forwarded by npm start.
      if (performance.now() - asked > 1000) process.exit(1)
      return
    }
    asked = performance.now()
    log.info({ signal }, 'stopping')
    // Another process has the port: finish the open connections first
    if (signal === 'leave') await closeGracefully(app, idle)
    await app.close()
    await heart.stop()
    await world.close()
    await reports?.close()
    await close()
    if (cluster.isWorker) process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal))
  // A single process has no successor to hand over to; workers get the order from the supervisor
  process.on('SIGHUP', () => cluster.isWorker || void stop('SIGHUP'))
  if (cluster.isWorker) onSupervisorMessage(({ is }) => is === 'leave' && void stop('leave'))

  // Many clients may connect at the same moment; one that doesn't fit the system's queue would retry for seconds
  await app.listen({ host: config.host, port: config.port, backlog: 4096 })
  if (works) {
    noteAddress(config)
    world.jobs.work(world, kinds)
  }

  const setup = await setupLink(world)
  const lines = [
    `Claviger is ready at ${config.publicUrl}`,
    ...(setup === undefined ? [] : [`Set up the first workspace: ${setup}`]),
    ...(config.demo ? demoLinks(config.publicUrl) : []),
    config.smtpUrl === undefined
      ? `Outbox: ${config.publicUrl}/outbox?key=${outboxKey(world)}`
      : `Emails are sent through ${new URL(config.smtpUrl).host}`,
    `Commands for operators: ${operatorsCommand(process.env['PATH'])} admin help`,
    ...(logFile === undefined ? [] : [`Log file: ${logFile}`]),
  ]
  const words = `\n${lines.map(line => `  ${line}`).join('\n')}\n\n`
  if (cluster.isWorker) sendToSupervisor({ is: 'ready', words })
  else process.stdout.write(words)
}
