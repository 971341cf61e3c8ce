import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { type Db, run } from '../../../ground/db/db.ts'
import type { Tables } from '../../../ground/db/db.types.ts'

export type PageRow = Selectable<Tables['self_service_pages']>

/** A page found by its address, with its workspace. */
export interface FoundRow extends Pick<
  PageRow,
  'workspace_id' | 'id' | 'address' | 'name' | 'active' | 'settings' | 'automatic_secret' | 'version'
> {
  workspace_name: string
  workspace_status: number
  time_zone: string
  icon: string | null
}

/** The page at an address, of whichever workspace; the transaction need not be in one. */
export async function findPage(db: Db, address: string): Promise<FoundRow | undefined> {
  const { rows } = await run<FoundRow>(db, 'select * from self_service_page($1)', [address])
  return rows[0]
}

/** Adds one to a count, in a part of it chosen by chance. */
export const addToCount = (
  db: Db,
  values: readonly [workspace: string, page: string, at: Date, timeZone: string, stage: string, action: number],
) =>
  run(
    db,
    `insert into self_service_counts as c (workspace_id, page_id, day, stage, action, part, count)
      values ($1, $2, ($3::timestamptz at time zone $4)::date, $5, $6, floor(random() * 32)::smallint, 1)
      on conflict (workspace_id, page_id, day, stage, action, part) do update set count = c.count + 1`,
    [...values],
  )
