import type { RawBuilder } from 'kysely'
import type { Ctx } from '../../../../ground/world.ts'
import type { Asker } from '../../../work/rank/rank.ts'
import type { Result, Row } from '../../../work/works/works.ts'
import type { Connection } from '../../../directories/connections/connections.ts'
import type { WorkflowRow } from '../workflows.store.ts'

export type Asked = Pick<WorkflowRow, 'type' | 'groups' | 'settings' | 'connection_id'> & {
  id: string | null
  name: string
}

export interface Due {
  id: string
  name: string | null
  detail: string | null
  step: string
}

export interface Turn {
  workflow: WorkflowRow
  by: Asker & { id: string }
  rows: readonly Row[]
}

export interface Elsewhere {
  kind: string
  id: string
}

export interface Type {
  /** SQL for due items: id, name, detail, step, and sort_name; undefined if a directory determines them. */
  due?(asked: Asked, now: Date): RawBuilder<unknown>
  write?(ctx: Ctx, turn: Turn, due: ReadonlyMap<string, Due>): Promise<Result[]>
  handOver?(
    ctx: Ctx,
    workflow: WorkflowRow,
    connection: Connection,
    users: readonly string[] | null,
  ): Promise<Elsewhere>
  outcome?(ctx: Ctx, work: Elsewhere): Promise<Outcome>
  before?(ctx: Ctx, workflow: WorkflowRow): Promise<void>
  grave?: readonly string[]
}

/** Result of a run's work; undefined while it is in progress. */
export type Outcome =
  | {
      done: number
      skipped: number
      failed: number
      reason: 'rows-failed' | 'stopped' | 'directory-failed' | null
      waits?: boolean
    }
  | undefined

export const became = (
  row: Row,
  outcome: 'done' | 'skipped' | 'refused',
  reason: string | null,
  more: Partial<Result> = {},
): Result => ({ row: row.row, outcome, reason, ...more })
