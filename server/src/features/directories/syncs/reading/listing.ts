import type { TransactionContext } from '#platform/app-context.ts'
import { addToPlan, type PlannedRow } from '#features/work/works/works.plans.ts'
import type { ConnectedDirectory } from '#features/directories/connections/connections.ts'
import { shownName } from '#features/directories/links/links.ts'
import { noCounts, type PlannedChange } from '../plan.ts'

export interface Reader {
  connection: ConnectedDirectory
  mode: number
  unmanaged: boolean
  inside<T>(work: (ctx: TransactionContext) => Promise<T>): Promise<T>
  work: string
  signal: AbortSignal
}

export interface ArrivingUser {
  sure: Set<string>
  inDoubt: Set<string>
}

/** Names of a directory's groups, as earlier rows of the list leave them. */
export class GroupNames {
  readonly #groups: Map<string, string>
  constructor(all: readonly { anchor: string; name: string }[]) {
    this.#groups = new Map(all.map(({ anchor, name }) => [name.toLowerCase(), anchor]))
  }
  /** Gives a group its name; false if another one has it. */
  take(anchor: string, name: string): boolean {
    const wanted = shownName(name).toLowerCase()
    const holder = this.#groups.get(wanted)
    if (holder !== undefined && holder !== anchor) return false
    for (const [one, of] of this.#groups) if (of === anchor) this.#groups.delete(one)
    this.#groups.set(wanted, anchor)
    return true
  }
}

export class Plan {
  readonly reader: Reader
  readonly counts = noCounts()
  total = 0
  readonly leaving = new Set<string>()
  readonly #rows: PlannedRow[] = []
  constructor(reader: Reader) {
    this.reader = reader
  }
  async add(facts: PlannedChange, subject: string | null, named: string | null): Promise<void> {
    this.total++
    this.#rows.push({ row: this.total, subject, named: named?.slice(0, 260) ?? null, facts })
    if (this.#rows.length >= 1000) await this.flush()
  }
  async flush(): Promise<void> {
    const rows = this.#rows.splice(0)
    if (rows.length > 0) await this.reader.inside(ctx => addToPlan(ctx, this.reader.work, rows))
  }
}
