import { keepTokens } from '#platform/data/tokens.ts'
import { returnAddress } from '#platform/data/returnAddress.ts'

/** Stores the tokens and returns to the page the user came from, or home (R16, R24). */
export function enterConsole(tokens: { accessToken: string; refreshToken: string }): void {
  keepTokens(tokens)
  window.location.assign(returnAddress(window.location.search, window.location.origin))
}
