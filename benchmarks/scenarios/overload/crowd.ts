import autocannon from 'autocannon'
import { atLeast, atMost, type Row } from '../../report.ts'
import type { Stage } from '../../stage.ts'

// More callers than can be served: they come again at once whatever they are told, which real ones do not
const few = [16, 64, 256]
const many = [1000, 5000]
const seconds = 10
/** Until so many callers are connected; in milliseconds. */
const beginning = 4000

interface Served {
  /** Answered 200, a second. */
  rate: number
  /** In milliseconds. */
  slowestRefusal: number
  slowest: number
  others: number
}

/** What is left of the best rate when far more callers come than can be served, and how long they wait to be told so. */
export async function crowd(stage: Stage): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, path, authorization] of [
    ['lists', '/administrator/tokens/v2?pageSize=20', stage.accessToken],
    ['beginning to sign in', '/api/v1/auth/passkey/initial', ''],
  ] as const) {
    const serve = (callers: number) => ask(`${stage.address}${path}`, authorization, callers)
    let best = 0
    for (const callers of few) best = Math.max(best, (await serve(callers)).rate)
    rows.push({ scenario: 'crowd', what: `${what}, best rate`, value: best, unit: '/s' })
    for (const callers of many) {
      const { rate, slowestRefusal, slowest, others } = await serve(callers)
      const whose = `${what}, ${callers} callers`
      rows.push({
        ...atLeast('crowd', `${whose}: share of the best rate`, rate / best, '', 0.8),
        note: `the slowest answer took ${Math.round(slowest)} ms; ${others} were neither 200 nor 503`,
      })
      rows.push(atMost('crowd', `${whose}: slowest 503`, slowestRefusal, 'ms', 3000))
    }
  }
  return rows
}

async function ask(url: string, authorization: string, connections: number): Promise<Served> {
  const served: Served = { rate: 0, slowestRefusal: 0, slowest: 0, others: 0 }
  const duration = beginning / 1000 + seconds
  const begun = performance.now()
  let done = 0
  const headers = { accept: 'application/json', ...(authorization && { authorization }) }
  const ended = Promise.withResolvers<autocannon.Result>()
  const running = autocannon({ url, connections, duration, timeout: 30, headers }, (error: unknown, result) =>
    error ? ended.reject(error) : ended.resolve(result),
  )
  running.on('response', (_client, status, _bytes, took) => {
    if (performance.now() - begun < beginning) return
    if (status === 200) done++
    else if (status === 503) served.slowestRefusal = Math.max(served.slowestRefusal, took)
    else served.others++
    served.slowest = Math.max(served.slowest, took)
  })
  const { errors } = await ended.promise
  return { ...served, rate: done / seconds, others: served.others + errors }
}
