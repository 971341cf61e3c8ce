import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type PrivateTargetRow = Selectable<Tables['private_targets']>

/** All private addresses of the workspace, the blocked ones first. */
export const targetsOf = (db: Db): Promise<PrivateTargetRow[]> =>
  db
    .selectFrom('private_targets')
    .selectAll()
    .orderBy('approved_at', order => order.asc().nullsFirst())
    .orderBy('host')
    .orderBy('id')
    .execute()

export const countTargets = async (db: Db): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('private_targets')
        .select(eb => eb.fn.countAll().as('all'))
        .executeTakeFirst()
    )?.all ?? 0,
  )

/** Whether an owner has allowed this host and port for a feature. */
export async function isAllowed(db: Db, feature: string, host: string, port: number): Promise<boolean> {
  const row = await db
    .selectFrom('private_targets')
    .select('id')
    .where('feature', '=', feature)
    .where('host', '=', host)
    .where(eb => eb.or([eb('port', '=', port), eb('port', 'is', null)]))
    .where('approved_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes an address that was blocked; false where that is known already. */
export async function noteBlocked(db: Db, row: Insertable<Tables['private_targets']>): Promise<boolean> {
  const added = await db
    .insertInto('private_targets')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Allows an address, whether it was blocked before or not. */
export const allowTarget = (db: Db, row: Insertable<Tables['private_targets']>): Promise<PrivateTargetRow> =>
  db
    .insertInto('private_targets')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['workspace_id', 'feature', 'host', 'port']).doUpdateSet(eb => ({
        approved_by: eb.ref('excluded.approved_by'),
        approved_name: eb.ref('excluded.approved_name'),
        approved_at: eb.ref('excluded.approved_at'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteTarget = (db: Db, id: string): Promise<PrivateTargetRow | undefined> =>
  db.deleteFrom('private_targets').where('id', '=', id).returningAll().executeTakeFirst()

// The command for super administrators makes a workspace of the type business, in which no user works
const { company, school, partner } = workspaceTypes

/** Whether this workspace is the operator's own; a function looks, because others are hidden here. */
export async function isFirstWorkspace(db: Db, workspace: string): Promise<boolean> {
  const { rows } = await sql<{ first: boolean | null }>`
    select is_first_workspace(${workspace}::uuid, ${[company, school, partner]}::smallint[]) as first`.execute(db)
  return rows[0]?.first ?? false
}
