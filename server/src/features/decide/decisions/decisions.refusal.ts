import type { DemandName } from '@claviger/contract/decide/decisions'
import type { DeferredText } from '@claviger/contract/platform/wording'
import { workspaceOf } from '#platform/db/transaction.ts'
import { msg, deferText } from '#platform/languages.ts'
import { type Problem, problem } from '#platform/problem.ts'
import type { ActivityEntry } from '#platform/record/record.ts'
import { lineOfRefusal } from '#platform/record/record-refused.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { referenceOf } from './decisions.reference.ts'
import { type Decision, keptDecisionOf } from './decisions.ts'

export interface PolicyRefusal {
  readonly reference: string
  readonly says: DeferredText
}

const toBring: Record<DemandName, string> = {
  pin: msg('Use your key with its PIN.'),
  models: msg('Use a security key model that your organization allows.'),
  withinMinutes: msg('Sign in again first.'),
  strength: msg('Use a stronger sign-in method.'),
}

function wordsOf({ verdict }: Pick<Decision, 'verdict'>, reference: string): DeferredText {
  const [first, ...others] = verdict.unmet.map(name => deferText(toBring[name]))
  if (!first) return deferText("Your organization's policy doesn't allow this. Reference: {reference}", { reference })
  const bring = others.reduce((one, other) => deferText('{one} {other}', { one, other }), first)
  return deferText("Your organization's policy doesn't allow this yet. {bring} Reference: {reference}", {
    bring,
    reference,
  })
}

export type RefusedUse = Pick<ActivityEntry, 'action' | 'by' | 'object' | 'after'>

/**
 * Logs a refused use, independent of the audit setting; a repeated refusal within a minute returns the reference of
 * the existing entry.
 */
export async function logRefusal(ctx: TransactionContext, decision: Decision, use: RefusedUse): Promise<PolicyRefusal> {
  const { verdict, facts } = decision
  const failed =
    verdict.unmet.length > 0
      ? msg('An access policy has additional requirements')
      : msg('An access policy refused the request')
  const same = JSON.stringify([verdict, { ...facts, at: null, signedInAt: null }])
  const line = await lineOfRefusal(ctx, { ...use, failed, decision: keptDecisionOf(decision) }, { known: same })
  const reference = referenceOf(line)
  return { reference, says: wordsOf(decision, reference) }
}

export function refusalOf({ reference, says }: PolicyRefusal): Problem {
  const refused = problem('policy-refused', says)
  refused.reference = reference
  return refused
}

/** A refusal that rolls back everything except its log entry. */
export function refusedByPolicy(
  ctx: Pick<TransactionContext, 'workspace'>,
  decision: Decision,
  use: RefusedUse,
): Problem {
  const refused = problem('policy-refused')
  if (decision.verdict.unmet.length > 0) refused.unmet = decision.verdict.unmet
  return refused.but(workspaceOf(ctx), async kept => {
    const { reference, says } = await logRefusal(kept, decision, use)
    refused.reference = reference
    refused.says = says
  })
}
