import type { makeFetchTransport } from '@sentry/browser'

type Envelope = Parameters<ReturnType<typeof makeFetchTransport>['send']>[0]

/** Kinds of recorded events that show the page; others list addresses and texts of the browser. */
const shown = { load: 0, dom: 1, full: 2, incremental: 3, meta: 4 }
const kept = new Set<unknown>(Object.values(shown))

function withoutAddress(event: Record<string, unknown>) {
  if (event['type'] !== shown.meta) return event
  return { ...event, data: { ...(event['data'] as object), href: '' } }
}

const textOf = (payload: unknown): string =>
  payload instanceof Uint8Array ? new TextDecoder().decode(payload) : String(payload)

/** The recording has a line of JSON with its number, then its events. */
function recording(payload: unknown): string {
  const [head = '{}', ...rest] = textOf(payload).split('\n')
  const events = JSON.parse(rest.join('\n')) as Record<string, unknown>[]
  return `${head}\n${JSON.stringify(events.filter(({ type }) => kept.has(type)).map(withoutAddress))}`
}

const replayFields =
  'event_id replay_id segment_id replay_type type timestamp replay_start_timestamp platform error_ids trace_ids'.split(
    ' ',
  )

function replayEvent(payload: unknown) {
  const event = typeof payload === 'object' ? (payload as object) : {}
  return Object.fromEntries(Object.entries(event).filter(([name]) => replayFields.includes(name)))
}

/** Removes addresses of pages and details of the browser from an envelope. */
export function cleaned(envelope: Envelope): Envelope {
  const [head, items] = envelope as unknown as [
    Record<string, unknown>,
    [{ type?: string; length?: number }, unknown][],
  ]
  const { trace: _trace, ...rest } = head
  const clean = items.map(([of, payload]) => {
    if (of.type === 'replay_event') return [of, replayEvent(payload)]
    if (of.type !== 'replay_recording') return [of, payload]
    const text = recording(payload)
    return [{ ...of, length: new TextEncoder().encode(text).length }, text]
  })
  return [rest, clean] as unknown as Envelope
}
