import type { Selectable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#platform/db/db.types.ts'

type Brand = Omit<Selectable<Tables['partner_brands']>, 'workspace_id'>

export const findBrand = (db: Db, partner: string): Promise<Brand | undefined> =>
  db
    .selectFrom('partner_brands')
    .select(['color', 'support_email'])
    .where('workspace_id', '=', partner)
    .executeTakeFirst()

export async function putBrand(db: Db, partner: string, to: Brand): Promise<void> {
  await db
    .insertInto('partner_brands')
    .values({ workspace_id: partner, ...to })
    .onConflict(on => on.column('workspace_id').doUpdateSet(to))
    .execute()
}
