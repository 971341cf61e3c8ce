import type { ScheduledTask } from '#platform/scheduled-tasks.ts'
import type { JobKind } from '#platform/jobs.ts'
import { linkLog } from './log-chain.ts'
import { checkpoint } from './register/register.ts'
import { trimLog } from './log-trimming.ts'

export const linkTask: ScheduledTask = { name: 'link-log', everySeconds: 3, work: world => linkLog(world) }

/** Checks that all chains exist and exports the signed head of their register. */
export const checkpointTask: ScheduledTask = {
  name: 'checkpoint-log',
  everySeconds: 60,
  work: world => checkpoint(world),
}

/** Deletes lines past their workspace's retention, daily; each run leaves a line. */
export const trimLogs: JobKind = { name: 'trim-log', cron: '20 3 * * *', work: trimLog }
