// Deletes or resets the workspaces whose grace period has ended, as the hourly job does, in a process that a test can kill.
import { pino } from 'pino'
import { endWorkspaces } from '../../src/features/access/workspace-deletion/workspace-deletion.jobs.ts'
import { openAppContext } from '../../src/open-app-context.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { loadConfig } from '../../src/platform/config.ts'

const config = loadConfig(process.env)
const world = await openAppContext(
  config,
  { connectionString: config.databaseUrl },
  pino({ level: 'silent' }),
  systemClock,
)
await endWorkspaces.work(world, {})
await world.close()
