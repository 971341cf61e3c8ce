import type { Endpoint } from '@claviger/contract/platform/endpoint'
import type { Permission } from '@claviger/contract/platform/permissions'
import type { bulkRuns } from '@claviger/contract/people/bulk-runs'
import type { Run } from '@claviger/contract/work/runs'

export interface RunItem {
  id: string
  name: string | null
  /** Null until it is processed. */
  done: boolean | null
  reason: string | null
}

type Calls = Pick<typeof bulkRuns, 'list' | 'get' | 'result' | 'undo' | 'stop' | 'retry'>

export interface RunKind<Row extends RunItem = RunItem> {
  calls: Calls & { rows: Endpoint<typeof bulkRuns.rows.input> }
  home: string
  may: Permission
  columns: { name: string; unnamed: string; detail: string; detailOf(row: Row): string | null }
  words: {
    titleOf: (run: Run) => string
    /** Why the action is impossible for `count` items, or for a single one without it. */
    reasonOf: (reason: string | null, count?: number) => string
    /** Text after completion: "200 users suspended". */
    did: (run: Run) => string
    /** Progress: "3 of 200 users", with formatted numbers. */
    far: string
    results: string
    undone: string
    undoing: string
    says: string
    none: string
    back: string
    list: string
  }
}
