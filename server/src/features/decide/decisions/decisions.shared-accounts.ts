import type { TransactionContext } from '#platform/app-context.ts'
import { type Decision, decideUse, type KnownFacts } from './decisions.ts'

export type JudgedUses<T extends KnownFacts = KnownFacts> = readonly [T, ...T[]]

/**
 * The facts for policies about a use of an account. A shared account can be used only if policies allow both: the user whose
 * card opened it, and the account itself.
 */
export function usesOfAccount<T extends KnownFacts>(
  use: T,
  { account, openedBy }: { account: string; openedBy: string | null },
): JudgedUses<T & { user: string; account: string }> {
  const own = { ...use, user: account, account }
  return openedBy === null || openedBy === account ? [own] : [{ ...use, user: openedBy, account }, own]
}

/** The decision that refuses, or the last one: each of the uses must be allowed. */
export async function decideAll(
  ctx: TransactionContext,
  [first, ...others]: JudgedUses,
  read?: { readonly version: number | null },
): Promise<Decision> {
  const version = read && { version: read.version }
  const decision = await decideUse(ctx, { ...first, ...version })
  const [next, ...rest] = others
  if (!next || !decision.verdict.allowed) return decision
  const last = await decideAll(ctx, [next, ...rest], read)
  const wouldRefuse = [...new Set([...decision.verdict.wouldRefuse, ...last.verdict.wouldRefuse])]
  return { ...last, verdict: { ...last.verdict, wouldRefuse } }
}
