import { type CborMap } from '#platform/ctap/cbor.ts'
import { bytesAt, flagAt, mapAt, requireParameter } from '#platform/ctap/parameters.ts'
import type { ProtocolNumber } from '#platform/ctap/pin-protocol.ts'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import { verifyUser } from '../pin/auth-token.ts'
import { protocolAt } from '../pin/agreement.ts'
import { mustBePresent, type CommandContext } from '../command-context.ts'

// MakeCredential and GetAssertion begin alike. Where step numbers differ, MakeCredential's is first.

interface PinUvAuth {
  readonly param: Uint8Array
  readonly protocol: ProtocolNumber
}

export function pinUvAuth(
  context: CommandContext,
  map: CborMap,
  keys: { param: number; protocol: number },
): PinUvAuth | null {
  const param = bytesAt(map, keys.param)
  if (!param) return null
  const { verification, pinHash } = context.card
  if (verification !== 'none' && param.length === 0) {
    mustBePresent(context)
    throw failCtap(verification === 'match' || pinHash ? 'PIN_INVALID' : 'PIN_NOT_SET')
  }
  const protocol = protocolAt(map, keys.protocol)
  if (verification === 'none') throw failCtap(protocol ? 'INVALID_PARAMETER' : 'MISSING_PARAMETER')
  return { param, protocol: requireParameter(protocol) }
}

interface Options {
  readonly rk: boolean | undefined
  readonly up: boolean | undefined
  readonly uv: boolean
}

/** Steps 5.1 to 5.3 and 4.1 to 4.3: `uv` means built-in verification, which a key with a PIN doesn't do. */
export function optionsAt({ card }: CommandContext, map: CborMap, key: number, auth: PinUvAuth | null): Options {
  const options: CborMap = mapAt(map, key) ?? new Map()
  const uv = flagAt(options, 'uv') === true && !auth
  if (uv && card.verification !== 'match') throw failCtap('INVALID_OPTION')
  return { rk: flagAt(options, 'rk'), up: flagAt(options, 'up'), uv }
}

/** Steps 6 and 5: a card with a PIN never signs without it, and a proof is worthless while no PIN is set. */
export function mustHavePin({ card }: CommandContext, auth: PinUvAuth | null): void {
  if (card.verification === 'pin' && !(auth && card.pinHash)) throw failCtap('PUAT_REQUIRED')
}

export function clientDataHashAt(map: CborMap, key: number): Uint8Array {
  const value = requireParameter(bytesAt(map, key))
  if (value.length !== 32) throw failCtap('INVALID_LENGTH')
  return value
}

/**
 * Steps 11 and 6: whether the user was verified, by a token with this permission or by the key itself. Such a
 * key signs nothing for a present but unverified user (steps 6.3 and 5, alwaysUv).
 */
export function isVerified(
  context: CommandContext,
  auth: PinUvAuth | null,
  by: {
    readonly permission: number
    readonly rpId: string
    readonly clientDataHash: Uint8Array
    readonly builtIn: boolean
  },
): boolean {
  if (!auth) {
    if (context.card.verification !== 'match' || !by.builtIn) return false
    if (!context.faculties.userMatched) throw failCtap('OPERATION_DENIED')
    return true
  }
  verifyUser(context, by.rpId, { ...auth, permission: by.permission, message: by.clientDataHash })
  return true
}
