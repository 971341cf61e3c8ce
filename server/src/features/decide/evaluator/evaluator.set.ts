import type { PolicyAction } from '@claviger/contract/decide/policy-content'
import { sendTogether } from '#platform/db/pipeline.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import {
  findSet,
  lockSet,
  raiseVersion,
  type CurrentPolicySet,
  setDefaultPolicy,
  setVital,
} from './policy-sets.store.ts'

export const findCurrentSet = (ctx: TransactionContext): Promise<CurrentPolicySet> => findSet(ctx.db)

/**
 * Serializes changes of policies and lists until the transaction ends. Checks of the current set must run after this
 * and before the version is incremented, so that old and new set are not confused.
 */
export async function lockCurrentSet(ctx: TransactionContext): Promise<CurrentPolicySet> {
  const [, set] = await sendTogether(lockSet(ctx.db, workspaceOf(ctx)), findSet(ctx.db))
  return set
}

export interface PolicySetChange {
  workspace: string
  at: Date
  by: { id: string; name: string }
  set: number
}

/** Increments the version of a locked set on behalf of the caller; the change takes effect everywhere on commit. */
export async function beginChange(ctx: TransactionContext): Promise<PolicySetChange> {
  const { id, name } = askerOf(ctx)
  return {
    workspace: workspaceOf(ctx),
    at: ctx.clock.now(),
    by: { id, name: name.slice(0, 260) },
    set: await raiseVersion(ctx.db, workspaceOf(ctx)),
  }
}

export async function chooseDefault(ctx: TransactionContext, action: PolicyAction): Promise<void> {
  await raiseVersion(ctx.db, workspaceOf(ctx))
  await setDefaultPolicy(ctx.db, action)
}

/** Sets the sites for which an owner must always keep a usable key, in a locked set. */
export const chooseVital = async (ctx: TransactionContext, sites: readonly string[]): Promise<void> => {
  await setVital(ctx.db, workspaceOf(ctx), sites)
}
