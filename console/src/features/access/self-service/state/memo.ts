import type { Wizard } from './state.ts'

/** What the page stores while the user signs in at an identity provider. */
export interface PageMemo {
  readonly address: string
  readonly wizard: Wizard
  readonly at: number
  readonly signedIn: string | null
  readonly failed: boolean
}
