import { workspaceTypes } from '@claviger/contract/tenancy/workspaces'
import { accountRoles, type Permission } from '@claviger/contract/platform/permissions'
import { workflowTypes as types } from '@claviger/contract/automation/workflows/workflow-content'
import { problem } from '#platform/problem.ts'
import type { TransactionContext, UserActor } from '#platform/app-context.ts'
import { connectionById } from '#features/directories/connections/connections.ts'
import { type Asker, loadAsker, askerOf } from '#features/work/rank/rank.ts'

const needs: Record<number, readonly Permission[]> = {
  [types.entraPasskeys]: ['directories.write', 'keys.write'],
  [types.oktaPasskeys]: ['directories.write', 'keys.write'],
  [types.entraPeople]: ['directories.write'],
  [types.entraDevices]: ['directories.write', 'devices.write'],
  [types.keys]: ['keys.write'],
  [types.sharedComputers]: ['policies.write', 'keys.write', 'devices.write'],
  [types.idleKeys]: ['keys.write'],
  [types.withoutKey]: ['users.write', 'keys.write'],
}

/** Permissions that the responsible user of this workflow type needs, because it acts on their behalf. */
export const needsOf = (type: number): readonly Permission[] => ['workflows.write', ...(needs[type] ?? [])]

export const holdsAll = (asker: Pick<Asker, 'holds'>, type: number): boolean =>
  needsOf(type).every(need => asker.holds?.includes(need))

/** Refuses responsibility for a workflow that needs more permissions than the caller has. @throws not-permitted */
export function mustMeetNeeds(ctx: TransactionContext, type: number): void {
  const asker = askerOf(ctx)
  if (asker.unitsOf !== null || !holdsAll(asker, type))
    throw problem(
      'not-permitted',
      "A workflow runs with your permissions, and you don't have the permissions for this type of workflow",
    )
}

/** The responsible user with current permissions; undefined if these are no longer sufficient. */
export async function loadResponsibleUser(
  ctx: TransactionContext,
  of: { type: number; name: string; maker_id: string | null; maker_name: string },
): Promise<(Asker & { id: string }) | undefined> {
  if (of.maker_id === null) return undefined
  const name = `Workflow ${of.name} (${of.maker_name})`.slice(0, 260)
  const maker = await loadAsker(ctx, { actor_id: of.maker_id, actor_name: name, units_of: null }, 'workflows.write')
  return holdsAll(maker, of.type) ? { ...maker, id: of.maker_id } : undefined
}

export function asResponsibleUser(ctx: TransactionContext, maker: Asker & { id: string }): TransactionContext {
  const actor: UserActor = {
    kind: 'user',
    id: maker.id,
    sessionId: '',
    name: maker.name,
    email: null,
    accountRole: accountRoles.administrator,
    workspaceRole: null,
    permissions: new Set(maker.holds ?? []),
    verifiedAt: null,
    workspaceType: workspaceTypes.business,
    unitsOnly: false,
  }
  return Object.create(ctx, { actor: { enumerable: true, value: actor } }) as TransactionContext
}

const kindOfConnection: Record<number, 1 | 2> = {
  [types.entraPasskeys]: 1,
  [types.entraPeople]: 1,
  [types.entraDevices]: 1,
  [types.oktaPasskeys]: 2,
}

export const usesConnection = (type: number): boolean => type in kindOfConnection

export async function isNeedConnected(ctx: TransactionContext, type: number, id: string | null) {
  const connection = id === null ? undefined : await connectionById(ctx, id)
  return connection && connection.active && connection.kind === kindOfConnection[type] ? connection : undefined
}

/** Refuses a missing connection, or one of another type. @throws not-found */
export async function mustBeConnected(ctx: TransactionContext, type: number, id: string): Promise<void> {
  const connection = await connectionById(ctx, id)
  if (connection?.kind !== kindOfConnection[type])
    throw problem('not-found', 'Directory not found', [{ field: 'tenant', message: 'Choose a directory' }])
}
