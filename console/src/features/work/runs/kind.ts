import type { Endpoint } from '@claviger/contract/ground/endpoint'
import type { Permission } from '@claviger/contract/ground/permissions'
import type { bulkRuns } from '@claviger/contract/people/bulk-runs'
import type { Run } from '@claviger/contract/work/runs'

/** A row of a run, whatever it is a run on. */
export interface RunRow {
  id: string
  name: string | null
  /** Null until its turn. */
  done: boolean | null
  reason: string | null
}

type Calls = Pick<typeof bulkRuns, 'list' | 'get' | 'result' | 'undo' | 'stop' | 'retry'>

/** What runs of a kind bring to the pages that all runs share: their calls, columns and words. */
export interface RunKind<Row extends RunRow = RunRow> {
  calls: Calls & { rows: Endpoint<typeof bulkRuns.rows.input> }
  /** Where their pages are. */
  home: string
  /** Needed to take one back. */
  may: Permission
  /** The column of the name, and of what else tells one from another. */
  columns: { name: string; unnamed: string; detail: string; detailOf(row: Row): string | null }
  words: {
    titleOf: (run: Run) => string
    /** Why it cannot happen to so many; to one where no number is given. */
    reasonOf: (reason: string | null, count?: number) => string
    /** What was done: "200 users suspended". */
    did: (run: Run) => string
    /** "3 of 200 users", where both are numbers as they are read. */
    far: string
    results: string
    undone: string
    undoing: string
    /** What the list of runs holds, and where it leads back to. */
    says: string
    none: string
    back: string
    list: string
  }
}
