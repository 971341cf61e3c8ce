import type pg from 'pg'
import type { StatementResult } from './send-statements.ts'

/**
 * A statement that does the work of several callers as fast as that of one. Its only value is a JSON array with one item for
 * each caller. Each of its rows has the `place` of the item to which it belongs, counted from 1.
 */
export interface MergeableStatement {
  readonly text: string
  readonly item: unknown
}

interface Pending {
  readonly query: pg.QueryConfig
  /** Of a mergeable statement. */
  readonly work?: Pick<MergeableStatement, 'item'> | undefined
}

/** Statements in the order of their first callers, each with its callers: more than one if they are merged. */
export function mergeStatements<Caller extends Pending>(
  pending: readonly Caller[],
): { query: pg.QueryConfig; callers: Caller[] }[] {
  const groups: Caller[][] = []
  const merged = new Map<string, Caller[]>()
  for (const one of pending) {
    const others = one.work && merged.get(one.query.text)
    if (others) others.push(one)
    else {
      const group = [one]
      groups.push(group)
      if (one.work) merged.set(one.query.text, group)
    }
  }
  return groups.map(callers => ({ query: queryOf(callers), callers }))
}

function queryOf(callers: readonly Pending[]): pg.QueryConfig {
  const { query, work } = callers[0] as Pending
  return work ? { ...query, values: [JSON.stringify(callers.map(one => one.work?.item))] } : query
}

/** The result of one of the callers. */
export function resultAt(callers: readonly Pending[], place: number, result: StatementResult): StatementResult {
  if (callers.length === 1) return result
  const rows = (result.rows as { place: number }[]).filter(row => row.place === place + 1)
  return { ...result, rows, rowCount: rows.length }
}
