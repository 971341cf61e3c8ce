import { type Device, deviceKinds } from '@claviger/contract/keys/devices'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { recordMany } from '#platform/record/record-many.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { userToChange } from '#features/people/users/users.rank.ts'
import type { DeviceListRow } from './filters.store.ts'
import { changeDevices, deleteDevices, deleteUses, type DeviceRow, lockDevices } from './devices.store.ts'

export type { DeviceRow } from './devices.store.ts'
export { type DeviceListRow, deviceCountSums } from './filters.store.ts'
export { changeDevice, deleteDevices, deviceOfAgent, insertDevice, lockDevice } from './devices.store.ts'
export {
  countOffline,
  keysUsedAt,
  lockUsedKey,
  noteReport,
  noteUse,
  passkeysOfKeys,
  type UsedKey,
} from './uses.store.ts'

export const objectOf = (device: Pick<DeviceRow, 'id' | 'name'>) => ({
  type: 'device',
  id: device.id,
  name: device.name,
})

export const devicesHere = async (
  ctx: TransactionContext,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> => (await lockDevices(ctx.db, ids)).map(({ id, name }) => ({ id, name }))

interface RemovedDevices {
  ids: string[]
  lockOutSeen?: boolean | undefined
}

/**
 * Removes devices, whose agents are refused immediately; skips those already gone.
 * @throws still-blocks, owners-locked-out
 */
export async function removeDevices(
  ctx: TransactionContext,
  { ids, kind, lockOutSeen }: RemovedDevices & { kind?: number },
) {
  const rows = await lockDevices(ctx.db, ids, kind)
  await ctx.removals.mustBeSafe(ctx, { kind: 'device', ids: rows.map(row => row.id) }, lockOutSeen)
  await deleteDevices(
    ctx.db,
    rows.map(row => row.id),
  )
  await recordMany(
    ctx,
    askerOf(ctx),
    rows.map(row => ({ action: 'device.removed', object: objectOf(row), before: { machine: row.machine_id } })),
  )
  return { removed: rows.length }
}

export const removeAnyDevices = (ctx: TransactionContext, input: RemovedDevices) => removeDevices(ctx, input)

export const removeComputers = (ctx: TransactionContext, input: RemovedDevices) =>
  removeDevices(ctx, { ...input, kind: deviceKinds.computer })

interface OfflineChange {
  ids: string[]
  hasOfflineAccess: boolean
  uses?: number | undefined
  hours?: number | undefined
}

export async function setOffline(ctx: TransactionContext, { ids, hasOfflineAccess, uses, hours }: OfflineChange) {
  const to = {
    offline: hasOfflineAccess,
    ...(uses !== undefined && { offline_uses: uses }),
    ...(hours !== undefined && { offline_hours: hours }),
  }
  const rows = (await lockDevices(ctx.db, ids)).filter(row =>
    Object.entries(to).some(([column, value]) => row[column as keyof DeviceRow] !== value),
  )
  await changeDevices(
    ctx.db,
    rows.map(row => row.id),
    to,
  )
  await recordMany(
    ctx,
    askerOf(ctx),
    rows.map(row => ({
      action: 'device.offline-changed',
      object: objectOf(row),
      before: offlineOf(row),
      after: offlineOf({ ...row, ...to }),
    })),
  )
  return { changed: rows.length }
}

const offlineOf = (row: Pick<DeviceRow, 'offline' | 'offline_uses' | 'offline_hours'>) => ({
  offlineLogin: row.offline,
  offlineUses: row.offline_uses,
  offlineHours: row.offline_hours,
})

/**
 * Forgets that a user used devices, so that their keys no longer work there offline.
 * @throws not-found; above-you if the user has a higher role
 */
export async function forgetDevices(ctx: TransactionContext, input: { userId: string; ids?: string[] | undefined }) {
  const user = await userToChange(ctx, input.userId)
  if (input.ids?.length === 0) throw problem('invalid-input', 'Choose at least one device')
  const gone = await deleteUses(ctx.db, user.id, input.ids)
  if (gone.length > 0)
    await record(ctx, {
      action: 'device.forgotten',
      object: { type: 'user', id: user.id, name: `${user.first_name} ${user.last_name}` },
      before: { devices: (await devicesHere(ctx, gone)).map(device => device.name).slice(0, 20) },
    })
  return { removed: gone.length }
}

export const deviceOf = (row: DeviceListRow): Device => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  hostName: row.host_name,
  platform: row.platform,
  version: row.version,
  apps: row.apps as unknown as Device['apps'],
  hasDriver: row.has_driver,
  hasOfflineAccess: row.offline,
  offlineUses: row.offline_uses,
  offlineHours: row.offline_hours,
  rememberedPinHours: row.remembered_pin_hours,
  groups: row.groups,
  users: row.users,
  hasAgent: row.has_agent,
  creator: row.api_key_name,
  createdAt: row.created_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
})
