import { type DirectoryConnection, defaultSyncMinutes } from '@claviger/contract/directories/connections'
import type { Mapping } from '@claviger/contract/directories/connections/mapping'
import { problem } from '#platform/problem.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { accessTo } from '#features/connect/api-applications/api-applications.access.ts'
import { addConnection, changeConnection, connectionById, type ConnectedDirectory } from '../connections/connections.ts'
import { getConnection } from '../connections/connections.calls.ts'

export interface CloudSettings {
  name: string
  application: string
  settings: object
  mode?: number | undefined
  everyMinutes?: number | null | undefined
}
export interface CloudKind {
  readonly kind: 1 | 2
  readonly type: 'azure' | 'okta'
  readonly mapping: Mapping
}

/** A connection of this type. @throws not-found */
export async function connectionOfKind(
  ctx: TransactionContext,
  { kind }: CloudKind,
  id: string,
): Promise<ConnectedDirectory> {
  const found = await connectionById(ctx, id)
  if (found?.kind !== kind) throw problem('not-found')
  return found
}

/** Creates a connection with an API application. @throws not-found, connection-name-taken, connections-full */
export async function connectCloud(
  ctx: TransactionContext,
  of: CloudKind,
  to: CloudSettings,
): Promise<DirectoryConnection> {
  const access = await accessTo(ctx, to.application, of.type)
  const { id } = await addConnection(ctx, {
    kind: of.kind,
    name: to.name,
    apiApplication: access.id,
    settings: to.settings,
    mapping: of.mapping,
    mode: to.mode as 1 | 2 | 3 | undefined,
    everyMinutes: to.everyMinutes === undefined ? defaultSyncMinutes : to.everyMinutes,
  })
  return getConnection(ctx, { id })
}

/**
 * Changes a connection. The approval is bound to the directory of the credentials: with another API application, it
 * must be renewed.
 * @throws not-found, connection-name-taken, changed-meanwhile
 */
export async function changeCloud(
  ctx: TransactionContext,
  of: CloudKind,
  { id, version, ...to }: CloudSettings & { id: string; version?: number | undefined },
): Promise<DirectoryConnection> {
  const before = await connectionOfKind(ctx, of, id)
  const access = await accessTo(ctx, to.application, of.type)
  await changeConnection(ctx, id, {
    name: to.name,
    apiApplication: access.id,
    settings: to.settings,
    mode: to.mode,
    everyMinutes: to.everyMinutes,
    version,
    reachEnds: access.id !== before.apiApplication,
  })
  return getConnection(ctx, { id })
}
