import type { Facts } from '@claviger/contract/decide/decisions'
import { policyActions, type ListType } from '@claviger/contract/decide/policy-content'
import type { DecisionTrace, DecisionExplanation } from '@claviger/contract/decide/why'
import { lowestIdAt } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { readReference, referenceOf } from '../decisions/decisions.reference.ts'
import { storedFactsOf, type KeptDecision } from '../decisions/decisions.ts'
import { contentInForce } from '../evaluator/evaluator.in-force.ts'
import { compile, explain, type PolicySet } from '../evaluator/evaluator.ts'
import { type DecidedRow, findDecided, findReferred, listsAt, namesOf, policiesAt } from './why.store.ts'

/** Unit administrators see decisions about their users, but no policies. */
const seesPolicies = ({ actor, unitsOf }: Pick<TransactionContext, 'actor' | 'unitsOf'>): boolean =>
  unitsOf === undefined && 'permissions' in actor && actor.permissions.has('policies.read')

const keptIn = (row: Pick<DecidedRow, 'decision'>) => row.decision as unknown as KeptDecision | null

/** Facts of the policy decision of a log entry; null without a decision. */
export const factsIn = (row: Pick<DecidedRow, 'decision'>): Partial<Facts> | null => keptIn(row)?.facts ?? null

/** Policy decision of a log entry, as far as visible to the caller; null without a decision. */
export function decidedOf(ctx: TransactionContext, row: Pick<DecidedRow, 'id' | 'decision'>): DecisionTrace | null {
  const kept = keptIn(row)
  if (kept === null) return null
  const { policy, version, set, facts } = kept
  const hidden = { policy: null, version: null, set: null, facts: null }
  return {
    allowed: kept.allowed,
    reference: referenceOf(row.id),
    ...(seesPolicies(ctx) ? { policy, version, set, facts } : hidden),
  }
}

/** Why a logged use was allowed or refused. @throws not-found */
export async function explainEntry(
  ctx: TransactionContext,
  { activity }: { activity: string },
): Promise<DecisionExplanation> {
  return whyOf(ctx, await findDecided(ctx.db, activity))
}

/** The use that a refused user's reference identifies. @throws not-found, including for invalid references */
export async function explainByReference(
  ctx: TransactionContext,
  { reference }: { reference: string },
): Promise<DecisionExplanation> {
  const read = readReference(reference)
  if (!read) throw problem('not-found')
  return whyOf(ctx, await findReferred(ctx.db, lowestIdAt(read.from), lowestIdAt(read.to), read.tail))
}

async function whyOf(ctx: TransactionContext, row: DecidedRow | undefined): Promise<DecisionExplanation> {
  const kept = row && keptIn(row)
  if (!row || !kept) throw problem('not-found')
  const { allowed, exempt = false } = kept
  return {
    activity: row.id,
    reference: referenceOf(row.id),
    at: row.at.toISOString(),
    allowed,
    exempt,
    full: seesPolicies(ctx) ? await chainOf(ctx, kept, row.at) : null,
  }
}

/** Replays the decision with the policies and facts of that time. */
async function chainOf(
  ctx: TransactionContext,
  kept: KeptDecision,
  at: Date,
): Promise<NonNullable<DecisionExplanation['full']>> {
  const facts = storedFactsOf(kept, at)
  const explanation = explain(compile(await setOfThen(ctx, kept)), facts)
  return { explanation, facts, names: await namesOf(ctx.db, idsIn(facts)) }
}

async function setOfThen(ctx: TransactionContext, kept: KeptDecision): Promise<PolicySet> {
  if (kept.set === 0) return { version: 0, defaultAction: policyActions.allow, policies: [], lists: [] }
  const [now, policies, lists] = await sendTogether(
    contentInForce(ctx),
    policiesAt(ctx.db, kept.set),
    listsAt(ctx.db, kept.set),
  )
  // The default at that time matters only if it decided, and then it follows from the result
  const allowedThen = kept.allowed && !kept.exempt && !kept.unmet ? policyActions.allow : policyActions.block
  return {
    version: kept.set,
    defaultAction: kept.policy === null ? allowedThen : now.defaultAction,
    policies,
    lists: lists.map(list => ({ ...list, type: list.type as ListType })),
  }
}

const idsIn = ({ user, account, key, device, app, groups, endedGroups = [], units, deviceGroups }: Facts): string[] => [
  ...new Set(
    [user, account, key, device, app, ...groups, ...endedGroups, ...units, ...deviceGroups].filter(id => id !== null),
  ),
]
