import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { type AdmissionWaiter, AdmissionQueue, gateOf, type PriorityClass } from '#platform/db/pool/admission-gate.ts'
import type { Language } from '@claviger/contract/platform/languages'
import { languageOfHeader, sayIn } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import type { AppContext } from '#platform/app-context.ts'
import { requestPathOf } from './request-kinds.ts'
import { QueueDelay } from './queue-delay.ts'

/** Concurrent calls. More would only wait further inside, where waiting costs more. */
const places = 128
/** Milliseconds from arrival that a call can wait for admission, and then for its first connection. */
const [patienceHere, patienceInAll] = [2200, 2600]
/** A call that runs longer waits for something external and no longer counts. */
const longest = 500
const every = 50

const arrival = Symbol('arrival')
// A WeakMap of calls costs the garbage collector more than everything else here
type Arrived = IncomingMessage & { [arrival]?: number }

export const queueDeadlineOf = (request: IncomingMessage): number | undefined => {
  const came = (request as Arrived)[arrival]
  return came === undefined ? undefined : came + patienceInAll
}

interface Inside {
  since: number
  leave: () => void
}

/**
 * Admission control before any other cost of a call. It admits as many calls as finish soon; the others wait
 * where waiting is almost free, fair across networks and priority classes. A call that would wait too long
 * gets 503 unread. The 503 is sent late, because an immediate one would only be retried. Time in an unread
 * socket counts as waiting. Health checks are always admitted.
 */
export function shedLoad(
  world: Pick<AppContext, 'pool' | 'readPool' | 'superPool' | 'replica' | 'log'>,
  kindOf: (method: string, url: string) => PriorityClass,
  from: (request: IncomingMessage) => string,
  handle: RequestListener,
): RequestListener {
  const pools = [world.pool, world.readPool, world.superPool, ...(world.replica ? [world.replica.pool] : [])]
  const gates = pools.map(gateOf)
  const gate = new AdmissionQueue(places, () => gates.reduce((sum, one) => sum + one.callers, 0) >= places)
  const refuse = refuser(world.log)
  // Hold as little of a call as possible: objects that live for half a second are costly for the garbage
  // collector
  const inside = new Set<Inside>()
  const atTurn = turns()
  const lateness = new QueueDelay(every)
  let here = 0
  let watch: NodeJS.Timeout | undefined
  const look = () => {
    const now = performance.now()
    lateness.beat(now)
    setImmediate(() => lateness.read())
    const old = now - longest
    for (const one of inside) {
      if (one.since >= old) break
      one.leave()
    }
    if (here > 0) return
    clearInterval(watch)
    watch = undefined
  }
  const begin = (now: number) => {
    lateness.begin(now)
    return setInterval(look, every)
  }

  const come = (request: IncomingMessage, response: ServerResponse): void => {
    const now = performance.now()
    watch ??= begin(now)
    here++
    const came = now - Math.min(lateness.at(now), patienceHere)
    let gone = false
    let one: Inside | undefined
    const comer: AdmissionWaiter = {
      priority: kindOf(request.method ?? '', request.url ?? ''),
      network: from(request),
      until: came + patienceHere,
      enter: leaveGate => {
        if (gone) return leaveGate()
        const mine: Inside = {
          since: performance.now(),
          leave: () => {
            if (inside.delete(mine)) atTurn(leaveGate)
          },
        }
        one = mine
        inside.add(mine)
        ;(request as Arrived)[arrival] = came
        handle(request, response)
      },
      refuse: () => {
        if (!gone) refuse(request, response)
      },
    }
    response.on('close', () => {
      gone = true
      here--
      one?.leave()
    })
    gate.come(comer)
  }
  return (request, response) => {
    if (requestPathOf(request.url ?? '').startsWith('/health/')) return handle(request, response)
    // An upload can take any time and holds no slot meanwhile
    if (hasBody(request)) {
      setImmediate(() => (request.complete ? come(request, response) : handle(request, response)))
      return
    }
    come(request, response)
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Runs work at the end of the current event loop turn. A turn reads from up to 1,024 ready sockets. If slots
 * were freed immediately, a crowd of fast calls would hold one turn for seconds, in which no timer runs and no
 * new connection is read.
 */
function turns() {
  let waiting: (() => void)[] = []
  const turn = () => {
    const all = waiting
    waiting = []
    for (const work of all) work()
  }
  return (work: () => void): void => {
    if (waiting.push(work) === 1) setImmediate(turn)
  }
}

function refuser(log: FastifyBaseLogger) {
  const { says, code } = problem('not-ready')
  const bodies = new Map<Language, Buffer>()
  const bodyIn = (language: Language) => {
    const body = bodies.get(language) ?? Buffer.from(JSON.stringify({ message: sayIn(language)(says), code }))
    bodies.set(language, body)
    return body
  }
  let many = 0
  const tell = () => {
    log.warn({ many }, 'callers were asked to come again, for too many wait')
    many = 0
  }
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (many++ === 0) setTimeout(tell, 5000).unref()
    const body = bodyIn(languageOfHeader(request.headers['accept-language']))
    response.writeHead(503, [
      'content-type',
      'application/json; charset=utf-8',
      'content-length',
      String(body.length),
      'retry-after',
      '2',
      'cache-control',
      'no-store',
      'x-content-type-options',
      'nosniff',
    ])
    response.end(body)
    // Drain the body: the next request on this connection must not wait for it
    request.resume()
  }
}
