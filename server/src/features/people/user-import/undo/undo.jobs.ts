import { byBatches, takesUp } from '../../../../ground/db/by-batches.ts'
import { inNameOf } from '../../../../ground/record/shown-as.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { forgetAddresses } from '../../addresses/addresses.ts'
import { leaveGroup } from '../../groups/groups.many.ts'
import { leaveUnit } from '../../units/units.many.ts'
import { perform } from '../../users/acts/acts.ts'
import { type Asker, askerNow } from '../../../work/rank/asker.ts'
import { changeUsers, lockUsers } from '../../users/many/many.ts'
import {
  type Due,
  dueRows,
  keepUndone,
  lockUndo,
  nextPeople,
  type Undone,
  type UndoRecord,
  updateUndo,
} from './undo.store.ts'

// Small enough that what one needs is forgotten while it is young
const batch = 250

/** Takes an import back until no row waits. */
export const carryOnUndo = byBatches('import-undo', async (ctx, id) => {
  const undo = await lockUndo(ctx.db, id)
  return undo?.finished_at === null && doBatch(inNameOf(ctx, undo), undo)
})

async function doBatch(ctx: Ctx, undo: UndoRecord): Promise<boolean> {
  const id = undo.import_id
  const next = await nextPeople(ctx.db, id, undo.last_row, batch)
  if (!next) {
    await updateUndo(ctx.db, id, { finished_at: ctx.clock.now() })
    return false
  }
  await lockUsers(ctx.db, next.people)
  const by = await askerNow(ctx, undo, 'users.write')
  const rows = await dueRows(ctx.db, id, by, undo.last_row, next.last)
  const stays = new Map<string, string>(rows.flatMap(row => (row.reason === null ? [] : [[row.person_id, row.reason]])))
  const able = rows.filter(row => row.reason === null)
  const removed = able.filter(row => row.outcome === 'new')
  const changed = able.filter(row => row.outcome === 'update')
  for (const [user, reason] of await remove(ctx, by, removed)) stays.set(user, reason)
  for (const [user, reason] of await setBack(ctx, undo, changed)) stays.set(user, reason)
  const results = rows.map((row): Undone => {
    const stayed_for = stays.get(row.person_id) ?? null
    const undone = stayed_for !== null ? 'stayed' : row.outcome === 'new' ? 'removed' : 'set-back'
    return { row: row.row, undone, stayed_for }
  })
  await keepUndone(ctx.db, id, results)
  const number = (of: Undone['undone']) => results.filter(one => one.undone === of).length
  await updateUndo(ctx.db, id, {
    seen: undo.seen + results.length,
    last_row: next.last,
    removed: undo.removed + number('removed'),
    set_back: undo.set_back + number('set-back'),
    stayed: undo.stayed + number('stayed'),
  })
  return true
}

/** Moves users into the bin, by the rules of every deletion, and answers who stayed and why. */
async function remove(ctx: Ctx, by: Asker, rows: readonly Due[]): Promise<[string, string][]> {
  if (rows.length === 0) return []
  const asked = { act: 'delete', by, now: ctx.clock.now(), target: null } as const
  const acted = await perform(
    ctx,
    asked,
    { targetName: null },
    rows.map(row => row.person_id),
  )
  return acted.flatMap(one => (one.reason === null ? [] : [[one.user, one.reason] as [string, string]]))
}

/** Gives users their former values, takes them out of what the import put them into, and answers who stayed and why. */
async function setBack(ctx: Ctx, undo: UndoRecord, rows: readonly Due[]): Promise<[string, string][]> {
  const by = { id: undo.actor_id, name: undo.actor_name }
  const failed = await changeUsers(
    ctx,
    by,
    rows.map(row => ({ id: row.person_id, ...row.was })),
  )
  const done = rows.filter(row => !failed.has(row.person_id))
  await forgetAddresses(
    ctx,
    done.map(row => row.person_id),
  )
  for (const [group, users] of usersBy(done, row => row.groups)) await leaveGroup(ctx, group, users)
  for (const [unit, users] of usersBy(done, row => row.units)) await leaveUnit(ctx, unit, users)
  return [...failed.keys()].map(user => [user, 'former-taken'])
}

function usersBy(rows: readonly Due[], places: (row: Due) => readonly string[]): Map<string, string[]> {
  const all = new Map<string, string[]>()
  for (const row of rows) for (const place of places(row)) all.set(place, [...(all.get(place) ?? []), row.person_id])
  return all
}

/** Takes up undoings whose process went away. */
export const resumeUndos = takesUp('import-undo-resume', {
  table: 'import_undos',
  id: 'import_id',
  waits: 'finished_at is null',
  job: carryOnUndo,
})
