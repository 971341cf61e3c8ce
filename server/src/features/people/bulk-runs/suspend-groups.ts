import type { Run } from '@claviger/contract/work/runs'
import { groupTypes } from '@claviger/contract/people/groups'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { activateManyUsers, suspendManyUsers } from './bulk-runs.ts'
import { groupsById, objectOf } from '../groups/groups.ts'

/** Suspends or activates the users of several groups; each group is a separate run. @throws not-found */
export async function suspendGroups(ctx: TransactionContext, input: { ids: string[]; suspend: boolean }) {
  const ids = [...new Set(input.ids)]
  const found = await groupsById(ctx.db, ids)
  if (found.length < ids.length) throw problem('not-found', 'Group not found')
  // Prevents suspending a whole workspace by mistake
  if (found.some(group => group.type === groupTypes.everyone)) throw problem('everyone-group')
  const runs = []
  for (const group of found) {
    const run: Run = await (input.suspend ? suspendManyUsers : activateManyUsers)(ctx, {
      all: true,
      filter: { group: group.id },
    })
    await record(ctx, {
      action: input.suspend ? 'group.suspended' : 'group.activated',
      object: objectOf(group),
      after: { users: run.total },
    })
    runs.push({ id: run.id, group: group.name, total: run.total, succeeded: run.succeeded })
  }
  return { runs }
}
