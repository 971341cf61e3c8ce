import type { Beat } from '../../../ground/beats.ts'
import type { JobKind } from '../../../ground/jobs.ts'
import { linkLog } from './log-chain.ts'
import { trimLog } from './trim.ts'

/** Links what was written to the log, a few seconds after its commit. */
export const linkBeat: Beat = { name: 'link-log', everySeconds: 3, work: world => linkLog(world) }

/** Takes lines away that are older than their workspace keeps them, every ten minutes. */
export const trimLogs: JobKind = { name: 'trim-log', cron: '*/10 * * * *', work: trimLog }
