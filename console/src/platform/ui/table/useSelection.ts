import { useState } from 'react'

export interface Selection<T> {
  rows: readonly T[]
  has(id: string): boolean
  /** Toggles one row; with `range` also all rows between it and the previously toggled one. */
  turn(row: T, shown: readonly T[], range?: boolean): void
  turnAll(shown: readonly T[]): void
  clear(): void
}

export function useSelection<T extends { id: string }>(): Selection<T> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, T>>(new Map())
  const [last, setLast] = useState<string | null>(null)
  return {
    rows: [...chosen.values()],
    has: id => chosen.has(id),
    turn(row, shown, range = false) {
      const next = new Map(chosen)
      const on = !chosen.has(row.id)
      const from = shown.findIndex(({ id }) => id === last)
      const to = shown.findIndex(({ id }) => id === row.id)
      const between = range && from >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
      for (const one of between) {
        if (on) next.set(one.id, one)
        else next.delete(one.id)
      }
      setChosen(next)
      setLast(row.id)
    },
    turnAll(shown) {
      const next = new Map(chosen)
      const all = shown.every(({ id }) => chosen.has(id))
      for (const row of shown) {
        if (all) next.delete(row.id)
        else next.set(row.id, row)
      }
      setChosen(next)
    },
    clear() {
      setChosen(new Map())
      setLast(null)
    },
  }
}
