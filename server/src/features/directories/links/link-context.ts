import { sendTogether } from '#platform/db/pipeline.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { usersAbove, type Asker, ofRankBeside } from '#features/work/rank/rank.ts'
import { approverOf, type ConnectedDirectory } from '../connections/connections.ts'
import { peopleToFollow } from '#features/people/users/users.directory.ts'
import type { UserRow } from '#features/people/users/users.ts'
import { type DirectoryLinkRow, linksOf } from './links.store.ts'
import { type Precedence, precedenceOf } from './precedence/precedence.ts'

export const byOf = ({ id, name }: Pick<ConnectedDirectory, 'id' | 'name'>) => ({ id, name: `Directory ${name}` })

export interface LinkContext {
  workspace: string
  links: Map<string, DirectoryLinkRow>
  rows: Map<string, UserRow>
  ofRank: Set<string>
  above: Set<string>
  approver: Asker | undefined
  precedence: Precedence
}

const nobody: Asker = { id: null, name: '', holds: [], unitsOf: null }

export const ofRankAmong = (ctx: TransactionContext, ids: readonly string[]): Promise<Set<string>> =>
  usersAbove(ctx, nobody, ids)

/**
 * Loads the users of these immutable IDs and locks them until the transaction ends, except those that `touched`
 * excludes.
 */
export async function loadLinkContext(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  anchors: readonly string[],
  touched: (link: DirectoryLinkRow) => boolean = () => true,
): Promise<LinkContext> {
  const [known, approver] = await sendTogether(
    linksOf(ctx.db, connection.id, 'user', anchors),
    approverOf(ctx, connection),
  )
  const links = new Map(known.map(link => [link.anchor, link]))
  const ids = [...links.values()].filter(touched).map(link => link.local_id)
  const rows = new Map((await peopleToFollow(ctx, ids)).map(row => [row.id, row]))
  const given = new Map(
    [...links.values()].flatMap(link => (link.role_given === null ? [] : [[link.local_id, link.role_given] as const])),
  )
  // Roles that this directory gave or offers don't protect users from it
  const ofRank = ids.length === 0 ? new Set<string>() : await ofRankBeside(ctx, ids, connection.id, given)
  const above = ofRank.size === 0 || !approver ? new Set<string>() : await usersAbove(ctx, approver, [...ofRank])
  const precedence = await precedenceOf(ctx, connection, ids)
  return { workspace: workspaceOf(ctx), links, rows, ofRank, above, approver, precedence }
}

/** Why a directory can't change a user; undefined if it can. */
export function reasonAgainstChange(
  connection: ConnectedDirectory,
  scene: LinkContext,
  link: DirectoryLinkRow,
): 'of-rank' | 'above-approver' | undefined {
  const user = link.local_id
  if (!scene.ofRank.has(user)) return undefined
  if (!connection.reach.touchesRank) return 'of-rank'
  return scene.above.has(user) ? 'above-approver' : undefined
}
