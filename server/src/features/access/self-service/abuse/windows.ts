import { minutes } from '../../../../ground/clock.ts'
import { keyedHash } from '../../../../ground/secrets/seal.ts'
import type { World } from '../../../../ground/world.ts'
import { networkOf } from '../../../../http/limits/network.ts'

// Windows that do not move: from one full ten minutes, or full hour, to the next
const windows = { failed: minutes(10), tried: minutes(60) } as const
/** In which time tries of a kind are counted. */
export type Window = keyof typeof windows

/** When the present window began. */
export const windowOf = ({ clock }: Pick<World, 'clock'>, of: Window): Date =>
  new Date(Math.floor(clock.now().getTime() / windows[of]) * windows[of])

/** Where a caller is, as it is counted: hashed, and of IPv6 the whole network. */
export const hashedNetwork = ({ hashKey }: Pick<World, 'hashKey'>, ip: string): string =>
  keyedHash(hashKey, 'self-service network', networkOf(ip)).toString('base64url').slice(0, 22)
