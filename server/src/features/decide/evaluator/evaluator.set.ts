import type { PolicyAction } from '@claviger/contract/decide/policy-content'
import { together } from '../../../ground/db/together.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { askerOf } from '../../work/rank/rank.ts'
import { findSet, lockSet, raiseVersion, type SetNow, setDefault, setVital } from './policy-sets.store.ts'

/** The number of what all policies and lists are together, and what holds where no policy applies. */
export const setNow = (ctx: Ctx): Promise<SetNow> => findSet(ctx.db)

/**
 * Keeps others from changing policies or lists until the transaction ends; whoever does so at the same time waits here.
 * What looks at the set as it is comes behind this and before it is raised, so that nobody takes the one for the other.
 */
export async function holdSet(ctx: Ctx): Promise<SetNow> {
  const [, set] = await together(lockSet(ctx.db, workspaceOf(ctx)), findSet(ctx.db))
  return set
}

/** Who changes policies or lists, when, and since which number of the set that holds. */
export interface Change {
  workspace: string
  at: Date
  by: { id: string; name: string }
  set: number
}

/** Says that policies or lists of a set that is held change, in the name of whoever asks: with the commit it is in force everywhere. */
export async function beginChange(ctx: Ctx): Promise<Change> {
  const { id, name } = askerOf(ctx)
  return {
    workspace: workspaceOf(ctx),
    at: ctx.clock.now(),
    by: { id, name: name.slice(0, 260) },
    set: await raiseVersion(ctx.db, workspaceOf(ctx)),
  }
}

/** Chooses what holds where no policy applies, in a set that is held. */
export async function chooseDefault(ctx: Ctx, action: PolicyAction): Promise<void> {
  await raiseVersion(ctx.db, workspaceOf(ctx))
  await setDefault(ctx.db, action)
}

/** Chooses the sites at which an owner must always be able to use a key, in a set that is held. */
export const chooseVital = async (ctx: Ctx, sites: readonly string[]): Promise<void> => {
  await setVital(ctx.db, workspaceOf(ctx), sites)
}
