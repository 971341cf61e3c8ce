import { cardModel } from '@claviger/contract/keys/authenticators'
import type { Ctx } from '../../../ground/world.ts'
import { leaveRefusal, type Refusal } from '../../decide/decisions/decisions.refusal.ts'
import { blockedAccounts, type Decision, decideUse } from '../../decide/decisions/decisions.ts'
import type { Faculties, KeyUse } from '../authenticator/authenticator.faculties.ts'
import { rpIdOf } from '../ceremony/ceremony.options.ts'
import { objectOf } from '../security-keys/security-keys.ts'
import type { CardContext, Tap } from './card-context.ts'
import { afterOf, ownerOf } from './lines.ts'

/** What access policies said while a request was answered. */
export interface Judged {
  decision?: Decision
  /** What was refused. */
  refused?: { readonly decision: Decision; readonly use: KeyUse }
}

type Inside = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/** Lets access policies decide each use of a card before anything is signed; what they said is noted in `judged`. */
export const judging =
  (inside: Inside, tap: Tap, context: CardContext, judged: Judged): Faculties['mayUse'] =>
  async use => {
    const decision = await inside(ctx => decideUse(ctx, knownOf(ctx, tap, context, use)))
    const { allowed, unmet } = decision.verdict
    judged.decision = decision
    if (allowed) return true
    // Whoever only asks which passkeys there are has nothing to bring yet
    if (!use.present && unmet.length > 0) return true
    judged.refused = { decision, use }
    return false
  }

/** What access policies are told of a use of a card. */
export function knownOf(
  ctx: Ctx,
  { asking }: Pick<Tap, 'asking'>,
  { key, shared, tries }: CardContext,
  { rpId, verified }: Pick<KeyUse, 'rpId' | 'verified'>,
) {
  const atOwnSite = rpId === rpIdOf(ctx.config.publicUrl)
  return {
    user: key.user_id,
    account: shared?.id ?? key.user_id,
    key: key.id,
    keyKind: key.kind,
    model: cardModel,
    rp: rpId,
    verified,
    // Our own page runs on no computer that anybody registered
    ...(asking.app !== ctx.workspace && { computer: key.app_computer }),
    // Whoever signs in there does so now
    ...(atOwnSite && { signedInAt: ctx.clock.now().toISOString(), ownSignIn: shared === null }),
    version: tries.policies,
    ...(tries.groups && { groups: tries.groups }),
    ...(tries.units && { units: tries.units }),
  }
}

/** Leaves the line of what was refused while a request was answered, and says what the person is told. */
export async function refusalIn(
  ctx: Ctx,
  { key, shared }: CardContext,
  { refused }: Judged,
): Promise<Refusal | undefined> {
  if (!refused) return undefined
  return leaveRefusal(ctx, refused.decision, {
    action: 'security-key.refused',
    by: ownerOf(key),
    object: objectOf(key),
    after: afterOf({ site: refused.use.rpId, opened: shared?.name }),
  })
}

/** Where an account is to be chosen. */
export interface Place {
  /** Left out where nobody knows yet. */
  readonly rp?: string | undefined
  /** How the registered program calls its computer. */
  readonly computer?: string | undefined
}

/** Those of some accounts that access policies do not block for a card; of a site that is not known yet, none is blocked. */
export async function mayOpen<T extends { id: string }>(
  ctx: Ctx,
  key: { id: string; user_id: string; kind: number },
  accounts: readonly T[],
  { rp, computer }: Place,
): Promise<T[]> {
  if (accounts.length <= 1) return [...accounts]
  const ofKey = { user: key.user_id, key: key.id, keyKind: key.kind, model: cardModel, computer }
  const atOwnSite = rp === rpIdOf(ctx.config.publicUrl)
  const ofSite = atOwnSite ? { rp, signedInAt: ctx.clock.now().toISOString(), ownSignIn: true } : { rp: rp ?? null }
  const ids = accounts.map(({ id }) => id)
  const blocked = await blockedAccounts(ctx, { ...ofKey, ...ofSite }, ids)
  return accounts.filter(({ id }) => !blocked.has(id))
}
