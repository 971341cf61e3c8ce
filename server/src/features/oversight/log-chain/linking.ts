import type { Horizon, LinkingRow } from './linking.store.ts'
import { passSeal, type Seals } from './seals.ts'

/** What is known of all logs of a database. */
export type Known = Pick<LinkingRow, 'all_below' | 'passed_at' | 'mark' | 'mark_at'>

/** What a turn of linking begins with. */
export interface Start {
  known: Known
  /** In which row it stands. */
  said: string | undefined
  /** False where no row that says something holds its seal. */
  trusted: boolean
  /** Transactions are counted anew: the database was restored elsewhere, and what was counted before says nothing. */
  restored: boolean
}

/** Of numbers of transactions, which are longer than a number here may be. */
export const isBefore = (one: string, other: string) => BigInt(one) < BigInt(other)

export const laterOf = (one: string, other: string) => (isBefore(one, other) ? other : one)

export const earlierOf = (one: string, other: string) => (isBefore(one, other) ? one : other)

/**
 * What a turn begins with, of the rows in which the newest was said. Where none of them holds its seal, whatever was
 * recorded before now counts as linked, and what is said next is held to from then on.
 */
export function startOf(seals: Seals, rows: readonly LinkingRow[], horizon: Horizon, now: Date): Start {
  const good = rows.find(row => isSealed(seals, row))
  const newest = rows[0]?.all_below ?? '0'
  return {
    known: good ? knownOf(good) : { all_below: newest, passed_at: now, mark: null, mark_at: null },
    said: (good ?? rows[0])?.workspace_id,
    trusted: good !== undefined,
    restored: isBefore(horizon.unseen, newest),
  }
}

const knownOf = ({ all_below, passed_at, mark, mark_at }: LinkingRow): Known => ({
  all_below,
  passed_at,
  mark,
  mark_at,
})

/** True when a row is as it was sealed. */
export const isSealed = (seals: Seals, row: LinkingRow) => seals.holds(passSeal(row), row.seal)

/** A row with its seal. */
export const sealed = (seals: Seals, row: Omit<LinkingRow, 'seal'>): LinkingRow => ({
  ...row,
  seal: seals.make(passSeal(row)),
})

/**
 * What is known once all logs were gone through. When every transaction that had begun at a mark has ended, no honest line
 * from before it is left; then the next mark is set.
 */
export function allLinked({ passed_at, mark, mark_at: at }: Known, { ended, unseen, own }: Horizon, now: Date): Known {
  const next = { all_below: ended, passed_at, mark: own, mark_at: now }
  if (mark === null || at === null || isBefore(unseen, mark)) return next
  return isBefore(ended, mark) ? { ...next, mark, mark_at: at } : { ...next, passed_at: at }
}
