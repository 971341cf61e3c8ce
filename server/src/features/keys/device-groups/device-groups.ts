import { type DeviceGroup, devicesShown } from '@claviger/contract/keys/device-groups'
import type { Page } from '@claviger/contract/platform/page'
import { paginate } from '#platform/db/page.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { recordMany } from '#platform/record/record-many.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { devicesHere } from '../devices/devices.ts'
import * as store from './device-groups.store.ts'
import type { CountedRow, DeviceGroupRow } from './device-groups.store.ts'

const mostGroups = 1000

const groupOf = (row: CountedRow): DeviceGroup => ({
  id: row.id,
  name: row.name,
  description: row.description,
  devices: row.devices,
  createdAt: row.created_at.toISOString(),
})

const objectOf = ({ id, name }: { id: string; name: string }) => ({ type: 'device-group', id, name })

export const listDeviceGroups = (ctx: TransactionContext, ask: Page) =>
  paginate<DeviceGroup>(ctx, ask, { ...store.groupList, item: groupOf })

async function groupById(ctx: TransactionContext, id: string): Promise<DeviceGroup> {
  const row = await store.findGroup(ctx.db, id)
  if (!row) throw problem('not-found')
  return groupOf(row)
}

export async function readDeviceGroup(ctx: TransactionContext, { id }: { id: string }) {
  const group = await groupById(ctx, id)
  return { ...group, members: await store.firstDevices(ctx.db, id, devicesShown) }
}

interface Info {
  name: string
  description?: string | undefined
}

/** @throws device-group-taken (from the constraint), not-found, too-many-device-groups */
export async function createDeviceGroup(ctx: TransactionContext, input: Info & { devices?: string[] | undefined }) {
  if ((await store.countGroups(ctx.db)) >= mostGroups) throw problem('too-many-device-groups')
  const row = { id: newId(), name: input.name, description: input.description ?? '' }
  await store.insertDeviceGroup(ctx.db, { ...row, workspace_id: workspaceOf(ctx), created_at: ctx.clock.now() })
  await record(ctx, {
    action: 'device-group.created',
    object: objectOf(row),
    after: { name: row.name, description: row.description || undefined },
  })
  if (input.devices?.length) await putInto(ctx, row, input.devices)
  return groupById(ctx, row.id)
}

async function groupToChange(ctx: TransactionContext, id: string): Promise<DeviceGroupRow> {
  const row = await store.lockDeviceGroup(ctx.db, id)
  if (!row) throw problem('not-found')
  return row
}

export async function updateDeviceGroup(ctx: TransactionContext, input: Info & { id: string }) {
  const before = await groupToChange(ctx, input.id)
  const after = { name: input.name, description: input.description ?? before.description }
  await store.changeDeviceGroup(ctx.db, before.id, after)
  if (after.name !== before.name || after.description !== before.description)
    await record(ctx, {
      action: 'device-group.updated',
      object: objectOf({ id: before.id, name: after.name }),
      before: { name: before.name, description: before.description },
      after,
    })
  return groupById(ctx, before.id)
}

/**
 * Deletes groups, skipping those already gone; their devices stay.
 * @throws still-blocks, owners-locked-out
 */
export async function removeGroups(
  ctx: TransactionContext,
  { ids, lockOutSeen }: { ids: string[]; lockOutSeen?: boolean | undefined },
) {
  await ctx.removals.mustBeSafe(ctx, { kind: 'device-group', ids }, lockOutSeen)
  const gone = await store.deleteGroups(ctx.db, ids)
  await recordMany(
    ctx,
    askerOf(ctx),
    gone.map(row => ({ action: 'device-group.deleted', object: objectOf(row), before: { name: row.name } })),
  )
  return { removed: gone.length }
}

async function putInto(
  ctx: TransactionContext,
  group: { id: string; name: string },
  ids: readonly string[],
): Promise<number> {
  const devices = await devicesHere(ctx, ids)
  if (devices.length < new Set(ids).size)
    throw problem('not-found', 'Device not found', [
      { field: 'devices', message: 'One of these devices does not exist' },
    ])
  const added = new Set(
    await store.insertGroupDevices(
      ctx.db,
      workspaceOf(ctx),
      group.id,
      devices.map(device => device.id),
    ),
  )
  await recordMoves(
    ctx,
    'device-group.joined',
    group,
    devices.filter(device => added.has(device.id)),
  )
  return added.size
}

async function recordMoves(
  ctx: TransactionContext,
  action: 'device-group.joined' | 'device-group.left',
  group: { id: string; name: string },
  devices: readonly { id: string; name: string }[],
): Promise<void> {
  if (devices.length === 0) return
  const names = devices.slice(0, 20).map(device => device.name)
  await record(ctx, { action, object: objectOf(group), after: { devices: names, count: devices.length } })
}

export async function assignDevices(ctx: TransactionContext, input: { id: string; devices: string[] }) {
  const group = await groupToChange(ctx, input.id)
  const added = await putInto(ctx, group, input.devices)
  return { added, already: new Set(input.devices).size - added }
}

export async function removeGroupDevices(ctx: TransactionContext, input: { id: string; devices: string[] }) {
  const group = await groupToChange(ctx, input.id)
  const gone = await store.deleteGroupDevices(ctx.db, group.id, input.devices)
  await recordMoves(ctx, 'device-group.left', group, await devicesHere(ctx, gone))
  return { removed: gone.length }
}
