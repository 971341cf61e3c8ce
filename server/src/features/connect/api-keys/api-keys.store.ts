import { keyTypes } from '@claviger/contract/connect/api-keys'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { WorkspaceRole } from '@claviger/contract/platform/permissions'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'
import type { ListQuery } from '#platform/db/page.ts'

/** A key with its keeper's name and current role; without a role, the key has no permissions. */
export type ApiKeyRow = Selectable<Tables['api_keys']> & {
  keeper_name: string | null
  role: WorkspaceRole | null
  additional: number[] | null
  units_only: boolean | null
}

const fromKeys = sql`api_keys
  left join lateral rights_of_keeper(api_keys.workspace_id, api_keys.keeper_id) r on true
  left join users keeper on keeper.workspace_id = api_keys.workspace_id and keeper.id = api_keys.keeper_id`
const columns = sql`api_keys.*, keeper.first_name || ' ' || keeper.last_name as keeper_name, r.role,
  r.additional, r.units_only`

async function keys(db: Db, where: RawBuilder<unknown>): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`select ${columns} from ${fromKeys} where ${where}`.execute(db)
  return rows
}

export async function insertApiKey(db: Db, row: Insertable<Tables['api_keys']>): Promise<ApiKeyRow> {
  await db.insertInto('api_keys').values(row).execute()
  return (await keys(db, sql`api_keys.workspace_id = current_workspace() and api_keys.id = ${row.id}`))[0] as ApiKeyRow
}

/** One key; undefined if it doesn't exist. */
export const findApiKey = async (db: Db, id: string): Promise<ApiKeyRow | undefined> =>
  (await keys(db, sql`api_keys.workspace_id = current_workspace() and api_keys.id = ${id}::uuid`))[0]

/** Changes a key; undefined if it doesn't exist. */
export async function updateApiKey(
  db: Db,
  id: string,
  to: { keeper_id?: string; granted?: string[]; notified_loss?: 'less' | 'orphaned' | null },
): Promise<ApiKeyRow | undefined> {
  await db.updateTable('api_keys').set(to).where('id', '=', id).execute()
  return findApiKey(db, id)
}

/** Deletes a key; undefined if it doesn't exist. */
export const deleteApiKey = (db: Db, id: string): Promise<{ id: string; name: string } | undefined> =>
  db.deleteFrom('api_keys').where('id', '=', id).returning(['id', 'name']).executeTakeFirst()

/**
 * Admin keys of all workspaces that may have lost permissions or were reported: those whose keepers are not
 * administrators of the entire workspace.
 */
export const findKeysToReview = (db: Db, now: Date): Promise<ApiKeyRow[]> =>
  keys(
    db,
    sql`api_keys.type = ${sql.lit(keyTypes.admin)} and (api_keys.expires_at is null or api_keys.expires_at > ${now})
      and ((r.role <= 2 and not r.units_only) is not true or api_keys.notified_loss is not null)`,
  )

export const apiKeyList: Omit<ListQuery<ApiKeyRow>, 'item'> = {
  from: fromKeys,
  here: sql`api_keys.workspace_id = current_workspace()`,
  select: columns,
  where: [],
  search: { in: [sql`api_keys.name`] },
  sorts: {
    name: { by: sql`lower(api_keys.name)`, type: 'text' },
    created: { by: sql`api_keys.created_at`, type: 'timestamptz' },
  },
  id: sql`api_keys.id`,
  defaultSort: 'name',
}
