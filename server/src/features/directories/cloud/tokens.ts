import { later } from '../../../ground/clock.ts'
import type { World } from '../../../ground/world.ts'
import type { Access } from '../../connect/api-applications/api-applications.access.ts'

/** A token and the seconds that it lasts. */
export interface Fetched {
  readonly token: string
  readonly lasts: number
}

interface Held {
  readonly version: number
  readonly fetching: Promise<Fetched>
  endsAt: Date | undefined
}

// Those of one running server; no token is written anywhere
const houses = new WeakMap<World['config'], Map<string, Held>>()

// So many seconds before its end a token is no longer begun with
const spare = 120

/** Fetches a token, or hands out the one of before; many who ask at once wait for the same one. */
export function tokens(world: Pick<World, 'config' | 'clock'>, access: Access, fetch: () => Promise<Fetched>) {
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
      // Whoever was refused first has fetched another one meanwhile
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
