import { newId } from '../../../ground/ids.ts'
import type { Ctx, RequestCtx } from '../../../ground/world.ts'
import type { Known } from '../../decide/decisions/decisions.ts'
import { holderShown, type PinProof } from '../authenticator/authenticator.holder.ts'
import { objectOf } from '../security-keys/security-keys.ts'
import { askingOf, type ReadCard } from './asking.ts'
import { cardContextOf, keepSession } from './card-context.ts'
import { cardStateOf } from './card-state.ts'
import { knownOf } from './held-keys.policies.ts'
import { ownerOf } from './lines.ts'

interface Shown extends ReadCard {
  /** Whose account it is to open; left out, the owner's. */
  readonly account: string | undefined
  /** The site that it is for; with a proof, the PIN was given for it. */
  readonly rpId: string
  readonly proof: Pick<PinProof, 'message' | 'param'> | undefined
}

/** Somebody who tapped a card, and gave its PIN or did not. */
export interface Holder {
  /** The account that the card opens. */
  readonly account: string
  /** The PIN was given, for this site and for nothing else. */
  readonly verified: boolean
  /** The card, and its owner, as lines of the log name them. */
  readonly key: { readonly id: string; readonly type: string; readonly name: string }
  readonly owner: { readonly id: string; readonly name: string }
  readonly audited: boolean
  /** What access policies are told of the use. */
  readonly known: Known
}

/**
 * Does something for whoever tapped a card at a registered program, other than answering CTAP. What a proof spends stays
 * spent with what was done. Throws reader-refused, workspace-disabled, card-unknown, key-pending, key-suspended,
 * key-blocked, key-waiting and account-not-shared.
 */
export const withHolder = <T>(
  ctx: RequestCtx,
  shown: Shown,
  work: (inner: Ctx, holder: Holder) => Promise<T>,
): Promise<T> =>
  ctx.transact(async inner => {
    const { rpId, proof, account = null } = shown
    const none = { request: Buffer.alloc(0), tapped: false, matched: false, newSession: newId() }
    const tap = { ...none, asking: askingOf(ctx, shown), account }
    const context = await cardContextOf(inner, tap, true)
    const { key, shared, tries, credentials, sealer, session } = context
    const card = cardStateOf(key, { tries, credentials, shared: shared !== null, sealer })
    const after = proof && holderShown(card, session.now, inner.clock.now().getTime(), { rpId, ...proof })
    // Whoever went on with the session meanwhile has spent it
    const verified = after !== undefined && (await keepSession(inner, tap, context, after))
    return work(inner, {
      account: shared?.id ?? key.user_id,
      verified,
      key: objectOf(key),
      owner: ownerOf(key),
      audited: key.audit,
      known: knownOf(inner, tap, context, { rpId, verified }),
    })
  })
