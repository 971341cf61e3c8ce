// Clause numbers in this room are those of W3C Web Authentication Level 3, editors' text of 2026-07-30.

/**
 * Why a ceremony came to nothing: `malformed` means that the bytes are not what they claim to be,
 * `refused` that they are well-formed and break the named clause.
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

/** What the server asked for, and therefore what the answer must agree with. */
export interface Expected {
  /** The challenge in base64url, as it was sent to the browser. */
  readonly challenge: string
  /** Exact origins, such as `https://id.example.org`. */
  readonly origins: readonly string[]
  readonly rpId: string
  /** `required` when left out; `preferred` accepts an authenticator that did not verify its user. */
  readonly userVerification?: 'required' | 'preferred'
  /** Origins of pages that may frame ours; when left out, a framed ceremony is refused. */
  readonly topOrigins?: readonly string[]
}

/** One step of a ceremony: its clause, what is said when it does not hold, and the question itself. */
export type Check<Facts> = readonly [clause: string, refusal: string, holds: (facts: Facts) => boolean]

/** Asks every check in turn; the first that does not hold refuses the ceremony. */
export function mustHold<Facts>(facts: Facts, checks: readonly Check<Facts>[]): void {
  for (const [clause, refusal, holds] of checks) {
    if (!holds(facts)) throw new CeremonyError('refused', clause, refusal)
  }
}
