import type { Page, PageOf } from '@claviger/contract/platform/page'
import type { Member } from '@claviger/contract/people/members'
import type { TransactionContext } from '#platform/app-context.ts'
import { mustBeGroup } from '../groups/groups.ts'
import { mustBeUnit } from '../units/units.ts'
import { listFew } from './users.list.ts'
import type { FewRow } from './users.store.ts'

const memberOf = (row: FewRow): Member => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`,
  userId: row.user_id,
  email: row.email,
  status: row.status,
  keys: row.active_keys,
})

export async function listMembers(
  ctx: TransactionContext,
  { groupId, ...page }: Page & { groupId: string },
): Promise<PageOf<Member>> {
  await mustBeGroup(ctx, groupId)
  const users = await listFew(ctx, { ...page, group: groupId })
  return { ...users, items: users.items.map(memberOf) }
}

export async function listUnitMembers(
  ctx: TransactionContext,
  { id, ...page }: Page & { id: string },
): Promise<PageOf<Member>> {
  await mustBeUnit(ctx, id)
  const users = await listFew(ctx, { ...page, unit: id })
  return { ...users, items: users.items.map(memberOf) }
}
