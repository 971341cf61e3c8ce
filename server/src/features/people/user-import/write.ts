import { keptTexts, msg } from '../../../ground/languages.ts'
import type { Ctx } from '../../../ground/world.ts'
import { joinGroups } from '../groups/groups.many.ts'
import { joinUnits } from '../units/units.many.ts'
import { addUsers, changeUsers, type Columns } from '../users/many/many.ts'
import { type Finding, type ImportRecord, keepFindings, type FoundRow } from './user-import.store.ts'

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
  const by = { id: of.actor_id, name: of.actor_name }
  const due = rows.filter(row => row.outcome === 'new' || row.outcome === 'update')
  const fieldsOf = (row: FoundRow) => row.fields as unknown as Fields
  const idOf = (row: FoundRow) => row.person_id as string
  const news = due.filter(row => row.outcome === 'new')
  const changes = due.filter(row => row.outcome === 'update')
  const added = await addUsers(
    ctx,
    by,
    news.map(row => ({ id: idOf(row), ...fieldsOf(row).columns })),
  )
  const failed = await changeUsers(
    ctx,
    by,
    changes.map(row => ({ id: idOf(row), ...fieldsOf(row).columns })),
  )
  const why = (row: FoundRow) =>
    row.outcome === 'new' ? (added.has(idOf(row)) ? undefined : taken) : failed.get(idOf(row))
  const done = due.filter(row => why(row) === undefined)
  await joinGroups(
    ctx,
    done.flatMap(row => fieldsOf(row).groups.map(group => ({ group, user: idOf(row) }))),
  )
  await joinUnits(
    ctx,
    done.flatMap(row => fieldsOf(row).units.map(unit => ({ unit, user: idOf(row) }))),
  )
  const lost = due.filter(row => why(row) !== undefined)
  const findings = lost.map((row): Finding => ({
    row: row.row,
    outcome: 'refused',
    result: 'duplicate',
    told: keptTexts(why(row) as string),
    person_id: null,
    fields: null,
  }))
  if (findings.length > 0) await keepFindings(ctx.db, of.id, findings)
  const lostNews = lost.filter(row => row.outcome === 'new').length
  return { news: lostNews, changes: lost.length - lostNews }
}

const taken = msg('Another user has this User ID, email or Employee ID')
