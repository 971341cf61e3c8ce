import type { Ctx } from '../../../ground/world.ts'
import { manyCame } from '../../people/users/users.directory.ts'
import { leaverOfRank, overdue, peopleOf, recountLinks } from './links.store.ts'

/** How many people a directory keeps who have not left. */
export const peopleKept = (ctx: Ctx, connection: { id: string }): Promise<number> => peopleOf(ctx.db, connection.id)

/** Of all workspaces some who left so long ago that they are deleted now: by workspace and directory their anchors. */
export async function overdueLeavers(ctx: Ctx, most: number): Promise<Map<string, Map<string, string[]>>> {
  const found = new Map<string, Map<string, string[]>>()
  for (const { workspace_id: workspace, connection_id: connection, anchor } of await overdue(
    ctx.db,
    ctx.clock.now(),
    most,
  )) {
    const all = found.get(workspace) ?? new Map<string, string[]>()
    all.set(connection, [...(all.get(connection) ?? []), anchor])
    found.set(workspace, all)
  }
  return found
}

/** Somebody of rank who left their directory and still gets in, of whom owners have to decide; and how many there are. */
export const rankThatLeft = (ctx: Ctx) => leaverOfRank(ctx.db)

/** Lets the database know on the way that a directory brings many; `before` and `now` are how many it had brought. */
export async function manyLinked(ctx: Ctx, before: number, now: number): Promise<void> {
  if (await manyCame(ctx, before, now)) await recountLinks(ctx.db)
}
