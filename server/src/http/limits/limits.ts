import type { LimitName } from '@claviger/contract/platform/endpoint'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { FastifyRequest } from 'fastify'
import { Problem, problem } from '#platform/problem.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { KnownCaller } from './known-callers.ts'
import { networkOf } from './network.ts'

/**
 * How often one address (of IPv6 one network) may call, per named limit: points in seconds. A whole hospital stands behind
 * one address, and so does its guest WLAN. So these stop floods only, a known caller has a limit of its own once that of
 * its network is used up, and guesses are limited where they are judged (`access/guesses`).
 */
const allowances: Record<LimitName, { points: number; duration: number }> = {
  'sign-in': { points: 1200, duration: 60 },
  code: { points: 120, duration: 60 },
  registration: { points: 300, duration: 60 },
  lookup: { points: 1200, duration: 60 },
  refresh: { points: 1200, duration: 60 },
  // Ten calls per user, and a whole hospital shares one address
  'self-service': { points: 6000, duration: 60 },
  // A tap takes about ten calls; wrong PINs are counted separately
  reader: { points: 12_000, duration: 60 },
  // Applications read all their users from one address
  applications: { points: 60_000, duration: 60 },
  strangers: { points: 120, duration: 60 },
}

/** Counts a call. Throws too-many. */
export type Limits = (name: LimitName, request: FastifyRequest) => Promise<void>

/** Limits counted in the database, so that all processes count together. */
export function openLimits(world: AppContext, knownCaller: KnownCaller): Limits {
  const factor = world.config.rateLimitFactor
  const limiters = Object.fromEntries(
    Object.entries(allowances).map(([name, { points, duration }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: world.pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points: points * factor,
        duration,
        inMemoryBlockOnConsumed: points * factor + 1,
        inMemoryBlockDuration: 10,
      }),
    ]),
  ) as Record<LimitName, RateLimiterPostgres>
  const held = new Map<string, Allowance>()
  const take = async (name: LimitName, network: string, size: number): Promise<{ granted: number; until: number }> => {
    const now = world.clock.now().getTime()
    try {
      const taken = await limiters[name].consume(network, size)
      return { granted: size, until: now + taken.msBeforeNext }
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      // Earlier calls left some of the limit; a limiter that blocks in memory doesn't report it
      const before = error.consumedPoints - size
      const granted = before < 0 ? 0 : Math.max(0, allowances[name].points * factor - before)
      return { granted, until: now }
    }
  }
  const serve = async (name: LimitName, network: string, own: Allowance, size: number) => {
    while (own.waiting.length > 0) {
      try {
        // Waiting calls are counted together in one query
        const { granted, until } = await take(name, network, Math.max(size, own.waiting.length))
        Object.assign(own, { left: granted, until })
        for (const one of own.waiting.splice(0, granted)) {
          own.left--
          one.resolve()
        }
        if (granted === 0) for (const one of own.waiting.splice(0)) one.reject(problem('too-many'))
      } catch (error) {
        for (const one of own.waiting.splice(0)) one.reject(error)
      }
    }
    own.asking = false
  }
  const allowanceOf = (key: string): Allowance => {
    const known = held.get(key)
    if (known) return known
    if (held.size >= mostHeld) for (const [each, one] of held) if (!one.asking) held.delete(each)
    const made = { left: 0, until: 0, waiting: [], asking: false }
    held.set(key, made)
    return made
  }
  const takeOne = async (name: LimitName, caller: string) => {
    const { granted } = await take(name, caller, 1)
    if (granted === 0) throw problem('too-many')
  }
  const takeOfNetwork = async (name: LimitName, network: string) => {
    const size = portion(allowances[name].points)
    if (size === 1) return takeOne(name, network)
    const own = allowanceOf(`${name} ${network}`)
    if (!own.asking && own.left > 0 && own.until > world.clock.now().getTime()) {
      own.left--
      return
    }
    const waits = Promise.withResolvers<void>()
    own.waiting.push(waits)
    if (!own.asking) {
      own.asking = true
      void serve(name, network, own, size)
    }
    await waits.promise
  }
  return async (name, request) => {
    try {
      await takeOfNetwork(name, networkOf(request.ip))
    } catch (error) {
      // Looked at only now, so that it costs nothing while there is no flood
      const known = error instanceof Problem ? knownCaller(request) : undefined
      if (known === undefined) throw error
      await takeOne(name, `known ${known}`)
    }
  }
}

interface Allowance {
  left: number
  until: number
  waiting: PromiseWithResolvers<void>[]
  asking: boolean
}

const mostHeld = 10_000

// For large limits a process reserves a sixtieth, so that calls rarely wait for the count
const portion = (points: number) => (points >= 1000 ? Math.floor(points / 60) : 1)
