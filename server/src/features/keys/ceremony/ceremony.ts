// Clause numbers in this module are those of W3C Web Authentication Level 3, editors' text of 2026-07-30.

/**
 * Why a ceremony failed: `malformed` if the bytes are invalid, `refused` if they are well-formed but break the
 * named clause.
 */
export class CeremonyError extends Error {
  readonly code: 'malformed' | 'refused'
  readonly clause: string

  constructor(code: 'malformed' | 'refused', clause: string, message: string) {
    super(message)
    this.name = 'CeremonyError'
    this.code = code
    this.clause = clause
  }
}

export interface CeremonyExpectation {
  readonly challenge: string
  readonly origins: readonly string[]
  readonly rpId: string
  /** Default `required`; `preferred` accepts an authenticator that didn't verify its user. */
  readonly userVerification?: 'required' | 'preferred'
  /** Origins that can frame our pages; if omitted, a framed ceremony is refused. */
  readonly topOrigins?: readonly string[]
}

export type CeremonyCheck<Facts> = readonly [clause: string, refusal: string, holds: (facts: Facts) => boolean]

export function runCeremonyChecks<Facts>(facts: Facts, checks: readonly CeremonyCheck<Facts>[]): void {
  for (const [clause, refusal, holds] of checks) {
    if (!holds(facts)) throw new CeremonyError('refused', clause, refusal)
  }
}
