import type { RequestContext } from '#platform/app-context.ts'
import { needsMemberships } from '#features/decide/decisions/decisions.ts'
import { hashOfCard } from '../security-keys/security-keys.ts'
import type { TapRequest } from './held-keys.store.ts'

export interface ReadCard {
  readonly app: { readonly id: string; readonly hash: Buffer }
  readonly computer: string
  readonly card: string
  /** From the previous answer; if omitted, the tap starts a new session. */
  readonly session: string | undefined
}

export const tapRequestOf = (ctx: RequestContext, { app, card, computer, session }: ReadCard): TapRequest => ({
  app: app.id,
  hash: app.hash,
  card: hashOfCard(ctx, card),
  computer,
  session: session ?? null,
  memberships: needsMemberships(ctx.workspace),
})
