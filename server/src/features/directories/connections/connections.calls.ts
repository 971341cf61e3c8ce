import type { connections, DirectoryConnection } from '@claviger/contract/directories/connections'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { administratorOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { allowHosts, blockHosts } from '#features/tenancy/private-targets/private-targets.ts'
import { placeOf } from '#features/connect/api-applications/api-applications.place.ts'
import { type ConnectionRow, findConnection, lockConnection, updateConnection } from './connections.store.ts'
import { objectOf } from './connection-log.ts'

type Calls = (typeof connections)['calls']
type InputFor<C extends keyof Calls> = OutputOf<Calls[C]['input']>

export const connectionReply = (row: ConnectionRow): DirectoryConnection => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  active: row.active,
  apiApplication: row.api_application_id,
  mapping: row.mapping as unknown as DirectoryConnection['mapping'],
  mode: row.mode,
  everyMinutes: row.every_minutes,
  nextRunAt: row.next_run_at?.toISOString() ?? null,
  leaving: row.leaving as DirectoryConnection['leaving'],
  deleteAfterDays: row.delete_after_days,
  unmanagedLeave: row.unmanaged_leave,
  brake: {
    people: row.brake_people,
    percent: row.brake_percent,
    changesPercent: row.brake_changes_percent,
  },
  reach: {
    roles: row.roles,
    touchesRank: row.touches_rank,
    joins: row.joins,
    privateHosts: row.private_hosts,
    approvedBy:
      row.approved_by && row.approved_at
        ? { id: row.approved_by, name: row.approved_name ?? '', at: row.approved_at.toISOString() }
        : null,
  },
  position: row.position,
  leads: row.leads as DirectoryConnection['leads'],
  pausedReason: row.paused_reason,
  connection: row.connection as DirectoryConnection['connection'],
  connectionReason: row.connection_reason,
  connectedAt: row.connected_at?.toISOString() ?? null,
  version: row.version,
  changedAt: row.changed_at.toISOString(),
  changedBy: row.changed_by,
})

/** One directory connection in API format. @throws not-found */
export async function getConnection(ctx: TransactionContext, { id }: { id: string }): Promise<DirectoryConnection> {
  const row = await findConnection(ctx.db, id)
  if (!row) throw problem('not-found')
  return connectionReply(row)
}

const approved = (of: Pick<ConnectionRow, 'roles' | 'touches_rank' | 'joins' | 'private_hosts'>) => ({
  roles: of.roles,
  touchesRank: of.touches_rank,
  joins: of.joins,
  privateHosts: of.private_hosts,
})

/** Approves the granted access of a directory, which then acts with the caller's permissions. @throws not-found, private-network-closed, private-targets-full */
export async function approveGrantedScope(
  ctx: TransactionContext,
  input: InputFor<'approve'>,
): Promise<DirectoryConnection> {
  const row = await lockConnection(ctx.db, input.id)
  if (!row) throw problem('not-found')
  const reach = {
    roles: [...new Set(input.roles)].toSorted((one, other) => one - other),
    touches_rank: input.touchesRank,
    joins: input.joins,
    private_hosts: [...new Set(input.privateHosts.map(host => host.toLowerCase()))],
  }
  const { name } = shownAs(ctx)
  await updateConnection(ctx.db, row.id, {
    ...reach,
    // Users who were conflicts before can be linked now, so the next run reads everything
    ...(reach.joins !== row.joins && { cursor: null, swept_at: null }),
    approved_by: administratorOf(ctx).id,
    approved_name: name.slice(0, 260),
    approved_at: ctx.clock.now(),
    approved_for: row.api_application_id === null ? null : ((await placeOf(ctx, row.api_application_id)) ?? null),
    paused_reason: null,
    changed_at: ctx.clock.now(),
    changed_by: name.slice(0, 260),
  })
  await allowHosts(ctx, 'directories', reach.private_hosts)
  const gone = row.private_hosts.filter(host => !reach.private_hosts.includes(host))
  await blockHosts(ctx, 'directories', gone)
  await record(ctx, {
    action: 'directory.approved',
    object: objectOf(row),
    before: approved(row),
    after: approved(reach),
  })
  return getConnection(ctx, input)
}
