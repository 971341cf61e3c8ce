import { minutes } from '#platform/clock.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { AppContext } from '#platform/app-context.ts'
import { networkOf } from '#http/limits/network.ts'

// Fixed windows that start at full ten minutes or full hours
const windows = { failed: minutes(10), tried: minutes(60) } as const
export type Window = keyof typeof windows

export const windowOf = ({ clock }: Pick<AppContext, 'clock'>, of: Window): Date =>
  new Date(Math.floor(clock.now().getTime() / windows[of]) * windows[of])

/** Hash of a caller's network: the IPv4 address, or the entire IPv6 network. */
export const hashedNetwork = ({ hashKey }: Pick<AppContext, 'hashKey'>, ip: string): string =>
  keyedHash(hashKey, 'self-service network', networkOf(ip)).toString('base64url').slice(0, 22)
