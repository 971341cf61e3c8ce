import type { ModelRules } from '@claviger/contract/keys/key-models'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

export type ModelRow = Selectable<Tables['key_models']>
export type CatalogueRow = Selectable<Tables['key_model_catalogue']>

export async function findRules(db: Db): Promise<ModelRules> {
  const row = await db.selectFrom('key_model_rules').selectAll().executeTakeFirst()
  return row
    ? { mode: row.mode as ModelRules['mode'], models: row.models, attested: row.attested }
    : { mode: 'any', models: [], attested: false }
}

export async function saveRules(db: Db, workspace: string, rules: ModelRules, now: Date): Promise<void> {
  const to = { ...rules, updated_at: now }
  await db
    .insertInto('key_model_rules')
    .values({ workspace_id: workspace, ...to })
    .onConflict(on => on.column('workspace_id').doUpdateSet(to))
    .execute()
}

export const findModel = (db: Db, aaguid: string): Promise<ModelRow | undefined> =>
  db.selectFrom('key_models').selectAll().where('aaguid', '=', aaguid).executeTakeFirst()

export const modelRows = (db: Db) =>
  db.selectFrom('key_models').select(['aaguid', 'description', 'status', 'warning', 'icon']).limit(5000).execute()

export async function keysByModel(db: Db): Promise<{ aaguid: string; count: number }[]> {
  const { rows } = await sql<{ aaguid: string; count: number }>`
    select aaguid, count(*)::integer as count from security_keys
    where security_keys.workspace_id = current_workspace() and not binned and aaguid is not null group by aaguid`.execute(
    db,
  )
  return rows
}

export const findCatalogue = (db: Db): Promise<CatalogueRow | undefined> =>
  db.selectFrom('key_model_catalogue').selectAll().executeTakeFirst()

export async function replaceCatalogue(
  db: Db,
  issue: Omit<Insertable<Tables['key_model_catalogue']>, 'only_one'>,
  models: readonly Insertable<Tables['key_models']>[],
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(7219)`.execute(db)
  const before = await findCatalogue(db)
  if (before && before.number > issue.number) return false
  await db.deleteFrom('key_models').where('aaguid', 'is not', null).execute()
  for (let from = 0; from < models.length; from += 200)
    await db
      .insertInto('key_models')
      .values(models.slice(from, from + 200))
      .execute()
  await db
    .insertInto('key_model_catalogue')
    .values(issue)
    .onConflict(on => on.column('only_one').doUpdateSet(issue))
    .execute()
  return true
}
