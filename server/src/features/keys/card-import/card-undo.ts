import type { CardUndoPreview } from '@claviger/contract/keys/card-import'
import { countReasons } from '#platform/db/reasons.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import type { Asker } from '#features/work/rank/rank.ts'
import type { WorkRowResult, Slice, Work } from '#features/work/works/works.ts'
import { perform } from '#features/people/users/users.acts.ts'
import { unassignCards } from '../security-keys/security-keys.cards.ts'
import type { CardFacts } from './cells.ts'
import { cardsDue, lockOwnersAndKeys, countCardUndoReasons } from './card-import.store.ts'

export async function previewCardUndo(ctx: TransactionContext, work: Work, by: Asker): Promise<CardUndoPreview> {
  const rows = await countCardUndoReasons(ctx.db, work, by)
  const able = (filled: boolean) => rows.find(one => one.fills === filled && one.reason === null)
  return {
    remove: able(false)?.count ?? 0,
    used: able(false)?.used ?? 0,
    empty: able(true)?.count ?? 0,
    users: able(false)?.users ?? 0,
    stay: countReasons(rows),
  }
}

export async function undoCards(ctx: TransactionContext, { work, by, rows }: Slice<unknown>): Promise<WorkRowResult[]> {
  const facts = new Map(rows.map(row => [row.row, row.facts as CardFacts]))
  await lockOwnersAndKeys(
    ctx.db,
    rows.map(row => row.subject as string),
    rows.map(row => (row.facts as CardFacts).key),
  )
  const due = await cardsDue(
    ctx.db,
    work,
    by,
    rows.map(row => row.row),
  )
  const able = due.filter(row => row.reason === null)
  await unassignCards(
    ctx,
    by,
    able.map(({ row, user_id, name, told }) => ({
      id: facts.get(row)?.key as string,
      name: name as string,
      user_id: user_id as string,
      fills: facts.get(row)?.fills === true,
      told,
    })),
  )
  const created = able.flatMap(({ row }) => {
    const done = rows.find(one => one.row === row)
    return done?.subject && facts.get(row)?.user ? [done.subject] : []
  })
  if (created.length > 0)
    await perform(ctx, { act: 'delete', by, now: ctx.clock.now(), target: null }, { targetName: null }, created)
  return due.map(({ row, reason }) => ({
    row,
    reason,
    outcome: reason !== null ? 'stayed' : facts.get(row)?.fills ? 'emptied' : 'removed',
  }))
}
