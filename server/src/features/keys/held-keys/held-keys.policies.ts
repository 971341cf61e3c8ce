import type { EntryPointName } from '@claviger/contract/decide/entry-points'
import { cardModel } from '@claviger/contract/keys/authenticators'
import type { Ctx } from '#platform/world.ts'
import { leaveRefusal, type PolicyRefusal } from '#features/decide/decisions/decisions.refusal.ts'
import { blockedAccounts, type Decision, decideUse } from '#features/decide/decisions/decisions.ts'
import type { Faculties, KeyUse } from '../authenticator/authenticator.faculties.ts'
import { rpIdOf } from '../ceremony/ceremony.options.ts'
import { objectOf } from '../security-keys/security-keys.ts'
import type { CardContext, Tap } from './card-context.ts'
import { afterOf, ownerOf } from './lines.ts'

export interface KeyUseJudgment {
  decision?: Decision
  refused?: { readonly decision: Decision; readonly use: KeyUse }
}

type Inside = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/**
 * Has access policies decide each use of a card before anything is signed; the decision is stored in `judged`.
 */
export const judging =
  (inside: Inside, tap: Tap, context: CardContext, judged: KeyUseJudgment): Faculties['mayUse'] =>
  async use => {
    const decision = await inside(ctx => decideUse(ctx, knownOf(ctx, tap, context, use)))
    const { allowed, unmet } = decision.verdict
    judged.decision = decision
    if (allowed) return true
    // A request that only lists passkeys can't meet requirements yet
    if (!use.present && unmet.length > 0) return true
    judged.refused = { decision, use }
    return false
  }

const entryAt = (atOwnSite: boolean, byReader: boolean): EntryPointName =>
  atOwnSite ? (byReader ? 'own-reader' : 'own-card') : 'site'

export function knownOf(
  ctx: Ctx,
  { asking }: Pick<Tap, 'asking'>,
  { key, shared, tries }: CardContext,
  { rpId, verified }: Pick<KeyUse, 'rpId' | 'verified'>,
) {
  const atOwnSite = rpId === rpIdOf(ctx.config.publicUrl)
  // Our own page doesn't run on a registered computer
  const byReader = asking.app !== ctx.workspace
  return {
    entry: entryAt(atOwnSite, byReader),
    user: key.user_id,
    account: shared?.id ?? key.user_id,
    key: key.id,
    keyKind: key.kind,
    model: cardModel,
    rp: rpId,
    verified,
    ...(byReader && { computer: key.app_computer }),
    // A sign-in there happens now
    ...(atOwnSite && { signedInAt: ctx.clock.now().toISOString() }),
    version: tries.policies,
    ...(tries.groups && { groups: tries.groups }),
    ...(tries.units && { units: tries.units }),
  }
}

export async function refusalIn(
  ctx: Ctx,
  { key, shared }: CardContext,
  { refused }: KeyUseJudgment,
): Promise<PolicyRefusal | undefined> {
  if (!refused) return undefined
  return leaveRefusal(ctx, refused.decision, {
    action: 'security-key.refused',
    by: ownerOf(key),
    object: objectOf(key),
    after: afterOf({ site: refused.use.rpId, opened: shared?.name }),
  })
}

export interface AccountChoiceContext {
  readonly rp?: string | undefined
  readonly computer?: string | undefined
}

/** The accounts that access policies don't block for a card. If the site is still unknown, none is blocked. */
export async function mayOpen<T extends { id: string }>(
  ctx: Ctx,
  key: { id: string; user_id: string; kind: number },
  accounts: readonly T[],
  { rp, computer }: AccountChoiceContext,
): Promise<T[]> {
  if (accounts.length <= 1) return [...accounts]
  const atOwnSite = rp === rpIdOf(ctx.config.publicUrl)
  const ofKey = {
    entry: entryAt(atOwnSite, computer !== undefined),
    user: key.user_id,
    key: key.id,
    keyKind: key.kind,
    model: cardModel,
    computer,
  }
  const ofSite = atOwnSite ? { rp, signedInAt: ctx.clock.now().toISOString() } : { rp: rp ?? null }
  const ids = accounts.map(({ id }) => id)
  const blocked = await blockedAccounts(ctx, { ...ofKey, ...ofSite }, ids)
  return accounts.filter(({ id }) => !blocked.has(id))
}
