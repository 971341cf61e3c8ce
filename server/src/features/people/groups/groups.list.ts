import type { Page, PageOf } from '@claviger/contract/ground/page'
import type { GroupRule } from '@claviger/contract/people/group-rules'
import { type Group, groupTypes } from '@claviger/contract/people/groups'
import { sql } from 'kysely'
import { paginate } from '../../../ground/db/page.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'

interface Row {
  id: string
  name: string
  description: string
  type: number
  created_at: Date
  /** Users and their keys; big numbers in a list arrive as text. */
  counts: [string, string]
  rule: GroupRule | null
  pending: boolean | null
}

// What a unit administrator may see of a group is counted anew, the rest is kept (head_counts)
const counts = (ctx: Ctx) =>
  ctx.unitsOf === undefined
    ? sql`select array[coalesce(sum(c.users), 0), coalesce(sum(c.keys), 0)] from head_counts c
        where c.of = case when groups.type = 0 then groups.workspace_id else groups.id end`
    : sql`select array[coalesce(sum(c.users), 0), coalesce(sum(c.keys), 0)]
        from own_head_counts() c where c.of = case when groups.type = 0 then groups.workspace_id else groups.id end`

const columns = (ctx: Ctx) => sql`groups.id, groups.name, groups.description, groups.type, groups.created_at,
  (${counts(ctx)}) as counts,
  (select jsonb_build_object('match', r.match, 'conditions', r.conditions) from group_rules r where r.group_id = groups.id) as rule,
  (select r.applied_at is null from group_rules r where r.group_id = groups.id) as pending`

const groupOf = (row: Row): Group => ({
  id: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  userCount: Number(row.counts[0]),
  deviceCount: Number(row.counts[1]),
  // Access policies are not built yet, so no group has any
  policyCount: 0,
  rule: row.rule,
  rulePending: row.pending ?? false,
  createdAt: row.created_at.toISOString(),
})

/** One page of the workspace's groups, with counts. */
export function listGroups(ctx: Ctx, ask: Page & { type?: 'local' | 'external' | undefined }): Promise<PageOf<Group>> {
  const type = { local: groupTypes.internal, external: groupTypes.external }[ask.type as 'local']
  return paginate<Group>(ctx, ask, {
    from: sql`groups`,
    select: columns(ctx),
    where: type === undefined ? [] : [sql`groups.type = ${type}::smallint`],
    search: { in: [sql`groups.name || ' ' || groups.description`] },
    sorts: {
      name: { by: sql`lower(groups.name)`, type: 'text' },
      created: { by: sql`groups.created_at`, type: 'timestamptz' },
    },
    id: sql`groups.id`,
    defaultSort: 'name',
    item: groupOf,
  })
}

/** One group with counts. Throws not-found. */
export async function getGroup(ctx: Ctx, input: { groupId: string }): Promise<Group> {
  const { rows } = await sql<Row>`select ${columns(ctx)} from groups where groups.id = ${input.groupId}::uuid`.execute(
    ctx.db,
  )
  if (!rows[0]) throw problem('not-found')
  return groupOf(rows[0])
}
