import { groupTypes } from '@claviger/contract/people/groups'
import { recordMany } from '../../../ground/record/record-many.ts'
import { shownAs } from '../../../ground/record/shown-as.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { groupsAbove } from '../../work/rank/rank.ts'
import { groupsById } from './groups.store.ts'
import { addPeople, dropPeople } from './members.store.ts'

const nobody = { id: null, name: '', holds: [], unitsOf: null }

/**
 * Puts a user into groups as a directory elsewhere says, and takes them out of those of its groups that it no longer
 * names. Groups that people do not decide about, and those that open an account of somebody with a role, are left alone.
 */
export async function followTold(
  ctx: Ctx,
  user: string,
  to: { in: readonly string[]; of: readonly string[] },
): Promise<void> {
  const known = to.of.length === 0 ? [] : await groupsById(ctx.db, to.of)
  const plain = known.filter(group => group.type === groupTypes.internal && !group.by_rule)
  const shut = await groupsAbove(
    ctx,
    nobody,
    plain.map(group => group.id),
  )
  for (const group of plain.filter(one => !shut.has(one.id)).toSorted((a, b) => a.id.localeCompare(b.id))) {
    const joins = to.in.includes(group.id)
    const changed = joins
      ? await addPeople(ctx.db, workspaceOf(ctx), group.id, [user])
      : await dropPeople(ctx.db, group.id, [user])
    await recordMany(
      ctx,
      shownAs(ctx),
      changed.map(person => ({
        action: joins ? ('user.joined' as const) : ('user.left' as const),
        object: { type: 'user', id: person.id, name: person.name },
        after: { group: group.name },
      })),
    )
  }
}
