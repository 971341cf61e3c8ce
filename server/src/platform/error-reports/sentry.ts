import { errorSamples, withoutPersonalData } from '@claviger/contract/platform/error-reports'
import { captureException, flush, init, startInactiveSpan } from '@sentry/node'
import { version } from '../version.ts'
import type { ErrorReports } from './error-report-types.ts'

const patience = 2000

const codeOf = (fault: unknown): unknown =>
  typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : undefined

/** Starts reporting without the integrations that read requests, users, or the machine. */
export function reportTo(dsn: string, environment: string): ErrorReports {
  init({
    dsn,
    environment,
    release: `claviger@${version}`,
    defaultIntegrations: false,
    registerEsmLoaderHooks: false,
    sendDefaultPii: false,
    maxBreadcrumbs: 0,
    serverName: '',
    tracesSampleRate: errorSamples.traces,
    tracePropagationTargets: [],
    beforeSend: (event, { originalException }) => withoutPersonalData(event, codeOf(originalException)) as never,
    beforeSendTransaction: event => withoutPersonalData(event) as never,
  })
  return {
    fault: fault => void captureException(fault),
    call(route) {
      const span = startInactiveSpan({ name: route, op: 'http.server', forceTransaction: true })
      return status => {
        span.setStatus({ code: status >= 500 ? 2 : 1 })
        span.end()
      }
    },
    async close() {
      await flush(patience)
    },
  }
}
