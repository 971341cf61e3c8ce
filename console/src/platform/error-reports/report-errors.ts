import { errorSamples, withoutPersonalData } from '@claviger/contract/platform/error-reports'
import {
  browserTracingIntegration,
  globalHandlersIntegration,
  init,
  makeFetchTransport,
  replayIntegration,
} from '@sentry/browser'
import type { BrowserOptions } from '@sentry/browser'
import { cleaned } from './clean-replay.ts'

type Transport = NonNullable<BrowserOptions['transport']>

// Replays don't pass beforeSend
const cleanTransport: Transport = options => {
  const fetching = makeFetchTransport(options)
  return { ...fetching, send: envelope => fetching.send(cleaned(envelope)) }
}

const attributes =
  'title placeholder aria-label aria-labelledby aria-describedby aria-controls alt value href src srcset action id for name content data-key data-value'.split(
    ' ',
  )

/** Reports errors of this page to a service, without personal data and secrets (R204). */
export function reportErrors(dsn: string): void {
  init({
    dsn,
    defaultIntegrations: false,
    integrations: [
      globalHandlersIntegration(),
      browserTracingIntegration({ enableInp: false }),
      replayIntegration({
        maskAllText: true,
        maskAllInputs: true,
        blockAllMedia: true,
        maskAttributes: attributes,
        // An uncompressed recording can be cleaned on its way
        useCompression: false,
        networkDetailAllowUrls: [],
      }),
    ],
    transport: cleanTransport,
    tracePropagationTargets: [],
    sendDefaultPii: false,
    maxBreadcrumbs: 0,
    tracesSampleRate: errorSamples.traces,
    replaysSessionSampleRate: errorSamples.replays,
    replaysOnErrorSampleRate: errorSamples.replaysOnError,
    beforeSend: event => withoutPersonalData(event) as never,
    beforeSendTransaction: event => withoutPersonalData(event) as never,
  })
}
