import type { Db } from '../../../ground/db/db.ts'

export async function putAdministrator(db: Db, workspace: string, user: string, role: number): Promise<void> {
  await db
    .insertInto('administrators')
    .values({ workspace_id: workspace, user_id: user, role })
    .onConflict(conflict => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role }))
    .execute()
}

export async function putSuperAdministrator(db: Db, workspace: string, user: string): Promise<void> {
  await db
    .insertInto('super_administrators')
    .values({ workspace_id: workspace, user_id: user })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

const owner = 1

/**
 * Owners who can act, the first one first. Their roles are held until the transaction ends, so that two owners cannot
 * remove each other; the list is read only after that, for a wait would leave it out of date.
 */
export async function liveOwners(db: Db) {
  await db
    .selectFrom('administrators')
    .select('user_id')
    .where('role', '=', owner)
    .orderBy('user_id')
    .forUpdate()
    .execute()
  return db
    .selectFrom('administrators')
    .innerJoin('users', join =>
      join
        .onRef('users.workspace_id', '=', 'administrators.workspace_id')
        .onRef('users.id', '=', 'administrators.user_id'),
    )
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.email'])
    .where('administrators.role', '=', owner)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .where('users.deactivated_at', 'is', null)
    .orderBy('administrators.created_at')
    .orderBy('users.id')
    .execute()
}
