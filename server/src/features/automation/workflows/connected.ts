import { workflowTypes as types } from '@claviger/contract/automation/workflow-content'
import { problem } from '../../../ground/problem.ts'
import type { Ctx } from '../../../ground/world.ts'
import { connectionById } from '../../directories/connections/connections.ts'

const kinds: Record<number, 1 | 2> = {
  [types.entraPasskeys]: 1,
  [types.entraPeople]: 1,
  [types.entraDevices]: 1,
  [types.oktaPasskeys]: 2,
}

/** Does a workflow of this type work with a directory? */
export const usesConnection = (type: number): boolean => type in kinds

/** The connection that a workflow works with, while it is there and switched on. */
export async function connected(ctx: Ctx, type: number, id: string | null) {
  const connection = id === null ? undefined : await connectionById(ctx, id)
  return connection && connection.active && connection.kind === kinds[type] ? connection : undefined
}

/** Refuses a directory that is not there, or of another kind. Throws not-found. */
export async function mustBeConnected(ctx: Ctx, type: number, id: string): Promise<void> {
  const connection = await connectionById(ctx, id)
  if (connection?.kind !== kinds[type])
    throw problem('not-found', 'No such directory', [{ field: 'tenant', message: 'Choose a directory' }])
}
