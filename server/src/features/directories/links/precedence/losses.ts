import type { connections } from '@claviger/contract/directories/connections'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { TransactionContext } from '#platform/app-context.ts'
import { connectionsOf } from '../../connections/connections.ts'
import { countPasswordUsers, findLossesByOrder } from './losses.store.ts'

type Calls = (typeof connections)['calls']

const namedAtMost = 5

/**
 * Users who lose access at the next runs, because another directory leads then, in which they are missing or
 * disabled. Also those who sign in only with the password of a directory that is disconnected.
 */
export async function previewLosses(
  ctx: TransactionContext,
  { without, order }: OutputOf<Calls['losses']['input']>,
): Promise<OutputOf<Calls['losses']['reply']>> {
  const ordered =
    order ?? (await connectionsOf(ctx)).toSorted((one, other) => one.position - other.position).map(one => one.id)
  const rows = await findLossesByOrder(
    ctx.db,
    ordered.filter(id => id !== without),
  )
  return {
    users: rows.filter(row => !row.owner).length,
    owners: rows
      .filter(row => row.owner)
      .slice(0, namedAtMost)
      .map(row => row.name),
    passwords: without === undefined ? 0 : await countPasswordUsers(ctx.db, without),
  }
}
