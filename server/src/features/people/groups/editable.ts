import { groupTypes } from '@claviger/contract/people/groups'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { type StoredGroupRow, lockGroup } from './groups.store.ts'

/**
 * Locks a group that can be changed here. @throws not-found, everyone-group, imported-read-only, rule-decides
 */
export async function editable(
  ctx: TransactionContext,
  id: string,
  what: 'group' | 'members' = 'group',
): Promise<StoredGroupRow> {
  const row = await lockGroup(ctx.db, id)
  if (!row) throw problem('not-found', 'Group not found')
  if (row.type === groupTypes.everyone) throw problem('everyone-group')
  if (row.type === groupTypes.external) throw problem('imported-read-only')
  if (what === 'members' && row.by_rule) throw problem('rule-decides')
  return row
}
