/** Sample rates of error reports (R204). Errors are always reported. */
export const errorSamples = { traces: 0.1, replays: 0.1, replaysOnError: 1 } as const

interface Frame {
  filename?: string
  function?: string
  lineno?: number
  colno?: number
}

/** The parts of an event of Sentry that are read here. */
export interface ReportedEvent {
  event_id?: string
  type?: unknown
  timestamp?: number
  start_timestamp?: number
  platform?: string
  level?: unknown
  release?: string
  environment?: string
  transaction?: string
  exception?: { values?: readonly { type?: string; stacktrace?: { frames?: readonly Frame[] } }[] }
  contexts?: { trace?: object }
  spans?: readonly object[]
  tags?: Readonly<Record<string, unknown>>
}

const pick = (of: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(of).filter(([name]) => names.includes(name)))

const id = /\/(?:[0-9a-f]{8}-[0-9a-f-]{27}|\d[^/]*|[^/]{40,})(?=\/|$)/gi

/** The route of an address: without IDs, query, and fragment, which can name users or hold secrets. */
export const routeOf = (address: string): string =>
  address
    .replace(/^(\w+ )?\w+:\/\/[^/]*/, '$1')
    .replace(/[?#].*$/s, '')
    .replace(id, '/{id}')

// Without the folders above our own files, which can name the user who installed them
const fileOf = (name = ''): string =>
  /^node:[\w/]+$/.exec(name)?.[0] ?? /(?:server|contract|console|assets|node_modules)\/[\w@./-]+$/.exec(name)?.[0] ?? ''

/** Random ID by which the service finds the replay of an error; without it no replay is sent. */
const replayOf = (tags: ReportedEvent['tags']) => {
  const { replayId } = tags ?? {}
  return typeof replayId === 'string' && /^[0-9a-f]{32}$/.test(replayId) ? { tags: { replayId } } : {}
}

const wordOf = (name = ''): string => /^[\w$.<> ]{1,100}$/.exec(name)?.[0] ?? ''

const frameOf = (frame: Frame) => ({
  filename: fileOf(frame.filename),
  function: wordOf(frame.function),
  ...pick(frame, ['lineno', 'colno']),
})

/**
 * Keeps of an event only what can't name a user: the type of the error and where in our code it happened, the route, and
 * durations. Messages are left out, because they can quote what a user entered; `code` is that of a system or database error.
 */
export function withoutPersonalData(event: ReportedEvent, code?: unknown) {
  const span = ['span_id', 'trace_id', 'parent_span_id', 'start_timestamp', 'timestamp', 'op', 'status']
  return {
    ...pick(event, ['event_id', 'type', 'timestamp', 'start_timestamp', 'platform', 'level', 'release', 'environment']),
    ...(event.transaction !== undefined && { transaction: routeOf(event.transaction) }),
    ...(event.exception && {
      exception: {
        values: (event.exception.values ?? []).map(({ type, stacktrace }) => ({
          type: wordOf(type),
          value: typeof code === 'string' ? (/^[A-Z0-9_]{2,40}$/.exec(code)?.[0] ?? '') : '',
          stacktrace: { frames: (stacktrace?.frames ?? []).map(frameOf) },
        })),
      },
    }),
    ...replayOf(event.tags),
    ...(event.contexts?.trace && { contexts: { trace: pick(event.contexts.trace, span) } }),
    ...(event.spans && { spans: event.spans.map(one => pick(one, span)) }),
  }
}
