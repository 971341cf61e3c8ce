import type { Page, PageOf } from '@claviger/contract/ground/page'
import type { Member } from '@claviger/contract/people/members'
import type { User } from '@claviger/contract/people/users'
import type { Ctx } from '../../../ground/world.ts'
import { mustBeGroup } from '../groups/groups.ts'
import { mustBeUnit } from '../units/units.ts'
import { listUsers } from './users.list.ts'

/** A user as lists of members show them. */
const memberOf = (user: User): Member => ({
  id: user.id,
  name: `${user.firstName} ${user.lastName}`,
  userId: user.userId,
  email: user.email,
  status: user.status,
  keys: user.keys,
})

/** One page of a group's members. Throws not-found. */
export async function listMembers(ctx: Ctx, { groupId, ...page }: Page & { groupId: string }): Promise<PageOf<Member>> {
  await mustBeGroup(ctx, groupId)
  const users = await listUsers(ctx, { ...page, group: groupId })
  return { ...users, items: users.items.map(memberOf) }
}

/** One page of a unit's users. Throws not-found. */
export async function listUnitMembers(ctx: Ctx, { id, ...page }: Page & { id: string }): Promise<PageOf<Member>> {
  await mustBeUnit(ctx, id)
  const users = await listUsers(ctx, { ...page, unit: id })
  return { ...users, items: users.items.map(memberOf) }
}
