// Closes the billing periods that have ended, as the nightly job does, in a process that a test can kill.
import { pino } from 'pino'
import { openAppContext } from '../../src/open-app-context.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { closeMonths } from './billing-jobs.ts'

const config = loadConfig(process.env)
const world = await openAppContext(
  config,
  { connectionString: config.databaseUrl },
  pino({ level: 'silent' }),
  systemClock,
)
await closeMonths(world)
await world.close()
