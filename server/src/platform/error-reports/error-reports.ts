import type { Config } from '../config.ts'
import type { ErrorReports } from './error-report-types.ts'

/** Sends faults to the service of SENTRY_DSN; undefined, and nothing is loaded, without one. */
export async function openErrorReports(
  config: Pick<Config, 'sentryDsn' | 'environment'>,
): Promise<ErrorReports | undefined> {
  if (config.sentryDsn === undefined) return undefined
  return (await import('./sentry.ts')).reportTo(config.sentryDsn, config.environment)
}
