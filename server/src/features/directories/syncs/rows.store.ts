import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { searching } from '#platform/db/search.ts'
import type { PlannedChange } from './plan.ts'

export interface PlanRow {
  row: number
  subject: string | null
  named: string | null
  facts: PlannedChange
  outcome: string | null
  reason: string | null
  was: { outcome?: string } | null
}

export interface RowsQuery {
  page: number
  pageSize: number
  doing?: string | undefined
  plan?: string | undefined
  refused?: boolean | undefined
  search?: string | undefined
}

const columns = sql`r.row, r.subject, r.named, r.facts, r.outcome, r.reason, r.was`
const ofWork = (work: string) => sql`r.workspace_id = current_workspace() and r.work_id = ${work}::uuid`

export async function planPage(db: Db, work: string, ask: RowsQuery): Promise<{ rows: PlanRow[]; total: number }> {
  const where: RawBuilder<unknown>[] = [ofWork(work)]
  if (ask.doing !== undefined) where.push(sql`r.facts ->> 'do' = ${ask.doing}`)
  if (ask.plan !== undefined) where.push(sql`r.facts ->> 'plan' = ${ask.plan}`)
  if (ask.refused !== undefined) where.push(ask.refused ? sql`r.outcome = 'refused'` : sql`r.outcome <> 'refused'`)
  where.push(...searching(ask.search, { in: [sql`coalesce(r.named, '') || ' ' || (r.facts ->> 'anchor')`] }))
  const all = sql.join(where, sql` and `)
  const { rows } = await sql<PlanRow>`select ${columns} from work_rows r where ${all}
    order by r.row limit ${ask.pageSize} offset ${(ask.page - 1) * ask.pageSize}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*)::integer as n from work_rows r where ${all}`.execute(db)
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

export async function planAfter(db: Db, work: string, after: number): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`select ${columns} from work_rows r
    where ${ofWork(work)} and r.row > ${after}::integer order by r.row limit 1000`.execute(db)
  return rows
}
