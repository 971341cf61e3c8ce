import type { OutputOf } from '@claviger/contract/ground/endpoint'
import type { Page } from '@claviger/contract/ground/page'
import type { workspaces } from '@claviger/contract/tenancy/workspaces'
import { sql } from 'kysely'
import { paginate } from '../../../ground/db/page.ts'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'

type Reply = OutputOf<typeof workspaces.all.reply>

interface Row {
  id: string
  name: string
  slug: string
  type: number
  status: number
  installation: boolean
  users: number
  owner: string | null
  created_at: Date
}

const columns = sql`w.id, w.name, w.slug, w.type, w.status, w.installation, w.created_at,
  (select count(*) from users u where u.workspace_id = w.id and u.deleted_at is null) as users,
  (select u.email from administrators a join users u on u.workspace_id = a.workspace_id and u.id = a.user_id
    where a.workspace_id = w.id and a.role = 1 and u.deleted_at is null order by a.created_at, u.id limit 1) as owner`

const itemOf = ({ created_at, ...row }: Row) => ({ ...row, createdAt: created_at.toISOString() })

/** All workspaces, with their users counted and the e-mail of their first owner, for the page that is asked for only. */
export const listAll = (ctx: Ctx, ask: Page): Promise<Reply> =>
  paginate<Reply['items'][number]>(ctx, ask, {
    from: sql`workspaces w`,
    select: columns,
    where: [],
    search: { in: [sql`w.name || ' ' || w.slug`] },
    sorts: { name: { by: sql`lower(w.name)`, type: 'text' }, created: { by: sql`w.created_at`, type: 'timestamptz' } },
    id: sql`w.id`,
    defaultSort: 'name',
    item: itemOf,
  })

/** One workspace, as it stands in the list of all. Throws not-found. */
export async function getOne(ctx: Ctx, { id }: { id: string }): Promise<OutputOf<typeof workspaces.one.reply>> {
  const { rows } = await sql<Row>`select ${columns} from workspaces w where w.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw problem('not-found')
  return itemOf(rows[0])
}

/** Figures over all workspaces. */
export async function countAll(ctx: Ctx): Promise<OutputOf<typeof workspaces.counts.reply>> {
  const { rows } = await sql<{ type: number; status: number; n: number }>`
    select type, status, count(*) as n from workspaces group by type, status order by type, status`.execute(ctx.db)
  const users = await sql<{ n: number }>`select count(*) as n from users where deleted_at is null`.execute(ctx.db)
  return {
    total: rows.reduce((sum, row) => sum + row.n, 0),
    users: users.rows[0]?.n ?? 0,
    byType: summed(rows, row => row.type).map(([type, count]) => ({ type, count })),
    byStatus: summed(rows, row => row.status).map(([status, count]) => ({ status, count })),
  }
}

function summed<R extends { n: number }>(rows: readonly R[], key: (row: R) => number): [number, number][] {
  const sums = new Map<number, number>()
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0) + row.n)
  return [...sums]
}
