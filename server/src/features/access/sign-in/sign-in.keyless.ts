import { ownEntryPoints } from '@claviger/contract/decide/entry-points'
import type { StrengthLevel, PolicySignInMethod } from '@claviger/contract/decide/policy-content'
import type { TransactionContext } from '#platform/app-context.ts'
import { refusedByPolicy } from '#features/decide/decisions/decisions.refusal.ts'
import { type Decision, decideUse, noteReports } from '#features/decide/decisions/decisions.ts'
import type { CodeMethod } from '@claviger/contract/access/sign-in.ways'

interface KeylessSignIn {
  readonly user: string
  readonly name: string
  readonly method: CodeMethod | 'password' | 'external'
  /** What a trusted provider has checked. */
  readonly level?: StrengthLevel | undefined
}

/**
 * Asks the access policies about a sign-in to our own page without a key. Users with a role are never blocked.
 * @throws policy-refused
 */
export async function decideKeyless(
  ctx: TransactionContext,
  { user, name, method, level = 'any' }: KeylessSignIn,
): Promise<Decision> {
  const way: PolicySignInMethod = method
  const decision = await decideUse(ctx, {
    entry: ownEntryPoints[method],
    user,
    way,
    level,
    verified: level !== 'any',
    signedInAt: ctx.clock.now().toISOString(),
  })
  if (!decision.verdict.allowed)
    throw refusedByPolicy(ctx, decision, { action: `sign-in.${method}`, by: { id: user, name } })
  await noteReports(ctx, decision)
  return decision
}
