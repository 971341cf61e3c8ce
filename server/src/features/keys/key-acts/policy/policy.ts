import type { KeySelection } from '@claviger/contract/keys/key-acts'
import type { Run, RunPreview } from '@claviger/contract/work/runs'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { previewOfWork, runOfWork } from '#features/work/works/works.runs.ts'
import { beginOn } from '#features/work/works/works.ts'
import { policyById, type TokenPolicyRow } from '#features/keys/token-policies/token-policies.ts'
import { chosenKeys } from '#features/keys/security-keys/security-keys.list.ts'
import { countKeyReasons } from '../acts.store.ts'
import { reasonAgainst } from '../reasons.store.ts'
import { keyPolicies } from './key-policy-kind.ts'

type Input = KeySelection & { tokenPolicy: string }

async function policyOf(ctx: TransactionContext, input: Input): Promise<TokenPolicyRow> {
  const policy = await policyById(ctx, input.tokenPolicy)
  if (!policy) throw problem('not-found')
  return policy
}

export async function previewPolicy(ctx: TransactionContext, input: Input): Promise<RunPreview> {
  const reason = reasonAgainst(askerOf(ctx), await policyOf(ctx, input))
  return previewOfWork(await countKeyReasons(ctx.db, reason, await chosenKeys(ctx, input)), able => able.count)
}

export async function givePolicyToKeys(ctx: TransactionContext, input: Input): Promise<Run> {
  const { id, name } = await policyOf(ctx, input)
  const what = { parameters: { policy: id }, name }
  return runOfWork(ctx, keyPolicies, await beginOn(ctx, keyPolicies, what, await chosenKeys(ctx, input)))
}
