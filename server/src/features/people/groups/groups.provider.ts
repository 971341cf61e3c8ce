import { groupTypes } from '@claviger/contract/people/groups'
import { recordMany } from '#platform/record/record-many.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { groupsAbove } from '#features/work/rank/rank.ts'
import { groupsById } from './groups.store.ts'
import { addPeople, dropPeople } from './members.store.ts'

const nobody = { id: null, name: '', holds: [], unitsOf: null }

/**
 * Adds a user to the groups that an identity provider names and removes them from its other groups. Skips
 * groups without manual membership and groups that open an account with a role.
 */
export async function followProviderGroups(
  ctx: TransactionContext,
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
