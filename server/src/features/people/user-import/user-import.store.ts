import type { Db } from '../../../ground/db/db.ts'

export async function rememberedFields(db: Db, workspace: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('import_mappings')
    .select(['header', 'field'])
    .where('workspace_id', '=', workspace)
    .limit(5000)
    .execute()
  return new Map(rows.map(row => [row.header, row.field]))
}

export async function remember(
  db: Db,
  workspace: string,
  pairs: readonly { header: string; field: string }[],
): Promise<void> {
  if (pairs.length === 0) return
  await db
    .insertInto('import_mappings')
    .values(pairs.map(pair => ({ workspace_id: workspace, ...pair })))
    .onConflict(conflict =>
      conflict.columns(['workspace_id', 'header']).doUpdateSet(eb => ({ field: eb.ref('excluded.field') })),
    )
    .execute()
}
