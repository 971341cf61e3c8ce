import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type { Page } from '@claviger/contract/platform/page'
import type { workspaces } from '@claviger/contract/tenancy/workspaces'
import { paginate } from '#platform/db/page.ts'
import { problem } from '#platform/problem.ts'
import type { Ctx } from '#platform/world.ts'
import { allWorkspaces, countListedWorkspaces, findListedWorkspaces, type WorkspaceListRow } from './all.store.ts'

type Reply = OutputOf<typeof workspaces.all.reply>

const itemOf = ({ created_at, ...row }: WorkspaceListRow) => ({ ...row, createdAt: created_at.toISOString() })

export const listAllWorkspaces = (ctx: Ctx, ask: Page): Promise<Reply> =>
  paginate<Reply['items'][number]>(ctx, ask, { ...allWorkspaces, item: itemOf })

export async function getOne(ctx: Ctx, { id }: { id: string }): Promise<OutputOf<typeof workspaces.one.reply>> {
  const row = await findListedWorkspaces(ctx.db, id)
  if (!row) throw problem('not-found')
  return itemOf(row)
}

export async function countAll(ctx: Ctx): Promise<OutputOf<typeof workspaces.counts.reply>> {
  const { rows, users } = await countListedWorkspaces(ctx.db)
  return {
    total: rows.reduce((sum, row) => sum + row.n, 0),
    users,
    byType: summed(rows, row => row.type).map(([type, count]) => ({ type, count })),
    byStatus: summed(rows, row => row.status).map(([status, count]) => ({ status, count })),
  }
}

function summed<R extends { n: number }>(rows: readonly R[], key: (row: R) => number): [number, number][] {
  const sums = new Map<number, number>()
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0) + row.n)
  return [...sums]
}
