// Continues one long-running job in a process that tests kill: KIND WORKSPACE WORK.
import { pino } from 'pino'
import { jobOf } from '../../src/features/work/works/works.jobs.ts'
import { kindOfWork } from '../../src/features/work/works/work-kind.ts'
import { loadConfig } from '../../src/platform/config.ts'
import { openAppContext } from '../../src/open-app-context.ts'

const [kind = '', workspace = '', id = ''] = process.argv.slice(2)
const config = loadConfig(process.env)
const clock = { now: () => new Date() }
const world = await openAppContext(config, { connectionString: config.databaseUrl }, pino({ level: 'silent' }), clock)
await jobOf(kindOfWork(kind)).work(world, { kind, workspace, id, unitsOf: null })
await world.close()
