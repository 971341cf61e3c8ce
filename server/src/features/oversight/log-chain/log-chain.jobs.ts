import type { Beat } from '../../../ground/beats.ts'
import type { JobKind } from '../../../ground/jobs.ts'
import { linkLog } from './log-chain.ts'
import { checkpoint } from './register/register.ts'
import { trimLog } from './trim.ts'

/** Links what was written to the log, a few seconds after its commit. */
export const linkBeat: Beat = { name: 'link-log', everySeconds: 3, work: world => linkLog(world) }

/** Looks whether all chains are there, and lets the signed head of their register leave the database. */
export const checkpointBeat: Beat = { name: 'checkpoint-log', everySeconds: 60, work: world => checkpoint(world) }

/** Takes lines away that are older than their workspace keeps them, once a day: each time leaves a line. */
export const trimLogs: JobKind = { name: 'trim-log', cron: '20 3 * * *', work: trimLog }
