import { keptTexts, msg } from '../../../ground/languages.ts'
import type { Ctx } from '../../../ground/world.ts'
import { joinGroups } from '../groups/groups.many.ts'
import { joinUnits } from '../units/units.many.ts'
import { addUsers, changeUsers, type Columns, lockUsers } from '../users/many/many.ts'
import { opensAboveYou, reachOf, standsAboveYou } from './reach.ts'
import { type Finding, type FoundRow, type ImportRecord, keepFindings, keepFormer } from './user-import.store.ts'

interface Fields {
  columns: Columns
  groups: string[]
  units: string[]
}

/** Writes reviewed rows, and answers how many of the new and of the changed ones could not be written after all. */
export async function writeRows(
  ctx: Ctx,
  of: ImportRecord,
  rows: readonly FoundRow[],
): Promise<{ news: number; changes: number }> {
  const due = rows.filter(row => row.outcome === 'new' || row.outcome === 'update')
  const fieldsOf = (row: FoundRow) => row.fields as unknown as Fields
  const idOf = (row: FoundRow) => row.person_id as string
  const known = due.filter(row => row.outcome === 'update')
  // Judged anew: since the review somebody may have risen, and whoever asked may have fallen
  const { by, above, shut } = await reachOf(
    ctx,
    of,
    known.map(idOf),
    due.flatMap(row => fieldsOf(row).groups),
  )
  const opens = (row: FoundRow) => fieldsOf(row).groups.some(group => shut.has(group))
  const news = by.holds === undefined ? [] : due.filter(row => row.outcome === 'new' && !opens(row))
  const changes = known.filter(row => !above.has(idOf(row)) && !opens(row))
  const added = await addUsers(
    ctx,
    by,
    news.map(row => ({ id: idOf(row), ...fieldsOf(row).columns })),
  )
  const former = changes.length === 0 ? [] : await lockUsers(ctx.db, changes.map(idOf))
  const failed = await changeUsers(
    ctx,
    by,
    changes.map(row => ({ id: idOf(row), ...fieldsOf(row).columns })),
  )
  const why = (row: FoundRow) => {
    if (by.holds === undefined || above.has(idOf(row))) return standsAboveYou
    if (opens(row)) return opensAboveYou
    return row.outcome === 'new' ? (added.has(idOf(row)) ? undefined : taken) : failed.get(idOf(row))
  }
  const done = due.filter(row => why(row) === undefined)
  await joinGroups(
    ctx,
    done.flatMap(row => fieldsOf(row).groups.map(group => ({ group, user: idOf(row) }))),
  )
  await joinUnits(
    ctx,
    done.flatMap(row => fieldsOf(row).units.map(unit => ({ unit, user: idOf(row) }))),
  )
  await keepWhatWas(ctx, of, done, former)
  const lost = due.filter(row => why(row) !== undefined)
  const findings = lost.map((row): Finding => ({
    row: row.row,
    outcome: 'refused',
    result: why(row) === standsAboveYou || why(row) === opensAboveYou ? 'no-access' : 'duplicate',
    told: keptTexts(why(row) as string),
    person_id: null,
    fields: null,
  }))
  if (findings.length > 0) await keepFindings(ctx.db, of.id, findings)
  const lostNews = lost.filter(row => row.outcome === 'new').length
  return { news: lostNews, changes: lost.length - lostNews }
}

/** Of each changed user the columns that the import has written, as they were. */
async function keepWhatWas(ctx: Ctx, of: ImportRecord, rows: readonly FoundRow[], former: readonly Columns[]) {
  const users = new Map(former.map(user => [(user as Columns & { id: string }).id, user]))
  const kept = rows.flatMap(row => {
    const user = row.outcome === 'update' ? users.get(row.person_id as string) : undefined
    if (!user) return []
    const names = Object.keys((row.fields as unknown as Fields).columns) as (keyof Columns)[]
    return [{ row: row.row, was: Object.fromEntries(names.map(name => [name, user[name] ?? null])) }]
  })
  if (kept.length > 0) await keepFormer(ctx.db, of.id, kept)
}

const taken = msg('Another user has this User ID, email or Employee ID')
