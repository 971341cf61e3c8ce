import type { Ctx } from '#platform/world.ts'
import { addToPlan, type PlannedRow } from '#features/work/works/works.plans.ts'
import type { ConnectedDirectory } from '#features/directories/connections/connections.ts'
import { noCounts, type PlannedChange } from '../plan.ts'

export interface Reader {
  connection: ConnectedDirectory
  mode: number
  unmanaged: boolean
  inside<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  work: string
  signal: AbortSignal
}

export interface Arriving {
  sure: Set<string>
  inDoubt: Set<string>
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
