import type { DemandName } from '@claviger/contract/decide/decisions'
import type { EntryPointName } from '@claviger/contract/decide/entry-points'
import { cardModel } from '@claviger/contract/keys/authenticators'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { logRefusal } from '#features/decide/decisions/decisions.refusal.ts'
import { decideAll, type JudgedUses, usesOfAccount } from '#features/decide/decisions/decisions.shared-accounts.ts'
import { allowsAfterSignIn, blockedAccounts, type Decision } from '#features/decide/decisions/decisions.ts'
import type { AuthenticatorDependencies, KeyUse } from '../authenticator/authenticator.dependencies.ts'
import { rpIdOf } from '../ceremony/ceremony.options.ts'
import { objectOf } from '../security-keys/security-keys.ts'
import type { CardContext, RefusedTap, CardTap } from './card-context.ts'
import { afterOf, ownerOf } from './lines.ts'

export interface KeyUseJudgment {
  decision?: Decision
  refused?: { readonly decision: Decision; readonly use: KeyUse }
}

type Inside = <T>(work: (ctx: TransactionContext) => Promise<T>) => Promise<T>

/**
 * Has access policies decide each use of a card before anything is signed; the decision is stored in `judged`.
 */
export const policyCheckOf =
  (inside: Inside, tap: CardTap, context: CardContext, judged: KeyUseJudgment): AuthenticatorDependencies['mayUse'] =>
  async use => {
    const decision = await inside(ctx => decideAll(ctx, usesOf(ctx, tap, context, use)))
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

export function knownFactsOf(
  ctx: TransactionContext,
  { asking }: Pick<CardTap, 'asking'>,
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
  ctx: TransactionContext,
  { key, shared }: CardContext,
  { refused }: KeyUseJudgment,
): Promise<RefusedTap | undefined> {
  if (!refused) return undefined
  const { decision, use } = refused
  const left = await logRefusal(ctx, decision, {
    action: 'security-key.refused',
    by: ownerOf(key),
    object: objectOf(key),
    after: afterOf({ site: use.rpId, opened: shared?.name }),
  })
  // On our own page, the page itself offers other sign-in methods
  if (use.rpId === rpIdOf(ctx.config.publicUrl) || !(await allowsAfterSignIn(ctx, decision))) return left
  return { ...left, signIn: signInAddress(ctx, decision.verdict.unmet) }
}

function signInAddress(ctx: TransactionContext, unmet: readonly DemandName[]): string {
  const address = new URL('/auth/sign-in', ctx.config.publicUrl)
  address.searchParams.set('workspace', workspaceOf(ctx))
  address.searchParams.set('unmet', unmet.join(' '))
  return address.href
}

/** On our own page, both the account and the card's user sign in, so policies are checked for both. */
function usesOf(ctx: TransactionContext, tap: CardTap, context: CardContext, use: KeyUse): JudgedUses {
  const known = knownFactsOf(ctx, tap, context, use)
  if (context.shared === null || use.rpId !== rpIdOf(ctx.config.publicUrl)) return [known]
  const { groups: _groups, units: _units, ...ofCard } = known
  const [, ofAccount] = usesOfAccount(ofCard, { account: context.shared.id, openedBy: known.user })
  return ofAccount ? [known, ofAccount] : [known]
}

export interface AccountChoiceContext {
  readonly rp?: string | undefined
  readonly computer?: string | undefined
}

/** The accounts that access policies don't block for a card. If the site is still unknown, none is blocked. */
export async function mayOpen<T extends { id: string }>(
  ctx: TransactionContext,
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
  if (atOwnSite)
    for (const id of ids)
      for (const one of await blockedAccounts(ctx, { ...ofKey, ...ofSite, user: id }, [id])) blocked.add(one)
  return accounts.filter(({ id }) => !blocked.has(id))
}
