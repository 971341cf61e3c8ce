import { useState } from 'react'
import type { KeyboardEvent } from 'react'

interface Moves<T> {
  rows: readonly T[]
  open: ((row: T) => void) | undefined
  select: ((row: T) => void) | undefined
  clear: (() => void) | undefined
  all: (() => void) | undefined
}

const singleKeys = () => localStorage.getItem('single-keys') !== 'off'

/**
 * Keyboard cursor: j/k or arrows move, Enter opens, x selects, a selects all, Esc clears; needs the table's focus.
 */
export function useCursor<T extends { id: string }>({ rows, open, select, clear, all }: Moves<T>) {
  const [at, setAt] = useState<string | null>(null)
  const index = rows.findIndex(({ id }) => id === at)

  function move(by: number) {
    const next = rows[Math.max(0, Math.min(rows.length - 1, index + by))]
    if (!next) return
    setAt(next.id)
    document.querySelector(`[data-row="${next.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }

  function press(event: KeyboardEvent<HTMLElement>) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const row = rows[index]
    const acts: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(index < 0 ? 1 : -1),
      Enter: row && open ? () => open(row) : undefined,
      Escape: clear,
      ...(singleKeys()
        ? {
            j: () => move(1),
            k: () => move(index < 0 ? 1 : -1),
            x: row && select ? () => select(row) : undefined,
            a: all,
          }
        : {}),
    }
    const act = acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return { at: index < 0 ? null : at, press, put: setAt }
}
