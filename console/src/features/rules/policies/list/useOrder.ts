import { policies } from '@claviger/contract/rules/policies'
import { useState } from 'react'
import { call, showRefusal } from '#platform/data/call.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import type { RowReordering } from '#platform/ui/table/useRowReordering.ts'
import type { PolicyListRow } from '../policy-columns.tsx'

type Place = Pick<PolicyListRow, 'id' | 'name'>

async function besides({
  id,
  priority,
}: PolicyListRow): Promise<{ above: Place | undefined; below: Place | undefined }> {
  const all: { _id: string; name: string; priority: number }[] = []
  for (let page = 1; ; page++) {
    const reply = await call(policies.list, { sort: 'priority', page, pageSize: 100 })
    all.push(...reply.items)
    const met = reply.items.some(one => one.priority > priority)
    if (met || reply.next === null) break
  }
  const at = all.findIndex(({ _id }) => _id === id)
  const place = (index: number) => {
    const one = all[index]
    return one && { id: one._id, name: one.name }
  }
  return { above: place(at - 1), below: place(at + 1) }
}

/** A reorder that would lock users out: the users, and a function to continue anyway. */
export interface Locking {
  says: string
  again: () => void
}

/** Reorders policies and reports the new place; asks first if this would lock users out. */
export function useOrder(ask: (whom: Locking) => void) {
  const [said, say] = useState('')
  const reorder = useWrite(policies.reorder, { quiet: true })
  const move = (row: Place, before: Place | null, now: () => string, lockOutSeen = false): void =>
    reorder.mutate(
      { policy: row.id, before: before?.id ?? null, lockOutSeen },
      {
        onSuccess: () => say(now()),
        onError(refusal) {
          if (refusal.code === 'owners-locked-out' && !lockOutSeen)
            ask({ says: refusal.message, again: () => move(row, before, now, true) })
          else showRefusal(refusal)
        },
      },
    )
  const standsBefore = (row: Place, before: Place | null) => () =>
    before
      ? t('{name} is now before {other}', { name: row.name, other: before.name })
      : t('{name} is now last', { name: row.name })
  const moving: RowReordering<PolicyListRow> = { to: (row, before) => move(row, before, standsBefore(row, before)) }
  return {
    said,
    moving,
    async by(row: PolicyListRow, by: -1 | 1) {
      const { above, below } = await besides(row)
      if (by === -1 && above) move(row, above, standsBefore(row, above))
      else if (by === 1 && below)
        move(below, row, () => t('{name} is now after {other}', { name: row.name, other: below.name }))
      else
        say(
          by === -1
            ? t('{name} is already first', { name: row.name })
            : t('{name} is already last', { name: row.name }),
        )
    },
  }
}
