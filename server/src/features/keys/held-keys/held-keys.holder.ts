import { newId } from '#platform/ids.ts'
import type { TransactionContext, RequestContext } from '#platform/app-context.ts'
import type { KnownFacts } from '#features/decide/decisions/decisions.ts'
import { holderShown, type PinProof } from '../authenticator/authenticator.holder.ts'
import { objectOf } from '../security-keys/security-keys.ts'
import { tapRequestOf, type ReadCard } from './card-asking.ts'
import { cardContextOf, keepSession } from './card-context.ts'
import { cardStateOf } from './card-state.ts'
import { knownFactsOf } from './held-keys.policies.ts'
import { ownerOf } from './lines.ts'

interface Shown extends ReadCard {
  readonly account: string | undefined
  /** The site. With a proof, the PIN was entered for it. */
  readonly rpId: string
  readonly proof: Pick<PinProof, 'message' | 'param'> | undefined
}

export interface CardHolder {
  readonly account: string
  readonly verified: boolean
  readonly key: { readonly id: string; readonly type: string; readonly name: string }
  readonly owner: { readonly id: string; readonly name: string }
  readonly audited: boolean
  readonly known: KnownFacts
}

/**
 * Runs work for the holder of a card tapped at a registered program, other than answering CTAP. What a proof
 * spends is committed together with the work.
 * @throws reader-refused, workspace-disabled, card-unknown, key-pending, key-suspended, key-blocked,
 * key-waiting, account-not-shared
 */
export const withHolder = <T>(
  ctx: RequestContext,
  shown: Shown,
  work: (inner: TransactionContext, holder: CardHolder) => Promise<T>,
): Promise<T> =>
  ctx.transact(async inner => {
    const { rpId, proof, account = null } = shown
    const none = { request: Buffer.alloc(0), tapped: false, matched: false, newSession: newId() }
    const tap = { ...none, asking: tapRequestOf(ctx, shown), account }
    const context = await cardContextOf(inner, tap, true)
    const { key, shared, tries, credentials, sealer, session } = context
    const card = cardStateOf(key, { tries, credentials, shared: shared !== null, sealer })
    const after = proof && holderShown(card, session.now, inner.clock.now().getTime(), { rpId, ...proof })
    // A concurrent request that used the session has spent it
    const verified = after !== undefined && (await keepSession(inner, tap, context, after))
    return work(inner, {
      account: shared?.id ?? key.user_id,
      verified,
      key: objectOf(key),
      owner: ownerOf(key),
      audited: key.audit,
      known: knownFactsOf(inner, tap, context, { rpId, verified }),
    })
  })
