import type { LimitName } from '@claviger/contract/ground/endpoint'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { problem } from '../../ground/problem.ts'
import type { World } from '../../ground/world.ts'
import { networkOf } from './network.ts'

/**
 * How often one address, of IPv6 one network, may call, per named limit: so many in so many seconds. A whole hospital
 * may stand behind one address at the change of shift, so these stop floods only; guessing is bounded where it happens
 * (tries of a code).
 */
const allowances: Record<LimitName, { points: number; duration: number }> = {
  'sign-in': { points: 1200, duration: 60 },
  code: { points: 120, duration: 60 },
  registration: { points: 300, duration: 60 },
  lookup: { points: 1200, duration: 60 },
  refresh: { points: 1200, duration: 60 },
  // Ten calls a person, and a whole hospital stands behind one address
  'self-service': { points: 6000, duration: 60 },
  // A tap takes some ten calls, and wrong PINs are counted where they are given
  reader: { points: 12_000, duration: 60 },
}

export type Limits = (name: LimitName, ip: string) => Promise<void>

/** Limits counted in the database, so that all processes count together. Throws too-many. */
export function openLimits(world: World): Limits {
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
        // Who is far over is refused without asking the database again
        inMemoryBlockOnConsumed: points * factor + 1,
        inMemoryBlockDuration: 10,
      }),
    ]),
  ) as Record<LimitName, RateLimiterPostgres>
  const held = new Map<string, Allowance>()
  const taking = new Map<string, Promise<void>>()
  const takes = (key: string): boolean => {
    const allowance = held.get(key)
    if (!allowance || allowance.left <= 0 || allowance.until <= world.clock.now().getTime()) return false
    allowance.left--
    return true
  }
  const take = async (name: LimitName, network: string, key: string, size: number) => {
    const now = world.clock.now().getTime()
    try {
      const taken = await limiters[name].consume(network, size)
      if (held.size >= mostHeld) held.clear()
      if (size > 1) held.set(key, { left: size, until: now + taken.msBeforeNext })
    } catch (error) {
      if (error instanceof RateLimiterRes) throw problem('too-many')
      throw error
    }
  }
  return async (name, ip) => {
    const network = networkOf(ip)
    const key = `${name} ${network}`
    const size = portion(allowances[name].points)
    if (size === 1) return take(name, network, key, size)
    while (!takes(key)) {
      // A crowd that comes at once takes one portion after the other, not all of them
      const others = taking.get(key)
      if (others) await others
      else {
        const mine = take(name, network, key, size).finally(() => taking.delete(key))
        taking.set(key, mine)
        await mine
      }
    }
  }
}

/** Calls that this process has taken out of the shared count beforehand, until the count begins anew. */
interface Allowance {
  left: number
  until: number
}

const mostHeld = 10_000

// A busy process takes a sixtieth of a large limit at once, so that a call seldom waits for the count
const portion = (points: number) => (points >= 1000 ? Math.floor(points / 60) : 1)
