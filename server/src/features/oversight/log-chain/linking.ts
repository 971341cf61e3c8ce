import type { LinkingHorizon, LinkingRow } from './linking.store.ts'
import { passSeal, type ChainSeals } from './seals.ts'

export type LinkingState = Pick<LinkingRow, 'all_below' | 'passed_at' | 'mark' | 'mark_at'>

export interface Start {
  known: LinkingState
  said: string | undefined
  trusted: boolean
  /** Transaction IDs restarted because the database was restored elsewhere, so earlier IDs mean nothing. */
  restored: boolean
}

/** Compares transaction IDs, which may exceed a safe integer. */
export const isBefore = (one: string, other: string) => BigInt(one) < BigInt(other)

export const laterOf = (one: string, other: string) => (isBefore(one, other) ? other : one)

export const earlierOf = (one: string, other: string) => (isBefore(one, other) ? one : other)

/**
 * The start of a linking run, from the rows with the newest statement. If none has a valid seal, everything
 * recorded before now counts as linked, and later statements are enforced.
 */
export function startOf(seals: ChainSeals, rows: readonly LinkingRow[], horizon: LinkingHorizon, now: Date): Start {
  const good = rows.find(row => isSealed(seals, row))
  const newest = rows[0]?.all_below ?? '0'
  return {
    known: good ? knownOf(good) : { all_below: newest, passed_at: now, mark: null, mark_at: null },
    said: (good ?? rows[0])?.workspace_id,
    trusted: good !== undefined,
    restored: isBefore(horizon.unseen, newest),
  }
}

const knownOf = ({ all_below, passed_at, mark, mark_at }: LinkingRow): LinkingState => ({
  all_below,
  passed_at,
  mark,
  mark_at,
})

export const isSealed = (seals: ChainSeals, row: LinkingRow) => seals.holds(passSeal(row), row.seal)

export const sealed = (seals: ChainSeals, row: Omit<LinkingRow, 'seal'>): LinkingRow => ({
  ...row,
  seal: seals.make(passSeal(row)),
})

/**
 * The state after all logs are processed. Once every transaction begun before a mark has ended, no honest line
 * from before it is missing; then the next mark is set.
 */
export function allLinked(
  { passed_at, mark, mark_at: at }: LinkingState,
  { ended, unseen, own }: LinkingHorizon,
  now: Date,
): LinkingState {
  const next = { all_below: ended, passed_at, mark: own, mark_at: now }
  if (mark === null || at === null || isBefore(unseen, mark)) return next
  return isBefore(ended, mark) ? { ...next, mark, mark_at: at } : { ...next, passed_at: at }
}
