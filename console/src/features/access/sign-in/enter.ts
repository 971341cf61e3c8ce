import { keepTokens } from '../../../ground/data/tokens.ts'
import { wayBack } from '../../../ground/data/wayBack.ts'

/** Signed in: keep the tokens and go where the person came from, else home (R16, R24). */
export function enter(tokens: { accessToken: string; refreshToken: string }): void {
  keepTokens(tokens)
  window.location.assign(wayBack(window.location.search, window.location.origin))
}
