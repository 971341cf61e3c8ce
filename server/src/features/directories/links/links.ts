import type { TransactionContext } from '#platform/app-context.ts'
import { type DirectoryLinkRow, linksInOrder, linksOf, linksOfLocals, type LinkedKind } from './links.store.ts'

export { asConnection } from '../connections/connections.ts'
export {
  applyGroup,
  awaitMembers,
  changeMembers,
  type AppliedGroup,
  hashOfGroup,
  leaveGroup,
  type ReportedMembers as MembersTold,
  shownName,
  type ReportedGroup as ToldGroup,
} from './linked-groups.ts'
export { ofRankAmong } from './link-context.ts'
export { deleteLeft, applyLeaving } from './leaving-users.ts'
export { filledBy } from './filled-fields.ts'
export type { Attributes, MappedPerson } from './links.mapping.ts'
export { applyUsers, sourceOfKind } from './linked-users.ts'
export type { AppliedPerson, ApplyOutcome, DirectoryPerson } from './shapes.ts'

export interface DirectoryLink {
  connection: string
  anchor: string
  local: string
  activeThere: boolean
  leftAt: Date | null
  roleGiven: number | null
}

const linkOfRow = (row: DirectoryLinkRow): DirectoryLink => ({
  connection: row.connection_id,
  anchor: row.anchor,
  local: row.local_id,
  activeThere: row.active_there,
  leftAt: row.left_at,
  roleGiven: row.role_given,
})

/** Links of a user, the leading one first. */
export const linksOfUser = async (ctx: TransactionContext, user: string): Promise<DirectoryLink[]> =>
  (await linksInOrder(ctx.db, 'user', user)).map(linkOfRow)

export async function linkOf(
  ctx: TransactionContext,
  connection: { id: string },
  what: LinkedKind,
  anchor: string,
): Promise<DirectoryLink | undefined> {
  const [row] = await linksOf(ctx.db, connection.id, what, [anchor])
  return row && linkOfRow(row)
}

export const linksOfLocal = async (
  ctx: TransactionContext,
  what: LinkedKind,
  ids: readonly string[],
): Promise<DirectoryLink[]> => (await linksOfLocals(ctx.db, what, ids)).map(linkOfRow)
