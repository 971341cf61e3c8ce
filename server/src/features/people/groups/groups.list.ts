import type { Page, PageOf } from '@claviger/contract/platform/page'
import { type Group, groupTypes } from '@claviger/contract/people/groups'
import { paginate } from '#platform/db/page.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { headsOfGroups } from '../head-counts/head-counts.ts'
import { findListed, groupsPage, type ListedGroup } from './groups.store.ts'

const groupOf = (row: ListedGroup): Group => ({
  id: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  userCount: Number(row.counts[0]),
  deviceCount: Number(row.counts[1]),
  policyCount: row.policies,
  rule: row.rule,
  rulePending: row.pending ?? false,
  endedAt: row.ended_at?.toISOString() ?? null,
  formerMembers: row.former,
  source: row.source,
  createdAt: row.created_at.toISOString(),
})

export function listGroups(
  ctx: TransactionContext,
  ask: Page & { type?: 'local' | 'external' | undefined },
): Promise<PageOf<Group>> {
  const type = { local: groupTypes.internal, external: groupTypes.external }[ask.type as 'local']
  return paginate<Group>(ctx, ask, {
    ...groupsPage(headsOfGroups(ctx), type),
    item: groupOf,
  })
}

export async function getGroup(ctx: TransactionContext, input: { groupId: string }): Promise<Group> {
  const row = await findListed(ctx.db, headsOfGroups(ctx), input.groupId)
  if (!row) throw problem('not-found')
  return groupOf(row)
}
