import {
  syncModes,
  type ConnectionKind,
  type ConnectionState,
  type LeaverAction,
  type SyncMode,
} from '@claviger/contract/directories/connections'
import type { Mapping } from '@claviger/contract/directories/connections/mapping'
import { later, minutes } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { placeOf } from '#features/connect/api-applications/api-applications.place.ts'
import { type Asker, loadAsker, askerOf } from '#features/work/rank/rank.ts'
import type { ConnectedDirectory, ConnectionChange, NewConnection } from './shapes.ts'
import { loggedOf, objectOf, settledOf } from './connection-log.ts'
import { openSecret, sealSecret } from './connection-secrets.ts'
import * as store from './connections.store.ts'
import type { ConnectionRow } from './connections.store.ts'

export type { ConnectedDirectory, ConnectionChange, NewConnection } from './shapes.ts'

export const connectionOf = (row: ConnectionRow): ConnectedDirectory => ({
  id: row.id,
  kind: row.kind as ConnectionKind,
  name: row.name,
  active: row.active,
  apiApplication: row.api_application_id,
  settings: row.settings,
  mapping: row.mapping as unknown as Mapping,
  mode: row.mode as SyncMode,
  everyMinutes: row.every_minutes,
  leaving: row.leaving as LeaverAction,
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
    approvedBy: row.approved_by,
  },
  position: row.position,
  leads: row.leads,
  version: row.version,
})

/** One connection; undefined if it doesn't exist. */
export async function connectionById(ctx: TransactionContext, id: string): Promise<ConnectedDirectory | undefined> {
  const row = await store.findConnection(ctx.db, id)
  return row && connectionOf(row)
}

export const connectionNamed = (
  ctx: TransactionContext,
  id: string,
): Promise<{ id: string; kind: number; name: string } | undefined> => store.nameOfConnection(ctx.db, id)

export const connectionsOf = async (ctx: TransactionContext, kind?: ConnectionKind): Promise<ConnectedDirectory[]> =>
  (await store.allConnections(ctx.db, kind)).map(connectionOf)

export const allConnectionRows = (ctx: TransactionContext): Promise<ConnectionRow[]> => store.allConnections(ctx.db)

/** Deletes a disconnected directory; `left` counts what remains locally managed. */
export async function dropConnection(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  left: Record<string, number>,
): Promise<void> {
  await store.deleteConnection(ctx.db, connection.id)
  await record(ctx, {
    action: 'directory.removed',
    object: objectOf(connection),
    before: { name: connection.name },
    after: left,
  })
}

/**
 * Creates a connection; it applies nothing until an owner approves it.
 * @throws connection-name-taken, connections-full
 */
export async function addConnection(ctx: TransactionContext, made: NewConnection): Promise<ConnectedDirectory> {
  const all = await store.allConnections(ctx.db)
  if (all.length >= mostConnections) throw problem('connections-full')
  const [id, now] = [newId(), ctx.clock.now()]
  const every = made.everyMinutes ?? null
  await store.insertConnection(ctx.db, {
    workspace_id: workspaceOf(ctx),
    id,
    kind: made.kind,
    name: made.name,
    active: made.active ?? true,
    api_application_id: made.apiApplication ?? null,
    settings: JSON.stringify(made.settings),
    sealed: made.secret === undefined ? null : await sealSecret(ctx, id, made.secret),
    mapping: JSON.stringify(made.mapping),
    mode: made.mode ?? syncModes.both,
    every_minutes: every,
    next_run_at: every === null ? null : later(now, minutes(every)),
    position: Math.max(0, ...all.map(one => one.position)) + 1,
    created_at: now,
    changed_at: now,
    changed_by: shownAs(ctx).name.slice(0, 260),
  })
  const row = (await store.findConnection(ctx.db, id)) as ConnectionRow
  await record(ctx, { action: 'directory.added', object: objectOf(row), after: loggedOf(row) })
  return connectionOf(row)
}

const mostConnections = 50

/** Changes a connection; idempotent. @throws not-found, changed-meanwhile, connection-name-taken */
export async function changeConnection(
  ctx: TransactionContext,
  id: string,
  to: ConnectionChange,
): Promise<ConnectedDirectory> {
  const row = await store.lockConnection(ctx.db, id)
  if (!row) throw problem('not-found')
  if (to.version !== undefined && to.version !== row.version) throw problem('changed-meanwhile')
  const now = ctx.clock.now()
  const columns = settledOf(row, to, now)
  if (to.secret !== undefined) columns.sealed = to.secret === null ? null : await sealSecret(ctx, id, to.secret)
  if (Object.keys(columns).length === 0) return connectionOf(row)
  if (isAnother(row, columns) && !mayApprove(ctx)) Object.assign(columns, unapproved)
  await store.updateConnection(ctx.db, id, { ...columns, changed_at: now, changed_by: shownAs(ctx).name.slice(0, 260) })
  const after = (await store.findConnection(ctx.db, id)) as ConnectionRow
  await record(ctx, {
    action: 'directory.changed',
    object: objectOf(after),
    before: loggedOf(row),
    after: { ...loggedOf(after), ...(to.secret !== undefined && { secretChanged: true }) },
  })
  return connectionOf(after)
}

