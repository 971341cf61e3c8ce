import type { PolicySet } from '#features/decide/evaluator/evaluator.ts'
import { contentInForce } from '#features/decide/evaluator/evaluator.in-force.ts'
import { lockCurrentSet } from '#features/decide/evaluator/evaluator.set.ts'
import type { WorkspaceStrengths } from '#features/decide/strengths/strengths.ts'
import { mustNotBeBlocked } from '#features/people/dependents/dependents.ts'
import type { TransactionContext, Removals, Removal } from '#platform/app-context.ts'
import { type LockOut, findLosses, mustNotLockOut } from './simulations.guard.ts'

const noLosses: LockOut = { lost: [], refused: false }

/** Can a removal change a decision about a remaining user? Unit administrators can only remove users without a role. */
function isNamed(ctx: TransactionContext, set: PolicySet, { kind, ids }: Removal): boolean {
  if (set.version === 0 || ctx.unitsOf !== undefined) return false
  if (kind === 'user') return true
  const written = JSON.stringify([set.policies, set.lists])
  return ids.some(id => written.includes(id))
}

/** Groups are ended and users lose their account; everything else would take a Block policy its target. */
const isKept = ({ kind }: Removal) => kind === 'group' || kind === 'user'

/** Asked by the modules of users, groups, units, and devices through the context (`World.removals`). */
export const removals: Removals = {
  async preview(ctx, removed) {
    const set = await contentInForce(ctx)
    const { lost, refused } = isNamed(ctx, set, removed) ? await findLosses(ctx, set, [], { removed }) : noLosses
    return { lockedOut: lost.map(({ id, name }) => ({ id, name })), refused }
  },
  async mustBeSafe(ctx, removed, lockOutSeen) {
    // Without the lock, a policy that names it could be created meanwhile
    await lockCurrentSet(ctx)
    if (!isNamed(ctx, await contentInForce(ctx), removed)) return
    if (!isKept(removed)) await mustNotBeBlocked(ctx, removed.ids)
    await mustNotLockOut(ctx, [], { removed, lockOutSeen })
  },
  mustStayMet: (ctx, strengths, lockOutSeen) =>
    mustNotLockOut(ctx, [], { strengths: strengths as WorkspaceStrengths, lockOutSeen }),
}
