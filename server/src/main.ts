import cluster from 'node:cluster'
import { type Config, ConfigError, loadConfig } from './platform/config.ts'
import { isOwnMachine } from './platform/config/exposure.ts'
import { runningEmbedded, startEmbedded } from './platform/embedded/embedded.ts'
import { lagOf } from './platform/embedded/version-lag.ts'
import { openErrorReports } from './platform/error-reports/error-reports.ts'
import { numberName } from './platform/processes.ts'
import { openServerLog } from './platform/server-log.ts'
import { timed } from './processes/start-steps.ts'
import { connectionsOfProcess } from './processes/process-shares.ts'

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
const number = cluster.isWorker ? Number(process.env[numberName]) : undefined
const { log, file, listen } = openServerLog(config, process.env['LOG_LEVEL'] !== undefined, number)
const reports = await openErrorReports(config)
listen(reports?.fault)
const several = config.processes > 1 && cluster.isPrimary

// Loaded only to explain a failure: a supervisor needs none of it
const reasonOf = async (error: unknown) => (await import('./platform/db/start-fault.ts')).startFaultOf(error, config)

const startDatabase = () =>
  timed('Starting the database', () =>
    startEmbedded({
      folder: config.dataFolder,
      log,
      ...(several && { connections: (config.processes + 1) * connectionsOfProcess(config.databasePool) + 20 }),
    }),
  ).catch(async (error: unknown) => {
    process.stderr.write(`${(await reasonOf(error)) ?? (error instanceof Error ? error.message : String(error))}\n`)
    process.exit(1)
  })

async function database() {
  if (config.databaseUrl !== undefined) {
    return { connection: { connectionString: config.databaseUrl }, close: () => Promise.resolve() }
  }
  if (cluster.isPrimary) {
    const { connection, stop } = await startDatabase()
    const lag = config.environment === 'production' || !isOwnMachine(config.publicUrl) ? lagOf(new Date()) : undefined
    if (lag !== undefined) log.warn(lag)
    if (lag !== undefined && file !== undefined) process.stderr.write(`${lag}\n`)
    return { connection, close: stop }
  }
  const connection = await runningEmbedded(config.dataFolder)
  if (connection === undefined) throw new Error(`No database runs on ${config.dataFolder}`)
  return { connection, close: () => Promise.resolve() }
}

const opened = await database()
try {
  // The supervisor loads no code that only its workers need
  if (several) await (await import('./processes/supervise.ts')).supervise(config, log, opened)
  else
    await (
      await import('./processes/serving-process.ts')
    ).serve(config, log, { ...opened, logFile: file, works: (number ?? 1) === 1, reports })
} catch (error) {
  process.stderr.write(`${(await reasonOf(error)) ?? (error instanceof Error ? error.stack : String(error))}\n`)
  await opened.close()
  process.exit(1)
}
