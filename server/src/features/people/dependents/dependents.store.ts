import type { DependentKind } from '@claviger/contract/people/dependents'
import { type Db, run } from '#platform/db/db.ts'

export interface DependentRow {
  kind: DependentKind
  id: string
  name: string
  blocks: boolean
}

/** Reads the register of references (0355). */
export async function dependentsOf(db: Db, targets: readonly string[], most: number): Promise<DependentRow[]> {
  const { rows } = await run<DependentRow>(
    db,
    'select kind, id, name, blocks from dependents_of($1::uuid[]) order by kind, lower(name), id limit $2',
    [targets, most],
  )
  return rows
}

/** Names of policies that block and name one of these. */
export async function blockersOf(db: Db, targets: readonly string[]): Promise<string[]> {
  const { rows } = await run<{ name: string }>(
    db,
    'select name from dependents_of($1::uuid[]) where blocks order by lower(name)',
    [targets],
  )
  return rows.map(row => row.name)
}
