import type { RawBuilder } from 'kysely'
import type { TransactionContext } from '#platform/app-context.ts'
import type { Asker } from '#features/work/rank/rank.ts'
import type { WorkRowResult, WorkRow } from '#features/work/works/works.ts'
import type { ConnectedDirectory } from '#features/directories/connections/connections.ts'
import type { WorkflowRow } from '../workflows.store.ts'

export type WorkflowDraft = Pick<WorkflowRow, 'type' | 'groups' | 'settings' | 'connection_id'> & {
  id: string | null
  name: string
}

export interface DueSubject {
  id: string
  name: string | null
  detail: string | null
  step: string
}

export interface WorkflowStep {
  workflow: WorkflowRow
  by: Asker & { id: string }
  rows: readonly WorkRow[]
}

export interface DelegatedRun {
  kind: string
  id: string
}

export interface Type {
  /** SQL for due items: id, name, detail, step, and sort_name; undefined if a directory determines them. */
  due?(asked: WorkflowDraft, now: Date): RawBuilder<unknown>
  write?(ctx: TransactionContext, turn: WorkflowStep, due: ReadonlyMap<string, DueSubject>): Promise<WorkRowResult[]>
  handOver?(
    ctx: TransactionContext,
    workflow: WorkflowRow,
    connection: ConnectedDirectory,
    users: readonly string[] | null,
  ): Promise<DelegatedRun>
  outcome?(ctx: TransactionContext, work: DelegatedRun): Promise<RunOutcome>
  before?(ctx: TransactionContext, workflow: WorkflowRow): Promise<void>
  grave?: readonly string[]
}

/** Result of a run's work; undefined while it is in progress. */
export type RunOutcome =
  | {
      done: number
      skipped: number
      failed: number
      reason: 'rows-failed' | 'stopped' | 'directory-failed' | null
      waits?: boolean
    }
  | undefined

export const activationResult = (
  row: WorkRow,
  outcome: 'done' | 'skipped' | 'refused',
  reason: string | null,
  more: Partial<WorkRowResult> = {},
): WorkRowResult => ({ row: row.row, outcome, reason, ...more })
