import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { type Computer, type computers } from '@claviger/contract/keys/computers'
import { deviceKinds } from '@claviger/contract/keys/devices'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { changeDevice, deviceOf, type DeviceRow, type DeviceListRow, lockDevice, objectOf } from '../devices/devices.ts'
import { deviceOfKind, pageOfDevices } from '../devices/devices.list.ts'
import { groupsOfDevice, lastUsesAt } from './computers.store.ts'

type InputFor<Call extends keyof typeof computers.calls> = OutputOf<(typeof computers.calls)[Call]['input']>

const computerOf = (row: DeviceListRow): Computer => ({
  ...deviceOf(row),
  machineId: row.machine_id,
  account: row.account_name,
  accountSetAt: row.account_set_at?.toISOString() ?? null,
})

export const listComputers = (ctx: TransactionContext, ask: InputFor<'list'>) =>
  pageOfDevices<Computer>(ctx, { ...ask, kind: deviceKinds.computer }, computerOf)

async function computer(ctx: TransactionContext, id: string): Promise<Computer> {
  const row = await deviceOfKind(ctx.db, id, deviceKinds.computer)
  if (!row) throw problem('not-found')
  return computerOf(row)
}

export async function readComputer(ctx: TransactionContext, { _id }: { _id: string }) {
  const found = await computer(ctx, _id)
  const users = await lastUsesAt(ctx.db, _id)
  return {
    ...found,
    groupList: await groupsOfDevice(ctx.db, _id),
    userList: users.map(({ key_id, key_name, last_at, ...user }) => ({
      ...user,
      key: { id: key_id, name: key_name },
      lastUsedAt: last_at.toISOString(),
    })),
  }
}

async function computerToChange(ctx: TransactionContext, id: string): Promise<DeviceRow> {
  const row = await lockDevice(ctx.db, id)
  if (row?.kind !== deviceKinds.computer) throw problem('not-found')
  return row
}

export async function updateComputer(ctx: TransactionContext, input: InputFor<'update'>): Promise<Computer> {
  const before = await computerToChange(ctx, input._id)
  const after = {
    name: input.name ?? before.name,
    remembered_pin_hours: input.rememberedPinHours ?? before.remembered_pin_hours,
    offline_uses: input.offlineUses ?? before.offline_uses,
    offline_hours: input.offlineHours ?? before.offline_hours,
  }
  if (JSON.stringify(logFieldsOf(before)) !== JSON.stringify(logFieldsOf(after))) {
    await changeDevice(ctx.db, before.id, after)
    await record(ctx, {
      action: 'device.updated',
      object: objectOf({ ...before, ...after }),
      before: logFieldsOf(before),
      after: logFieldsOf(after),
    })
  }
  return computer(ctx, before.id)
}

type Logged = Pick<DeviceRow, 'name' | 'remembered_pin_hours' | 'offline_uses' | 'offline_hours'>
const logFieldsOf = (row: Logged) => ({
  name: row.name,
  rememberedHours: row.remembered_pin_hours,
  offlineUses: row.offline_uses,
  offlineHours: row.offline_hours,
})

const aboutAccount = (id: string, name: string): SealedSubject => `devices:account_sealed:${id} of ${name}`

export async function setAccount(ctx: TransactionContext, input: InputFor<'setAccount'>): Promise<Computer> {
  const row = await computerToChange(ctx, input._id)
  await changeDevice(ctx.db, row.id, {
    account_name: input.username,
    account_sealed: (await sealerOfWorkspace(ctx)).seal(input.password, aboutAccount(row.id, input.username)),
    account_set_at: ctx.clock.now(),
  })
  await record(ctx, {
    action: 'computer.account-set',
    object: objectOf(row),
    before: { account: row.account_name },
    after: { account: input.username, password: 'new' },
  })
  return computer(ctx, row.id)
}

export async function removeAccount(ctx: TransactionContext, input: { _id: string }) {
  const row = await computerToChange(ctx, input._id)
  if (row.account_name === null) throw problem('not-found')
  await changeDevice(ctx.db, row.id, { account_name: null, account_sealed: null, account_set_at: null })
  await record(ctx, {
    action: 'computer.account-removed',
    object: objectOf(row),
    before: { account: row.account_name },
  })
  return doneReply
}

export async function fixedAccount(
  ctx: TransactionContext,
  row: DeviceRow,
): Promise<{ username: string; password: string } | undefined> {
  if (row.account_name === null || row.account_sealed === null) return undefined
  const password = (await sealerOfWorkspace(ctx))
    .open(row.account_sealed, aboutAccount(row.id, row.account_name))
    .toString()
  return { username: row.account_name, password }
}
