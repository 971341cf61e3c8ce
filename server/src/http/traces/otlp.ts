import type { Logger } from 'pino'
import type { Span } from '#platform/traces.ts'
import { version } from '#platform/version.ts'
import { exchange } from '#integrations/exchange.ts'
import { noGuard } from '#integrations/target.ts'

export interface Collector {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>> | undefined
  readonly service: string
}

const mostWaiting = 4096
const inOneGo = 512
/** Milliseconds. */
const [pause, patience, saidAgain] = [2000, 10_000, 60_000]

/**
 * Sends spans to a collector by OTLP/HTTP as JSON. Rejected spans are lost: traces must never delay the work
 * they describe.
 */
export class Otlp {
  readonly #to: Collector
  readonly #log: Logger
  readonly #timer: NodeJS.Timeout
  #waiting: Span[] = []
  #under: Promise<void> | undefined
  #lost = 0
  #said = Number.NEGATIVE_INFINITY

  constructor(to: Collector, log: Logger) {
    this.#to = to
    this.#log = log
    this.#timer = setInterval(() => void this.send(), pause).unref()
  }

  readonly take = (span: Span): void => {
    if (this.#waiting.length >= mostWaiting) this.#lost++
    else this.#waiting.push(span)
    if (this.#waiting.length === inOneGo) void this.send()
  }

  send(): Promise<void> {
    this.#under ??= this.#sendAll().finally(() => (this.#under = undefined))
    return this.#under
  }

  async end(): Promise<void> {
    clearInterval(this.#timer)
    await this.#under
    await this.send()
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const heap = this.#waiting.splice(0, inOneGo)
      const why = await this.#post(heap)
      if (why === undefined) continue
      this.#lost += heap.length
      this.#complain(why)
      return
    }
  }

  async #post(spans: readonly Span[]): Promise<string | undefined> {
    try {
      // The operator configures the collector, which is usually on a local address
      const { status } = await exchange(noGuard, 'operator', {
        method: 'POST',
        url: new URL(`${this.#to.endpoint.replace(/\/+$/, '')}/v1/traces`),
        headers: { ...this.#to.headers, 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(message(this.#to.service, spans))),
        patience,
      })
      return status >= 200 && status < 300 ? undefined : `it answered ${status}`
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  #complain(reason: string): void {
    if (performance.now() - this.#said < saidAgain) return
    this.#said = performance.now()
    this.#log.warn({ reason, lost: this.#lost }, 'the collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take traces')
    this.#lost = 0
  }
}

const attributes = (facts: Readonly<Record<string, string | number>>) =>
  Object.entries(facts).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))

const nanoseconds = (milliseconds: number) => `${Math.round(milliseconds * 1000)}000`

const kinds = { server: 2, client: 3 } as const

const message = (service: string, spans: readonly Span[]) => ({
  resourceSpans: [
    {
      resource: {
        attributes: attributes({ 'service.name': service, 'service.version': version, 'process.pid': process.pid }),
      },
      scopeSpans: [
        {
          scope: { name: 'claviger', version },
          spans: spans.map(one => ({
            traceId: one.trace,
            spanId: one.id,
            ...(one.parent !== undefined && { parentSpanId: one.parent }),
            name: one.name,
            kind: kinds[one.kind],
            startTimeUnixNano: nanoseconds(one.from),
            endTimeUnixNano: nanoseconds(one.to),
            attributes: attributes(one.facts),
            status: one.failed ? { code: 2 } : {},
          })),
        },
      ],
    },
  ],
})
