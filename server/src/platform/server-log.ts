import { existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type LogFn, type Logger, pino } from 'pino'
import type { Config } from './config.ts'
import type { FaultListener } from './error-reports/error-report-types.ts'

export interface ServerLog {
  log: Logger
  file: string | undefined
  /** Passes on the error of each line at error level or above that is written. */
  listen(to: FaultListener | undefined): void
}

/** At the next start, a larger file is rotated; bytes. */
const longest = 20_000_000

const faultLevel = pino.levels.values['error'] ?? 50

/**
 * JSON lines go to standard output, unless it is a terminal and LOG_LEVEL is not set. A terminal shows only
 * what its user needs, and faults.
 */
export function openServerLog(config: Config, asked: boolean, number?: number): ServerLog {
  const file = process.stdout.isTTY && !asked ? fileIn(config.dataFolder) : undefined
  let listener: FaultListener | undefined
  const listen = (to: FaultListener | undefined) => void (listener = to)
  const settings = {
    hooks: {
      logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) {
        const [of] = args as readonly unknown[]
        if (level >= faultLevel && typeof of === 'object' && of !== null && 'err' in of && of.err instanceof Error)
          listener?.(of.err)
        method.apply(this, args)
      },
    },
    level: config.logLevel,
    base: number === undefined ? null : { process: number },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  if (!file) return { log: pino(settings), file: undefined, listen }
  const beside = pino.multistream([
    { level: config.logLevel, stream: pino.destination({ dest: file.opened, sync: true }) },
    { level: 'error', stream: process.stdout },
  ])
  return { log: pino(settings, beside), file: file.path, listen }
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
