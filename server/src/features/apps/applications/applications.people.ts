import type { Ctx } from '../../../ground/world.ts'
import { type Application } from './applications.ts'
import { openedBy } from './assignments.store.ts'
import { findListed } from './applications.store.ts'
import { openBy, type OpenRow, setFavourite } from './people.store.ts'

export type { OpenRow } from './people.store.ts'

/** The applications that have a tile for a user: assigned, switched on and not hidden. */
export const applicationsOf = (ctx: Ctx, user: string): Promise<OpenRow[]> => openBy(ctx.db, user)

/** Puts an application among a user's favourites, or takes it from them. */
export const markFavourite = (ctx: Ctx, application: Pick<Application, 'id'>, user: string, favourite: boolean) =>
  setFavourite(ctx.db, application.id, user, favourite)

/** Names of the groups and units, or the own name, by which a user may open an application. */
export const openedThrough = (ctx: Ctx, application: Pick<Application, 'id'>, user: string): Promise<string[]> =>
  openedBy(ctx.db, application.id, user)

/** Whether an application is assigned to anybody, and when somebody signed in to it last; undefined where there is none. */
export async function stateOf(
  ctx: Ctx,
  id: string,
): Promise<{ assigned: boolean; lastUsedAt: Date | null } | undefined> {
  const row = await findListed(ctx.db, id)
  return row && { assigned: row.everyone || row.assigned > 0, lastUsedAt: row.last_used_at }
}
