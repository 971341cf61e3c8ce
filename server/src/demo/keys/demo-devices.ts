import { deviceKinds } from '@claviger/contract/keys/devices'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { sealerOfKey } from '#features/tenancy/workspaces/workspaces.key.ts'
import { days, later, minutes } from '#platform/clock.ts'
import { newIdAt } from '#platform/ids.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { insertMany } from '../bulk.ts'
import type { Random } from '../random.ts'
import type { DemoSecurityKey } from './demo-keys.ts'

const places = [
  { group: 'Emergency', description: 'Behind the red doors', name: 'EMERG', computers: 8, tablets: 3 },
  { group: 'Intensive care', description: 'One at each bed', name: 'ICU', computers: 12, tablets: 2 },
  { group: 'Operating theatres', description: '', name: 'OR', computers: 6, tablets: 0 },
  { group: 'Radiology', description: 'Reading rooms and scanners', name: 'RAD', computers: 5, tablets: 1 },
  { group: 'Pharmacy', description: '', name: 'PHARM', computers: 3, tablets: 2 },
  { group: 'Outpatient clinic', description: 'Consulting rooms', name: 'OPC', computers: 9, tablets: 4 },
] as const

interface MadeDevice {
  id: string
  kind: number
  name: string
  group: string
  shared: boolean
  offline: boolean
  createdAt: Date
  lastSeenAt: Date
}

function makeDevices(chance: Random, now: Date): MadeDevice[] {
  const opened = later(now, -days(330))
  return places.flatMap(({ group, name, computers, tablets }) =>
    [...Array(computers + tablets).keys()].map(place => {
      const tablet = place >= computers
      const createdAt = later(opened, chance.below(days(20)))
      const silent = place % 11 === 10
      return {
        id: newIdAt(createdAt),
        kind: tablet ? deviceKinds.mobile : deviceKinds.computer,
        name: tablet ? `${name}-TAB-${place - computers + 1}` : `${name}-PC-${String(place + 1).padStart(2, '0')}`,
        group,
        shared: !tablet && place % 3 === 0,
        offline: !tablet && place % 4 === 1,
        createdAt,
        lastSeenAt: later(now, -(silent ? days(33 + place) : chance.below(minutes(14)))),
      }
    }),
  )
}

const columns = {
  workspace_id: 'uuid',
  id: 'uuid',
  kind: 'smallint',
  machine_id: 'text',
  host_name: 'text',
  registered_name: 'text',
  name: 'text',
  hash: 'bytea',
  platform: 'text',
  client: 'text',
  version: 'text',
  apps: 'jsonb',
  has_driver: 'boolean',
  offline: 'boolean',
  account_name: 'text',
  account_sealed: 'bytea',
  account_set_at: 'timestamptz',
  api_key_name: 'text',
  created_at: 'timestamptz',
  last_seen_at: 'timestamptz',
}

const driver = JSON.stringify([{ name: 'Reader driver', version: '3.13.0' }])

export async function insertDevices(
  ctx: TransactionContext,
  workspace: string,
  keys: readonly DemoSecurityKey[],
  chance: Random,
  now: Date,
): Promise<void> {
  const devices = makeDevices(chance, now)
  const { sealed_key } = await ctx.db
    .selectFrom('workspaces')
    .select('sealed_key')
    .where('id', '=', workspace)
    .executeTakeFirstOrThrow()
  const sealer = sealerOfKey(ctx, workspace, sealed_key)
  await insertMany(
    ctx.db,
    'devices',
    columns,
    devices.map(one => {
      const account = `NORTHGATE\\${one.name.toLowerCase()}`
      const computer = one.kind === deviceKinds.computer
      return [
        workspace,
        one.id,
        one.kind,
        chance.bytes(8).toString('hex'),
        one.name,
        one.name,
        one.name,
        chance.bytes(32),
        computer ? 'Windows 11' : 'iPadOS 26',
        'agent',
        computer ? '1.4.2' : '1.2.0',
        computer ? driver : '[]',
        computer,
        one.offline,
        one.shared ? account : null,
        one.shared
          ? sealer.seal(chance.bytes(12).toString('hex'), `devices:account_sealed:${one.id} of ${account}`)
          : null,
        one.shared ? one.createdAt : null,
        computer ? 'Ward computers' : 'Ward tablets',
        one.createdAt,
        one.lastSeenAt,
      ]
    }),
  )
  await insertGroups(ctx, workspace, devices, now)
  await insertUses(ctx, workspace, devices, keys, chance, now)
}

async function insertGroups(
  ctx: TransactionContext,
  workspace: string,
  devices: readonly MadeDevice[],
  now: Date,
): Promise<void> {
  const at = later(now, -days(330))
  const groups = [...places, { group: 'Shared workstations', description: 'Opened with a fixed account' }].map(one => ({
    id: newIdAt(at),
    name: one.group,
    description: one.description,
  }))
  await insertMany(
    ctx.db,
    'device_groups',
    { workspace_id: 'uuid', id: 'uuid', name: 'text', description: 'text', created_at: 'timestamptz' },
    groups.map(group => [workspace, group.id, group.name, group.description, at]),
  )
  const holds = (group: string, device: MadeDevice) =>
    group === device.group || (group === 'Shared workstations' && device.shared)
  await insertMany(
    ctx.db,
    'device_group_members',
    { workspace_id: 'uuid', group_id: 'uuid', device_id: 'uuid' },
    groups.flatMap(group =>
      devices.filter(device => holds(group.name, device)).map(device => [workspace, group.id, device.id]),
    ),
  )
}

async function insertUses(
  ctx: TransactionContext,
  workspace: string,
  devices: readonly MadeDevice[],
  keys: readonly DemoSecurityKey[],
  chance: Random,
  now: Date,
): Promise<void> {
  const badges = keys.filter(key => key.kind === keyKinds.accessCard && key.lastUsedAt !== null)
  const computers = devices.filter(device => device.kind === deviceKinds.computer)
  await insertMany(
    ctx.db,
    'device_uses',
    {
      workspace_id: 'uuid',
      device_id: 'uuid',
      user_id: 'uuid',
      security_key_id: 'uuid',
      first_at: 'timestamptz',
      last_at: 'timestamptz',
    },
    computers.flatMap((device, place) =>
      badges
        .filter((_one, n) => n % computers.length === place || (n + 7) % computers.length === place)
        .map(key => {
          const last = later(key.lastUsedAt ?? now, -chance.below(days(6)))
          return [workspace, device.id, key.user, key.id, later(last, -chance.below(days(20))), last]
        }),
    ),
  )
}
