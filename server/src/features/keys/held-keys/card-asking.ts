import type { RequestCtx } from '#platform/world.ts'
import { asksForMemberships } from '#features/decide/decisions/decisions.ts'
import { hashOfCard } from '../security-keys/security-keys.ts'
import type { Asking } from './held-keys.store.ts'

export interface ReadCard {
  readonly app: { readonly id: string; readonly hash: Buffer }
  readonly computer: string
  readonly card: string
  /** From the previous answer; if omitted, the tap starts a new session. */
  readonly session: string | undefined
}

export const askingOf = (ctx: RequestCtx, { app, card, computer, session }: ReadCard): Asking => ({
  app: app.id,
  hash: app.hash,
  card: hashOfCard(ctx, card),
  computer,
  session: session ?? null,
  memberships: asksForMemberships(ctx.workspace),
})
