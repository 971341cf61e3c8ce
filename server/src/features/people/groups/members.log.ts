import { sendTogether } from '#platform/db/pipeline.ts'
import { record } from '#platform/record/record.ts'
import { recordMany } from '#platform/record/record-many.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { objectOf } from './groups.ts'
import type { NamedUser } from './members.store.ts'

/** Logs who joined or left a group, for the group and for each user. */
export async function recordMembers(
  ctx: TransactionContext,
  group: { id: string; name: string },
  action: 'group.joined' | 'group.left',
  people: readonly NamedUser[],
): Promise<void> {
  if (people.length === 0) return
  await sendTogether(
    record(ctx, { action, object: objectOf(group), after: { users: people.length } }),
    recordMany(
      ctx,
      shownAs(ctx),
      people.map(person => ({
        action: action === 'group.joined' ? ('user.joined' as const) : ('user.left' as const),
        object: { type: 'user', id: person.id, name: person.name },
        after: { group: group.name },
      })),
    ),
  )
}
