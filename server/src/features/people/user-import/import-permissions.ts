import { msg } from '#platform/languages.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { usersAbove, type Asker, groupsAbove } from '#features/work/rank/rank.ts'

/**
 * The users in an import on which its administrator can't act, and the groups they can't fill because these
 * open an account with a higher role.
 */
export const reachOf = async (
  ctx: TransactionContext,
  by: Asker,
  users: readonly string[],
  groups: readonly string[],
): Promise<{ above: Set<string>; shut: Set<string> }> => ({
  above: await usersAbove(ctx, by, users),
  shut: await groupsAbove(ctx, by, [...new Set(groups)]),
})

/** Users with a higher role than the import's administrator whose mailbox a row would give to another user. */
export const isOfHigherRole = (
  email: string | null | undefined,
  user: { id: string; email: string | null } | undefined,
  known: readonly { id: string; email: string | null }[],
  above: ReadonlySet<string>,
): boolean =>
  email !== undefined &&
  email !== null &&
  email !== user?.email &&
  known.some(other => other.id !== user?.id && other.email === email && above.has(other.id))

export const emailOfHigherRoleText = msg('A user with a higher role than yours has this email')
export const groupOpensHigherRoleText = msg(
  'A group in this row gives access to the account of a user with a higher role than yours',
)
