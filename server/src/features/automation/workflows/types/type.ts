import type { RawBuilder } from 'kysely'
import type { Ctx } from '../../../../ground/world.ts'
import type { Asker } from '../../../work/rank/rank.ts'
import type { Result, Row } from '../../../work/works/works.ts'
import type { Connection } from '../../../directories/connections/connections.ts'
import type { WorkflowRow } from '../workflows.store.ts'

/** What is asked of a workflow: as it is, or as somebody writes it. */
export type Asked = Pick<WorkflowRow, 'type' | 'groups' | 'settings' | 'connection_id'> & {
  id: string | null
  name: string
}

/** One on whom a workflow acts now. */
export interface Due {
  id: string
  name: string | null
  detail: string | null
  step: string
}

/** Rows of a run, whose workflow it is, and whoever answers for it with what they hold now. */
export interface Turn {
  workflow: WorkflowRow
  by: Asker & { id: string }
  rows: readonly Row[]
}

/** Work of another noun that a run stands for. */
export interface Elsewhere {
  kind: string
  id: string
}

/** What workflows of a type do. */
export interface Type {
  /** In SQL: id, name, detail, step and sort_name of those on whom it would act now; left out where a directory decides. */
  due?(asked: Asked, now: Date): RawBuilder<unknown>
  /** Does it for some of them, who are still due. */
  write?(ctx: Ctx, turn: Turn, due: ReadonlyMap<string, Due>): Promise<Result[]>
  /** Hands the work to another room, for those who are due where somebody is; the transaction is that of the maker. */
  handOver?(
    ctx: Ctx,
    workflow: WorkflowRow,
    connection: Connection,
    users: readonly string[] | null,
  ): Promise<Elsewhere>
  /** How that work stands. */
  outcome?(ctx: Ctx, work: Elsewhere): Promise<Outcome>
  /** What is put in order before a run looks whom it touches. */
  before?(ctx: Ctx, workflow: WorkflowRow): Promise<void>
  /** Steps that suspend or delete, so that many of them wait for an owner. */
  grave?: readonly string[]
}

/** How the work of a run ended; undefined while it goes on. */
export type Outcome =
  | {
      done: number
      skipped: number
      failed: number
      reason: 'rows-failed' | 'stopped' | 'directory-failed' | null
      waits?: boolean
    }
  | undefined

/** What became of a row, in the words of the log of runs. */
export const became = (
  row: Row,
  outcome: 'done' | 'skipped' | 'refused',
  reason: string | null,
  more: Partial<Result> = {},
): Result => ({ row: row.row, outcome, reason, ...more })
