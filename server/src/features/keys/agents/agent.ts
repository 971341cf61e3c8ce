import { mustBeOpenTo } from '#platform/entrance/entrance.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { idOfBytes } from '#platform/ids.ts'
import { msg } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { recordRefused } from '#platform/record/record-refused.ts'
import { keyedHash } from '#platform/secrets/seal.ts'
import type { TransactionContext, AppContext } from '#platform/app-context.ts'
import { deviceOfAgent, type DeviceRow } from '../devices/devices.ts'

export const heartbeatSeconds = 300

export const hashOfAgent = (world: Pick<AppContext, 'hashKey'>, secret: Uint8Array) =>
  keyedHash(world.hashKey, 'agent', secret)

/** Refuses a token without a device. Logged, because no user is present at an agent to report it. */
const refusedAgent = (ctx: TransactionContext, id: string) =>
  problem('agent-refused').but(workspaceOf(ctx), kept => {
    const [failed, name] = [msg('The device was removed, or its token is invalid'), `…${id.slice(-4)}`]
    const by = { id: null, name: ctx.request.program?.client ?? '' }
    const entry = { action: 'device.refused', failed, by, object: { type: 'device', id, name } } as const
    return recordRefused(kept, entry, { unknown: id })
  })

/** The device of the calling agent. @throws agent-refused for an invalid or revoked token, workspace-disabled */
export async function ownDevice(ctx: TransactionContext): Promise<DeviceRow> {
  if (ctx.actor.kind !== 'agent') throw new Error('this work needs the agent of a device')
  const { payload } = ctx.actor
  const row = await deviceOfAgent(ctx.db, idOfBytes(payload.subarray(0, 16)), hashOfAgent(ctx, payload.subarray(16)))
  if (!row) throw refusedAgent(ctx, idOfBytes(payload.subarray(0, 16)))
  await mustBeOpenTo(ctx, 'agent')
  return row
}
