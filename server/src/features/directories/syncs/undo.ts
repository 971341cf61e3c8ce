import type { Ctx } from '../../../ground/world.ts'
import { changeKeptMembers, removeKeptGroup } from '../../people/groups/groups.directory.ts'
import { groupsById } from '../../people/groups/groups.ts'
import { releaseAs, suspenders } from '../../people/users/users.directory.ts'
import { aboveOf, type Asker } from '../../work/rank/rank.ts'
import type { Result, Row } from '../../work/works/works.ts'
import type { Connection } from '../connections/connections.ts'
import { type Done, takeBackPeople } from '../links/links.undo.ts'
import { forgetGroup, linksOfLocal, type Outcome } from '../links/links.ts'
import type { Planned } from './plan.ts'

type Kept = Done['was'] & { outcome?: Outcome; added?: string[]; removed?: string[] }

/** Takes rows of a run back, in the name of whoever asks for that. */
export async function undoRows(ctx: Ctx, by: Asker, connection: Connection, rows: readonly Row[]): Promise<Result[]> {
  const planned = (row: Row) => row.facts as Planned
  const was = (row: Row) => (row.was ?? {}) as Kept
  const people = rows.filter(row => ['person', 'leave'].includes(planned(row).do) && row.subject !== null)
  const stay = await takeBackPeople(
    ctx,
    by,
    connection,
    people.map((row): Done => {
      const facts = planned(row)
      return {
        user: row.subject as string,
        outcome: was(row).outcome ?? 'changed',
        fields: facts.do === 'person' ? facts.fields : {},
        was: was(row),
      }
    }),
  )
  const free = rows.filter(row => planned(row).do === 'unmanaged').map(row => row.subject as string)
  const above = await aboveOf(ctx, by, free)
  await releaseAs(
    ctx,
    by,
    suspenders.directory,
    free.filter(id => !above.has(id)),
  )
  const results: Result[] = []
  for (const row of rows) {
    const doing = planned(row).do
    const person = row.subject as string
    if (doing === 'person' || doing === 'leave') results.push(resultOf(row, stay.get(person)))
    else if (doing === 'unmanaged') results.push(resultOf(row, above.has(person) ? 'above-you' : undefined))
    else results.push(resultOf(row, (await undoGroup(ctx, connection, row, was(row))) ? undefined : 'not-undone'))
  }
  return results
}

const resultOf = (row: Row, reason: string | undefined): Result => ({
  row: row.row,
  subject: row.subject,
  outcome: reason === undefined ? 'done' : 'refused',
  reason: reason ?? null,
})

/** A group that was added goes, memberships are as before; a group that was deleted or renamed stays so. */
async function undoGroup(ctx: Ctx, connection: Connection, row: Row, was: Kept): Promise<boolean> {
  const facts = row.facts as Planned
  if (row.subject === null) return false
  const [link] = await linksOfLocal(ctx, 'group', [row.subject])
  // The group itself went before its members
  if (!link && facts.do === 'members') return true
  if (link?.connection !== connection.id) return false
  if (facts.do === 'group' && was.outcome === 'added') {
    await removeKeptGroup(ctx, row.subject)
    await forgetGroup(ctx, connection, link.anchor)
    return true
  }
  const [group] = await groupsById(ctx.db, [row.subject])
  if (facts.do !== 'members' || !group) return false
  await changeKeptMembers(ctx, group, { add: was.removed, remove: was.added })
  return true
}
