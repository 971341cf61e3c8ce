import { equalBytes } from '#platform/ctap/parameters.ts'
import { type ProtocolNumber, pinProtocols } from '#platform/ctap/pin-protocol.ts'
import { failCtap } from '#platform/ctap/ctap-status.ts'
import type { AuthToken } from '../authenticator.session.ts'
import { type CommandContext, isBlocked, type AuthenticatorContext } from '../command-context.ts'
import { partyHash } from '../authenticator-data.ts'

export const ABSENT = 0x08 | 0x10 | 0x20

/**
 * The first use must be within this time (§6.5.2.1, initial usage time limit and max usage time period), ms.
 */
const FIRST_USE = 30_000
const LONGEST_USE = 600_000

/** A new token replaces any other of either protocol (resetPinUvAuthToken, beginUsingPinUvAuthToken). */
export function issueToken(
  context: CommandContext,
  to: { readonly protocol: ProtocolNumber; readonly permissions: number; readonly rpId: string | null },
): Uint8Array {
  const value = context.faculties.random(32)
  context.session = {
    ...context.session,
    token: { value, ...to, issuedAt: context.faculties.now, used: false },
  }
  return value
}

function inUse({ session, faculties }: AuthenticatorContext): AuthToken | null {
  const { token } = session
  const age = token ? faculties.now - token.issuedAt : 0
  return age > LONGEST_USE || (token?.used === false && age > FIRST_USE) ? null : token
}

export function tokenFor(
  context: AuthenticatorContext,
  asked: {
    readonly permission: number
    readonly protocol: ProtocolNumber
    readonly message: Uint8Array
    readonly param: Uint8Array
  },
): AuthToken {
  if (isBlocked(context.card)) throw failCtap('PIN_BLOCKED')
  const token = inUse(context)
  if (
    token?.protocol !== asked.protocol ||
    !pinProtocols[asked.protocol].verify(token.value, asked.message, asked.param) ||
    (token.permissions & asked.permission) === 0
  )
    throw failCtap('PIN_AUTH_INVALID')
  const used = { ...token, used: true }
  context.session = { ...context.session, token: used }
  return used
}

/**
 * User verification for one party: the steps shared by MakeCredential (§6.1.2 step 11.1) and GetAssertion
 * (§6.2.2 step 6.1).
 */
export function verifyUser(context: AuthenticatorContext, rpId: string, asked: Parameters<typeof tokenFor>[1]): void {
  const token = tokenFor(context, asked)
  if (token.rpId !== null && token.rpId !== rpId) throw failCtap('PIN_AUTH_INVALID')
  context.session = { ...context.session, token: { ...token, rpId } }
}

export const coversParty = ({ rpId }: AuthToken, rpIdHash: Uint8Array): boolean =>
  rpId === null || equalBytes(partyHash(rpId), rpIdHash)

/**
 * A token is worthless after it has signed (clearUserVerifiedFlag, clearPinUvAuthTokenPermissionsExceptLbw).
 */
export function spendToken(context: AuthenticatorContext): void {
  const { token } = context.session
  if (token) context.session = { ...context.session, token: { ...token, permissions: 0 } }
}
