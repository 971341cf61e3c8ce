import type { TransactionContext } from '#platform/app-context.ts'
import { type Application } from './applications.ts'
import { openedBy } from './assignments.store.ts'
import { findListed } from './applications.store.ts'
import { openBy, type OpenRow, setFavourite } from './people.store.ts'

export type { OpenRow } from './people.store.ts'

export const applicationsOf = (ctx: TransactionContext, user: string): Promise<OpenRow[]> => openBy(ctx.db, user)

export const markFavourite = (
  ctx: TransactionContext,
  application: Pick<Application, 'id'>,
  user: string,
  favourite: boolean,
) => setFavourite(ctx.db, application.id, user, favourite)

/** Names of the groups and units, or the user's own name, through which a user can open an application. */
export const openedThrough = (
  ctx: TransactionContext,
  application: Pick<Application, 'id'>,
  user: string,
): Promise<string[]> => openedBy(ctx.db, application.id, user)

/** Whether an application is assigned to anyone, and its last sign-in; undefined if it doesn't exist. */
export async function stateOf(
  ctx: TransactionContext,
  id: string,
): Promise<{ assigned: boolean; lastUsedAt: Date | null } | undefined> {
  const row = await findListed(ctx.db, id)
  return row && { assigned: row.everyone || row.assigned > 0, lastUsedAt: row.last_used_at }
}
