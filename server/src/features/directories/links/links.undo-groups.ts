import type { AppliedReason } from '@claviger/contract/directories/links'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import {
  changeKeptGroup,
  changeKeptMembers,
  type KeptGroup,
  removeKeptGroup,
  restoreKeptGroup,
} from '../../people/groups/groups.directory.ts'
import { groupsById } from '../../people/groups/groups.ts'
import type { Connection } from '../connections/connections.ts'
import { hashOfGroup, type ToldGroup } from './groups.ts'
import { deleteLinks, insertLinks, linksOfLocals, updateLinks } from './links.store.ts'

/** What a run did to a group. */
export type GroupDone =
  | { did: 'added' }
  | { did: 'renamed'; told: ToldGroup; was: KeptGroup }
  | { did: 'deleted'; anchor: string }
  | { did: 'members'; added: readonly string[]; removed: readonly string[] }

// The directory tells of it anew, whatever it says then
const untold = { told: '', activeThere: true, leftAt: null, roleGiven: null }

/**
 * Takes back what a run did to a group: one that it added goes, one that it deleted comes back with what hung on it, names
 * and members are as before where nobody changed them since. Answers why it stays.
 */
export async function takeBackGroup(
  ctx: Ctx,
  connection: Connection,
  group: string,
  done: GroupDone,
): Promise<AppliedReason | undefined> {
  if (done.did === 'deleted') return bringBack(ctx, connection, group, done.anchor)
  const [link] = await linksOfLocals(ctx.db, 'group', [group])
  // The group itself went before its members
  if (!link && done.did === 'members') return undefined
  if (link?.connection_id !== connection.id) return 'changed-since'
  if (done.did === 'added') {
    await removeKeptGroup(ctx, group)
    await deleteLinks(ctx.db, connection.id, 'group', [link.anchor])
    return undefined
  }
  if (done.did === 'renamed') {
    if (link.told.toString('hex') !== hashOfGroup(done.told)) return 'changed-since'
    const { became } = await changeKeptGroup(ctx, group, done.was)
    if (became === 'taken') return 'group-name-taken'
    await updateLinks(ctx.db, connection.id, 'group', [{ anchor: link.anchor, ...untold }], ctx.clock.now())
    return undefined
  }
  const [row] = await groupsById(ctx.db, [group])
  if (!row) return 'changed-since'
  await changeKeptMembers(ctx, row, { add: done.removed, remove: done.added })
  return undefined
}

async function bringBack(
  ctx: Ctx,
  connection: Connection,
  group: string,
  anchor: string,
): Promise<AppliedReason | undefined> {
  const became = await restoreKeptGroup(ctx, group)
  if (became !== 'back') return became === 'taken' ? 'group-name-taken' : 'not-undone'
  const links = [{ anchor, ...untold, localId: group }]
  await insertLinks(ctx.db, workspaceOf(ctx), connection.id, 'group', links, ctx.clock.now())
  return undefined
}
