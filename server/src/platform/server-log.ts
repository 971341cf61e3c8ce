import { existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import type { Config } from './config.ts'

export interface ServerLog {
  log: Logger
  file: string | undefined
}

/** At the next start, a larger file is rotated; bytes. */
const longest = 20_000_000

/**
 * JSON lines go to standard output, unless it is a terminal and LOG_LEVEL is not set. A terminal shows only
 * what its user needs, and faults.
 */
export function openServerLog(config: Config, asked: boolean, number?: number): ServerLog {
  const file = process.stdout.isTTY && !asked ? fileIn(config.dataFolder) : undefined
  const settings = {
    level: config.logLevel,
    base: number === undefined ? null : { process: number },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  if (!file) return { log: pino(settings), file: undefined }
  const beside = pino.multistream([
    { level: config.logLevel, stream: pino.destination({ dest: file.opened, sync: true }) },
    { level: 'error', stream: process.stdout },
  ])
  return { log: pino(settings, beside), file: file.path }
}

function fileIn(folder: string): { path: string; opened: number } | undefined {
  const path = join(folder, 'claviger.log')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (existsSync(path) && statSync(path).size > longest) renameSync(path, `${path}.1`)
    return { path, opened: openSync(path, 'a', 0o600) }
  } catch {
    return undefined
  }
}
