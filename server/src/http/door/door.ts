import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { type Comer, Gate, gateOf, type Haste } from '../../ground/db/pool/gate.ts'
import type { Language } from '@claviger/contract/ground/languages'
import { languageAsked, sayIn } from '../../ground/languages.ts'
import { problem } from '../../ground/problem.ts'
import type { World } from '../../ground/world.ts'
import { pathOf } from './kinds.ts'
import { Lateness } from './lateness.ts'

/** So many calls are worked on at once; more would only wait further inside, where each costs more. */
const places = 128
/** How long a call may wait before the door, and then for its first connection, from when it came; in milliseconds. */
const [patienceHere, patienceInAll] = [2200, 2600]
/** A call that is worked on for longer waits for something else than us, and holds no place. */
const longest = 500
/** Those who are here are looked at so often; in milliseconds. */
const every = 50

const arrival = Symbol('arrival')
// A map of calls by weak keys costs the collector more than all else here
type Arrived = IncomingMessage & { [arrival]?: number }

/** When a call must have its first connection; nothing for what came in by another way. */
export const mustGoOnBy = (request: IncomingMessage): number | undefined => {
  const came = (request as Arrived)[arrival]
  return came === undefined ? undefined : came + patienceInAll
}

interface Inside {
  since: number
  leave: () => void
}

/**
 * Stands before everything that a call costs. As many are let in as are soon done; the others wait where waiting costs
 * next to nothing, one network after the other and each kind in its share, and whoever would wait too long is answered
 * 503 without anything of the call having been looked at. They are told late, for told at once they would only come
 * again. Who waited in a socket that nobody read waited as well. What says whether the server is well is always let in.
 */
export function door(
  world: Pick<World, 'pool' | 'readPool' | 'superPool' | 'replica' | 'log'>,
  kindOf: (method: string, url: string) => Haste,
  from: (request: IncomingMessage) => string,
  handle: RequestListener,
): RequestListener {
  const pools = [world.pool, world.readPool, world.superPool, ...(world.replica ? [world.replica.pool] : [])]
  const gates = pools.map(gateOf)
  const gate = new Gate(places, () => gates.reduce((sum, one) => sum + one.callers, 0) >= places)
  const refuse = refuser(world.log)
  // Nothing of a call is held longer than it takes: what lives for half a second costs the collector dearly
  const inside = new Set<Inside>()
  const atTurn = turns()
  const lateness = new Lateness(every)
  let here = 0
  let watch: NodeJS.Timeout | undefined
  const look = () => {
    const now = performance.now()
    lateness.beat(now)
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
    const comer: Comer = {
      haste: kindOf(request.method ?? '', request.url ?? ''),
      network: from(request),
      until: came + patienceHere,
      enter: leaveGate => {
        // Whoever hung up meanwhile needs no answer
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
    if (pathOf(request.url ?? '').startsWith('/health/')) return handle(request, response)
    // What is still on its way may take as long as it likes, and holds no place meanwhile
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
 * Does work when the running turn of the event loop ends. A turn reads from sockets as long as 1,024 have something to
 * read: were each place free at once, a crowd that is answered at once would hold one turn for seconds, in which no timer
 * runs and nobody who has just connected is heard.
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

/** Answers 503 at the least cost, and says once in a while how many it was. */
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
    const body = bodyIn(languageAsked(request.headers['accept-language']))
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
    // What comes behind it on the same connection must not wait for what nobody reads
    request.resume()
  }
}
