import { CtapError } from '#platform/ctap/ctap-status.ts'
import type { CardState } from './authenticator.card.ts'
import type { Session } from './authenticator.session.ts'
import { type AuthenticatorContext, spendTap } from './command-context.ts'
import { spendToken, verifyUser } from './pin/auth-token.ts'

const GET_ASSERTION = 0x02

export interface PinProof {
  readonly rpId: string
  readonly message: Uint8Array
  readonly param: Uint8Array
}

/**
 * Spends tap and PIN for one act at a site without WebAuthn, by the checks of GetAssertion (CTAP 2.1 §6.2.2
 * step 6.1). Returns the new session; undefined if the tap or the PIN for this site and message is not proven.
 */
export function holderShown(card: CardState, session: Session, now: number, proof: PinProof): Session | undefined {
  const standing: AuthenticatorContext = { card, session, faculties: { now } }
  const { rpId, message, param } = proof
  try {
    verifyUser(standing, rpId, { permission: GET_ASSERTION, protocol: 2, message, param })
    spendTap(standing)
    spendToken(standing)
    return standing.session
  } catch (error) {
    if (error instanceof CtapError) return undefined
    throw error
  }
}
