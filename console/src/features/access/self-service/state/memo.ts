import type { Wizard } from './state.ts'

/** What the page keeps of itself while somebody signs in elsewhere. */
export interface Memo {
  /** Address to come back to. */
  readonly address: string
  readonly wizard: Wizard
  /** How to end the sign-in. */
  readonly clientId: string
  readonly authority: string
  /** When the page was left; milliseconds since 1970. */
  readonly at: number
  readonly idToken: string | null
  readonly failed: boolean
}
