import type { LimitName } from '@claviger/contract/ground/endpoint'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { problem } from '../ground/problem.ts'
import type { World } from '../ground/world.ts'

/**
 * How often one address may call, per named limit: so many in so many seconds. A whole hospital may stand behind
 * one address at the change of shift, so these stop floods only; guessing is bounded where it happens (tries of a code).
 */
const allowances: Record<LimitName, { points: number; duration: number }> = {
  'sign-in': { points: 1200, duration: 60 },
  code: { points: 120, duration: 60 },
  registration: { points: 300, duration: 60 },
  lookup: { points: 1200, duration: 60 },
  refresh: { points: 1200, duration: 60 },
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
  return async (name, ip) => {
    try {
      await limiters[name].consume(ip)
    } catch (error) {
      if (error instanceof RateLimiterRes) throw problem('too-many')
      throw error
    }
  }
}
