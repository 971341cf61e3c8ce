import type { RawBuilder } from 'kysely'
import type { Ctx } from '../../../../ground/world.ts'
import type { Asker } from '../../../work/rank/rank.ts'
import type { Result, Row } from '../../../work/works/works.ts'
import type { WorkflowRow } from '../workflows.store.ts'

/** What is asked of a workflow: as it is, or as somebody writes it. */
export type Asked = Pick<WorkflowRow, 'type' | 'groups' | 'settings'> & { id: string | null; name: string }

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

/** What workflows of a type do. */
export interface Type {
  /** In SQL: id, name, detail, step and sort_name of those on whom it would act now. */
  due(asked: Asked, now: Date): RawBuilder<unknown>
  /** Does it for some of them, who are still due. */
  write(ctx: Ctx, turn: Turn, due: ReadonlyMap<string, Due>): Promise<Result[]>
  /** What is put in order before a run looks whom it touches. */
  before?(ctx: Ctx, workflow: WorkflowRow): Promise<void>
  /** Steps that suspend or delete, so that many of them wait for an owner. */
  grave?: readonly string[]
}

/** What became of a row, in the words of the log of runs. */
export const became = (
  row: Row,
  outcome: 'done' | 'skipped' | 'refused',
  reason: string | null,
  more: Partial<Result> = {},
): Result => ({ row: row.row, outcome, reason, ...more })
