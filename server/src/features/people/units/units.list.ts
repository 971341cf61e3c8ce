import type { Page, PageOf } from '@claviger/contract/ground/page'
import type { Unit } from '@claviger/contract/people/units'
import { sql } from 'kysely'
import { paginate } from '../../../ground/db/page.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'

interface Named {
  id: string
  name: string
}

interface Row extends Named {
  description: string
  created_at: Date
  user_count: number
  groups: Named[]
  admins: Named[]
}

const columns = sql`o.id, o.name, o.description, o.created_at,
  (select coalesce(sum(c.users), 0) from head_counts c where c.of = o.id) as user_count,
  coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
    from unit_groups ug join groups g on g.workspace_id = ug.workspace_id and g.id = ug.group_id where ug.unit_id = o.id), '[]') as groups,
  coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name) order by u.sort_name)
    from unit_administrators a join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
    where a.unit_id = o.id and u.deleted_at is null
      and exists (select from administrators d where d.user_id = u.id and d.type = 2)), '[]') as admins`

const unitOf = (row: Row): Unit => ({
  id: row.id,
  name: row.name,
  description: row.description,
  userCount: row.user_count,
  groups: row.groups,
  admins: row.admins,
  createdAt: row.created_at.toISOString(),
})

/** One page of the organization units, with counts. */
export function listUnits(ctx: Ctx, ask: Page): Promise<PageOf<Unit>> {
  return paginate<Unit>(ctx, ask, {
    from: sql`organization_units o`,
    select: columns,
    where: [],
    search: { in: [sql`o.name || ' ' || o.description`] },
    sorts: {
      name: { by: sql`lower(o.name)`, type: 'text' },
      created: { by: sql`o.created_at`, type: 'timestamptz' },
    },
    id: sql`o.id`,
    defaultSort: 'name',
    item: unitOf,
  })
}

/** One organization unit. Throws not-found. */
export async function getUnit(ctx: Ctx, input: { id: string }): Promise<Unit> {
  const { rows } = await sql<Row>`select ${columns} from organization_units o where o.id = ${input.id}::uuid`.execute(
    ctx.db,
  )
  if (!rows[0]) throw problem('not-found')
  return unitOf(rows[0])
}
