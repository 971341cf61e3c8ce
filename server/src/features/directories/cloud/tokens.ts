import { later } from '#platform/clock.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Access } from '#features/connect/api-applications/api-applications.access.ts'

/** A token and its lifetime in seconds. */
export interface FetchedToken {
  readonly token: string
  readonly lasts: number
}

interface Held {
  readonly version: number
  readonly fetching: Promise<FetchedToken>
  endsAt: Date | undefined
}

// In memory per server; tokens are never stored
const houses = new WeakMap<AppContext['config'], Map<string, Held>>()

// Seconds before expiry from which a token is no longer used
const spare = 120

/** Returns the cached token or fetches one; concurrent callers share the same request. */
export function tokens(
  world: Pick<AppContext, 'config' | 'clock'>,
  access: Access,
  fetch: () => Promise<FetchedToken>,
) {
  const held = houses.get(world.config) ?? new Map<string, Held>()
  houses.set(world.config, held)
  const key = `${access.workspace} ${access.id}`
  const good = (one: Held | undefined): one is Held =>
    one?.version === access.version && (one.endsAt === undefined || one.endsAt > world.clock.now())
  return async (refused?: string): Promise<string> => {
    const before = held.get(key)
    if (good(before)) {
      const { token } = await before.fetching
      if (token !== refused) return token
      // A concurrent caller may already have replaced the refused token
      if (held.get(key) === before) held.delete(key)
    }
    const now = held.get(key)
    if (good(now)) return (await now.fetching).token
    const one: Held = { version: access.version, fetching: fetch(), endsAt: undefined }
    held.set(key, one)
    try {
      const { token, lasts } = await one.fetching
      one.endsAt = later(world.clock.now(), Math.max(0, lasts - spare) * 1000)
      return token
    } catch (error) {
      if (held.get(key) === one) held.delete(key)
      throw error
    }
  }
}
