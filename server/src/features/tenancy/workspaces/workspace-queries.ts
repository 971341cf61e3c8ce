import type { OutputOf } from '@claviger/contract/platform/endpoint'
import type {
  SpecialConfig,
  WorkspaceFilter,
  workspaces,
  WorkspaceSummary,
} from '@claviger/contract/tenancy/workspaces'
import { days, later } from '#platform/clock.ts'
import { paginate } from '#platform/db/page.ts'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import {
  countListedWorkspaces,
  findListedWorkspaces,
  type WorkspaceListRow,
  workspaceList,
  type WorkspaceQuery,
} from './all.store.ts'

type Reply = OutputOf<typeof workspaces.all.reply>
type InputFor<Call extends keyof typeof workspaces.calls> = OutputOf<(typeof workspaces.calls)[Call]['input']>

const endingDays = 14

export const specialConfigOf = (stored: Partial<SpecialConfig>): SpecialConfig => ({
  closed: stored.closed ?? [],
  users: stored.users ?? null,
  until: stored.until ?? null,
  notes: stored.notes ?? '',
})

export const summaryOf = (row: WorkspaceListRow): WorkspaceSummary => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  type: row.type,
  status: row.status,
  installation: row.installation,
  users: row.users,
  keys: row.keys,
  owner: row.owner,
  partner: row.partner_id === null ? null : { id: row.partner_id, name: row.partner_name ?? '' },
  trialEnds: row.trial_ends,
  special: row.special,
  specialConfig: specialConfigOf(row.special_config),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

function askedOf(ctx: TransactionContext, filter: WorkspaceFilter): WorkspaceQuery {
  const now = ctx.clock.now()
  return {
    ...filter,
    today: dayOf(now),
    soon: dayOf(later(now, days(endingDays))),
    unusedSince: filter.unusedDays === undefined ? undefined : later(now, -days(filter.unusedDays)),
  }
}

export const listAllWorkspaces = (ctx: TransactionContext, ask: InputFor<'all'>): Promise<Reply> =>
  paginate<Reply['items'][number]>(ctx, ask, { ...workspaceList(askedOf(ctx, ask)), item: summaryOf })

/** @throws not-found */
export async function getOne(ctx: TransactionContext, { id }: { id: string }): Promise<WorkspaceSummary> {
  const row = await findListedWorkspaces(ctx.db, id)
  if (!row) throw problem('not-found')
  return summaryOf(row)
}

export async function countAll(ctx: TransactionContext): Promise<OutputOf<typeof workspaces.counts.reply>> {
  const rows = await countListedWorkspaces(ctx.db)
  return {
    total: rows.reduce((sum, row) => sum + row.n, 0),
    users: rows.reduce((sum, row) => sum + row.users, 0),
    byType: summed(rows, row => row.type).map(([type, count]) => ({ type, count })),
    byStatus: summed(rows, row => row.status).map(([status, count]) => ({ status, count })),
  }
}

function summed<R extends { n: number }>(rows: readonly R[], key: (row: R) => number): [number, number][] {
  const sums = new Map<number, number>()
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0) + row.n)
  return [...sums]
}
