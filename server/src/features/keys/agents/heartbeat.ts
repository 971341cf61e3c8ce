import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import type { agents } from '@claviger/contract/keys/agents'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { changeDevice, deleteDevices, type DeviceRow, objectOf } from '../devices/devices.ts'
import { heartbeatSeconds, ownDevice } from './agent.ts'

type Told = OutputOf<(typeof agents.calls)['heartbeat']['input']>

export async function heartbeat(ctx: TransactionContext, told: Told) {
  const row = await ownDevice(ctx)
  const now = ctx.clock.now()
  const to = changes(row, told, ctx.request.program)
  const due = now.getTime() - row.last_seen_at.getTime() >= heartbeatSeconds * 1000
  if (due || Object.keys(to).length > 0) await changeDevice(ctx.db, row.id, { ...to, last_seen_at: now })
  if (to.host_name !== undefined)
    await record(ctx, {
      action: 'device.updated',
      by: { id: null, name: `Agent on ${row.name}` },
      object: objectOf(row),
      before: { hostName: row.host_name },
      after: { hostName: to.host_name },
    })
  return {
    id: row.id,
    name: row.name,
    offline: { allowed: row.offline, uses: row.offline_uses, hours: row.offline_hours },
    rememberedPinHours: row.remembered_pin_hours,
    hasAccount: row.account_name !== null,
    heartbeatSeconds,
    now: now.toISOString(),
  }
}

function changes(row: DeviceRow, { hostName, apps }: Told, program: TransactionContext['request']['program']) {
  const known = row.apps as unknown as NonNullable<Told['apps']>
  const said = (now: string | undefined, before: string) => now !== undefined && now !== '' && now !== before
  return {
    ...(said(hostName, row.host_name) && {
      host_name: hostName as string,
      ...(row.name === row.host_name && { name: hostName as string }),
    }),
    ...(said(program?.platform, row.platform) && { platform: program?.platform as string }),
    ...(said(program?.client, row.client) && { client: program?.client as string }),
    ...(said(program?.version, row.version) && { version: program?.version as string }),
    ...(apps !== undefined &&
      inOneOrder(apps) !== inOneOrder(known) && {
        apps: JSON.stringify(apps),
        has_driver: apps.some(app => /driver/i.test(app.name)),
      }),
  }
}

const inOneOrder = (apps: NonNullable<Told['apps']>) => JSON.stringify(apps.map(({ name, version }) => [name, version]))

/** Deletes the device when its agent is uninstalled. @throws agent-refused */
export async function leaveComputer(ctx: TransactionContext) {
  const row = await ownDevice(ctx)
  await deleteDevices(ctx.db, [row.id])
  await record(ctx, {
    action: 'device.left',
    by: { id: null, name: `Agent on ${row.name}` },
    object: objectOf(row),
    before: { machine: row.machine_id },
  })
  return doneReply
}
