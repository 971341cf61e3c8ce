import type { Wizard } from './state.ts'

/** What the page keeps of itself while somebody signs in elsewhere. */
export interface Memo {
  /** Address to come back to. */
  readonly address: string
  readonly wizard: Wizard
  /** When the page was left; milliseconds since 1970. */
  readonly at: number
  /** What came back, by which the server knows who signed in. */
  readonly signedIn: string | null
  readonly failed: boolean
}
