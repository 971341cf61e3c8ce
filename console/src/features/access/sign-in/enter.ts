import { queries } from '../../../ground/data/query.ts'
import { keepTokens } from '../../../ground/data/tokens.ts'
import { wayBack } from '../../../ground/data/wayBack.ts'
import { router } from '../../../routes.tsx'

/** Signed in: keep the tokens and go where the person came from, else home (R16, R24). */
export function enter(tokens: { accessToken: string; refreshToken: string }): void {
  keepTokens(tokens)
  queries.clear()
  router.history.push(wayBack(window.location.search, window.location.origin))
}
