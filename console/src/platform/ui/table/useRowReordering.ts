import { useState } from 'react'
import type { DragEvent, KeyboardEvent } from 'react'

export interface RowReordering<T> {
  to: (row: T, before: T | null) => void
}

function moveBy<T extends { id: string }>(rows: readonly T[], id: string | null, by: -1 | 1): [T, T] | undefined {
  const at = rows.findIndex(row => row.id === id)
  const [moved, before] = by === -1 ? [rows[at], rows[at - 1]] : [rows[at + 1], rows[at]]
  return at >= 0 && moved && before ? [moved, before] : undefined
}

export function useRowReordering<T extends { id: string }>(
  rows: readonly T[],
  moving: RowReordering<T> | undefined,
  more: boolean,
) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<{ id: string; side: 'before' | 'after' } | null>(null)
  if (!moving) return { press: () => false }
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  const drop = (row: T) => {
    const moved = rows.find(({ id }) => id === dragged)
    const at = rows.indexOf(row) + (over?.side === 'after' ? 1 : 0)
    const before = rows[at]
    end()
    if (!moved || moved === before || rows[at - 1] === moved) return
    if (before) moving.to(moved, before)
    else if (!more) moving.to(moved, null)
  }
  return {
    press(event: KeyboardEvent<HTMLElement>, at: string | null): boolean {
      if (!event.altKey || !['ArrowUp', 'ArrowDown'].includes(event.key)) return false
      const move = moveBy(rows, at, event.key === 'ArrowUp' ? -1 : 1)
      event.preventDefault()
      if (move) moving.to(...move)
      return true
    },
    of: (row: T) => ({
      draggable: true,
      'data-dragged': dragged === row.id || undefined,
      'data-drop': over?.id === row.id && dragged !== row.id ? over.side : undefined,
      onDragStart(event: DragEvent<HTMLElement>) {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', row.id)
        setDragged(row.id)
      },
      onDragOver(event: DragEvent<HTMLElement>) {
        if (dragged === null) return
        event.preventDefault()
        const { top, height } = event.currentTarget.getBoundingClientRect()
        const side = event.clientY < top + height / 2 ? 'before' : 'after'
        if (over?.id !== row.id || over.side !== side) setOver({ id: row.id, side })
      },
      onDrop(event: DragEvent<HTMLElement>) {
        event.preventDefault()
        drop(row)
      },
      onDragEnd: end,
    }),
  }
}
