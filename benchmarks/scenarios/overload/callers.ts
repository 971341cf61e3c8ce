// Runs in a separate process: callers that request one address repeatedly. Prints the results as JSON.
import autocannon from 'autocannon'

export interface Served {
  rate: number
  slowestRefusal: number
  slowest: number
  others: number
}

const [url = '', authorization = '', connections = '', beginning = '', seconds = '', at = ''] = process.argv.slice(2)
const served: Served = { rate: 0, slowestRefusal: 0, slowest: 0, others: 0 }
const headers = { accept: 'application/json', ...(authorization && { authorization }) }
const duration = Number(beginning) / 1000 + Number(seconds)
// All start at the same time: a caller that is ready sooner would have the server to itself
await new Promise(done => setTimeout(done, Number(at) - Date.now()))
const begun = performance.now()
let done = 0
const ended = Promise.withResolvers<autocannon.Result>()
const running = autocannon(
  { url, connections: Number(connections), duration, timeout: 30, headers },
  (error: unknown, result) => (error ? ended.reject(error) : ended.resolve(result)),
)
running.on('response', (_client, status, _bytes, took) => {
  const since = performance.now() - begun - Number(beginning)
  if (since < 0 || since > Number(seconds) * 1000) return
  if (status === 200) done++
  else if (status === 503) served.slowestRefusal = Math.max(served.slowestRefusal, took)
  else served.others++
  served.slowest = Math.max(served.slowest, took)
})
const { errors } = await ended.promise
process.stdout.write(`${JSON.stringify({ ...served, rate: done / Number(seconds), others: served.others + errors })}\n`)
