import type { RequestCtx } from '../../../ground/world.ts'
import { asksForMemberships } from '../../decide/decisions/decisions.ts'
import { hashOfCard } from '../security-keys/security-keys.ts'
import type { Asking } from './held-keys.store.ts'

/** A card as a program read it. */
export interface ReadCard {
  /** The program, and the keyed hash of its secret. */
  readonly app: { readonly id: string; readonly hash: Buffer }
  readonly computer: string
  /** Canonical number. */
  readonly card: string
  /** As the last answer named it; left out, the tap begins one. */
  readonly session: string | undefined
}

/** Who asks with which card, as the database is asked for it. */
export const askingOf = (ctx: RequestCtx, { app, card, computer, session }: ReadCard): Asking => ({
  app: app.id,
  hash: app.hash,
  card: hashOfCard(ctx, card),
  computer,
  session: session ?? null,
  memberships: asksForMemberships(ctx.workspace),
})