// An approval covers the connection as it was: an administrator who could not approve it can't change its target
const isAnother = (row: ConnectionRow, to: object) =>
  (row.touches_rank || row.joins || row.roles.length > 0) &&
  ['settings', 'sealed', 'api_application_id', 'mapping'].some(column => column in to)

const mayApprove = (ctx: TransactionContext) =>
  ctx.actor.kind === 'operator' || askerOf(ctx).holds?.includes('directories.grant') === true

const unapproved = { approved_by: null, approved_name: null, approved_at: null, approved_for: null } as const

/** Decrypted password of a directory; null if none. */
export async function connectionSecret(ctx: TransactionContext, id: string): Promise<string | null> {
  const row = await store.findConnection(ctx.db, id)
  return row?.sealed ? openSecret(ctx, row.id, row.sealed) : null
}

export const connectionStateOf = async (ctx: TransactionContext, id: string): Promise<ConnectionState> =>
  ((await store.findConnection(ctx.db, id))?.connection as ConnectionState | undefined) ?? 'pending'

export async function noteConnection(
  ctx: TransactionContext,
  id: string,
  how: 'successful' | 'failed',
  reason: string | null = null,
): Promise<void> {
  await store.updateConnectionStatus(ctx.db, id, {
    connection: how,
    connection_reason: reason?.slice(0, 400) ?? null,
    ...(how === 'successful' && { connected_at: ctx.clock.now(), silence_told_at: null }),
  })
}

export async function noteReading(ctx: TransactionContext, id: string, cursor: unknown, whole: boolean): Promise<void> {
  await store.updateConnectionStatus(ctx.db, id, {
    cursor: cursor === null || cursor === undefined ? null : JSON.stringify(cursor),
    ...(whole && { swept_at: ctx.clock.now() }),
  })
}

export const storePrecedence = (
  ctx: TransactionContext,
  all: readonly { id: string; position: number; leads: readonly string[] }[],
): Promise<void> => store.setPrecedence(ctx.db, all)

/** Lets the next run read everything, because what was applied no longer counts. */
export const readAllAgain = (ctx: TransactionContext, ids: readonly string[]): Promise<void> =>
  store.forgetCursors(ctx.db, ids)

export async function readingOf(
  ctx: TransactionContext,
  id: string,
): Promise<{ cursor: unknown; sweptAt: Date | null }> {
  const row = await store.findConnection(ctx.db, id)
  return { cursor: row?.cursor ?? null, sweptAt: row?.swept_at ?? null }
}

/** Pauses automatic runs with a reason; null resumes them. */
export async function pauseConnection(
  ctx: TransactionContext,
  connection: ConnectedDirectory,
  reason: string | null,
): Promise<void> {
  await store.updateConnectionStatus(ctx.db, connection.id, { paused_reason: reason?.slice(0, 400) ?? null })
  await record(ctx, {
    action: reason === null ? 'directory.changed' : 'directory.paused',
    object: objectOf(connection),
    after: reason === null ? { paused: false } : { because: reason },
  })
}

/** Directories that should have been read by now and weren't, oldest contact first. */
export const silentConnections = (ctx: TransactionContext): Promise<store.SilentConnection[]> =>
  store.listSilent(ctx.db, ctx.clock.now())

/** Silent connections of all workspaces whose owners were not notified yet; marks them as notified. */
export const claimSilentConnections = (ctx: TransactionContext, most: number) =>
  store.claimSilent(ctx.db, ctx.clock.now(), most)

/** Claims due connections of all workspaces, so that no other process takes them. */
export const claimDueConnections = (
  ctx: TransactionContext,
  most: number,
): Promise<{ workspace_id: string; id: string }[]> => store.claimDue(ctx.db, ctx.clock.now(), most)

/**
 * The owner who approved the connection, with current permissions; undefined if not approved, if the owner lost the
 * permission, if its target changed since, or if it is disabled.
 */
export async function approverOf(
  ctx: TransactionContext,
  connection: Pick<ConnectedDirectory, 'id' | 'limitedTo'>,
): Promise<Asker | undefined> {
  const row = await store.findConnection(ctx.db, connection.id)
  if (!row?.active || row.approved_by === null) return undefined
  if (row.api_application_id !== null && row.approved_for !== (await placeOf(ctx, row.api_application_id)))
    return undefined
  const begun = { actor_id: row.approved_by, actor_name: row.approved_name ?? '', units_of: null }
  const asker = await loadAsker(ctx, begun, 'directories.grant')
  if (asker.holds === undefined) return undefined
  const { limitedTo } = connection
  return limitedTo ? { ...asker, holds: asker.holds.filter(may => limitedTo.includes(may)) } : asker
}

/** Refuses a connection that is disabled or not approved. @throws directory-off, not-approved */
export async function mustAct(ctx: TransactionContext, connection: ConnectedDirectory): Promise<void> {
  if (!connection.active) throw problem('directory-off')
  if (!(await approverOf(ctx, connection))) throw problem('not-approved')
}

export const asConnection = (
  ctx: TransactionContext,
  connection: Pick<ConnectedDirectory, 'id' | 'name'>,
): TransactionContext =>
  Object.create(ctx, {
    actor: { enumerable: true, value: { kind: 'operator', id: connection.id, name: `Directory ${connection.name}` } },
  }) as TransactionContext
