import type { Page, PageOf } from '@claviger/contract/platform/page'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { paginate } from '#platform/db/page.ts'
import { searching } from '#platform/db/search.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { rowsOf, sameRow, type StoredRow, type Work } from './works.store.ts'

export const listWorks = <Wire>(
  ctx: TransactionContext,
  ask: Page,
  kinds: { names: readonly string[]; files: boolean },
  item: (work: Work) => Wire,
): Promise<PageOf<Wire>> =>
  paginate<Wire>(
    ctx,
    { ...ask, sort: undefined, order: 'desc' },
    {
      from: sql`works`,
      select: sql`works.*`,
      where: [
        sql`works.workspace_id = ${workspaceOf(ctx)}::uuid`,
        sql`works.kind = any(${kinds.names}::text[])`,
        sql`works.state <> 'uploading'`,
        ...(kinds.files ? [sql`works.undoes is null`] : []),
      ],
      search: { in: [sql`works.name`, sql`works.actor_name`] },
      sorts: { created: { by: sql`works.created_at`, type: 'timestamptz' } },
      id: sql`works.id`,
      defaultSort: 'created',
      item,
    },
  )

export interface ShownColumns {
  beside: RawBuilder<unknown>
  id: RawBuilder<string>
  name: RawBuilder<string | null>
  detail: RawBuilder<string | null>
  order: RawBuilder<unknown>
}

export interface ShownWorkRow {
  row: number
  id: string
  name: string | null
  detail: string | null
  done: boolean | null
  reason: string | null
}

const doneIs = (refused: boolean) => sql`r.outcome = ${refused ? 'refused' : 'done'}`

async function shown(db: Db, work: Work, of: ShownColumns, rest: RawBuilder<unknown>): Promise<ShownWorkRow[]> {
  const { rows } = await sql<ShownWorkRow>`
    select r.row, ${of.id} as id, ${of.name} as name, ${of.detail} as detail, r.outcome = 'done' as done, r.reason
    from work_rows r ${of.beside} where ${rowsOf(work)} ${rest}`.execute(db)
  return rows
}

export const shownRows = (
  db: Db,
  work: Work,
  of: ShownColumns,
  { refused, page, pageSize }: { refused?: boolean | undefined; page: number; pageSize: number },
): Promise<ShownWorkRow[]> =>
  shown(
    db,
    work,
    of,
    sql`${refused === undefined ? sql`` : sql`and ${doneIs(refused)}`}
      order by r.outcome = 'done' nulls last, ${of.order}, r.row limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )

export const shownAfter = (db: Db, work: Work, of: ShownColumns, after: number): Promise<ShownWorkRow[]> =>
  shown(db, work, of, sql`and r.row > ${after}::integer order by r.row limit 1000`)

export interface FileRow extends StoredRow {
  cells: string[]
  undone: string | null
  stayed_for: string | null
}

interface FileRowsAsked {
  page: number
  pageSize: number
  outcome?: string | undefined
  search?: string | undefined
}

export async function fileRows(
  db: Db,
  work: Work,
  of: { also?: RawBuilder<unknown>; searched: RawBuilder<unknown> },
  ask: FileRowsAsked,
): Promise<{ rows: FileRow[]; total: number }> {
  const where = [rowsOf(work)]
  if (ask.outcome !== undefined) where.push(sql`r.outcome = ${ask.outcome}`)
  where.push(...searching(ask.search, { in: [of.searched] }))
  const all = sql.join(where, sql` and `)
  const { rows } = await sql<FileRow>`
    select r.*, u.outcome as undone, u.reason as stayed_for ${of.also ?? sql``}
    from work_rows r left join lateral ${sameRow(work.undone_by)} u on true
    where ${all} order by r.row limit ${ask.pageSize} offset ${(ask.page - 1) * ask.pageSize}`.execute(db)
  const counted = await sql<{ n: number }>`
    select count(*)::integer as n from work_rows r where ${all}`.execute(db)
  return { rows, total: counted.rows[0]?.n ?? 0 }
}
