import autocannon from 'autocannon'

export interface Load {
  url: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  bodies?: readonly string[]
  cookies?: readonly string[]
  /** A new body for each request, and who sends it. */
  nextCall?: () => { body: object; authorization: string }
  connections: number
  seconds?: number
}

export interface Measured {
  perSecond: number
  p50: number
  p99: number
}

/** Calls one address as fast as it answers. Times in milliseconds. @throws if a status is not 200 */
export async function load(ask: Load): Promise<Measured> {
  const run = (duration: number) => {
    let place = 0
    return autocannon({
      url: ask.url,
      method: ask.method ?? 'GET',
      headers: { accept: 'application/json', ...ask.headers },
      ...(ask.body !== undefined && { body: ask.body }),
      ...(ask.bodies && { setupClient: client => client.setBody(ask.bodies?.[place++] ?? '') }),
      ...(ask.cookies && {
        setupClient: client => client.setHeaders({ accept: 'text/html', cookie: ask.cookies?.[place++] ?? '' }),
      }),
      ...(ask.nextCall && {
        requests: [
          {
            setupRequest: request => {
              const { body, authorization } = ask.nextCall?.() ?? { body: {}, authorization: '' }
              return { ...request, body: JSON.stringify(body), headers: { ...request.headers, authorization } }
            },
          },
        ],
      }),
      connections: ask.connections,
      duration,
    })
  }
  await run(2)
  const result = await run(ask.seconds ?? 5)
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${ask.url}: ${result.non2xx} refusals, ${result.errors} errors`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

export async function timeCalls(count: number, call: () => Promise<unknown>): Promise<{ p50: number; p99: number }> {
  const taken: number[] = []
  for (let i = 0; i < count; i++) {
    const begun = performance.now()
    await call()
    taken.push(performance.now() - begun)
  }
  taken.sort((a, b) => a - b)
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}
