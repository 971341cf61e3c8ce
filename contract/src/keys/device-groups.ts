import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { id, instant, listOf, optionalText, text, lockOutSeen } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Page, pageOf } from '../platform/page.ts'
import { mostDevices } from './devices.ts'

export const DeviceGroup = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  devices: z.int(),
  createdAt: instant,
})
export type DeviceGroup = z.output<typeof DeviceGroup>

/** Maximum number of devices returned with a group; the device list shows all by its filter. */
export const devicesShown = 100

const one = z.object({ id })
const prefix = '/administrator/devices/groups'
const Fields = { name: text(100, messages['required.name']), description: optionalText(500) }
const chosen = listOf(id, mostDevices)

export const deviceGroups = feature('device-groups', ['devices', 'computers'], {
  list: get(prefix, {
    summary: 'List device groups with their number of devices',
    spec: 'device-groups.list',
    input: z.extend(Page, { sort: z.optional(z.enum(['name', 'created'])) }),
    reply: pageOf(DeviceGroup),
    may: 'devices.read',
  }),
  create: post(prefix, {
    summary: 'Create a device group with or without devices',
    spec: 'device-groups.create',
    input: z.object({ ...Fields, devices: z.optional(chosen) }),
    reply: DeviceGroup,
    may: 'devices.write',
    fails: ['device-group-taken', 'not-found', 'too-many-device-groups'],
  }),
  removeMany: del(prefix, {
    summary: 'Delete device groups; their devices are not deleted',
    spec: 'device-groups.delete-many',
    input: z.object({ ids: listOf(id, 200), lockOutSeen }),
    reply: z.object({ removed: z.int() }),
    may: 'devices.write',
    fails: ['still-blocks', 'owners-locked-out'],
  }),
  get: get(`${prefix}/{id}`, {
    summary: 'Get a device group with its first devices',
    spec: 'device-groups.get',
    input: one,
    reply: z.extend(DeviceGroup, {
      members: z.array(z.object({ id: z.string(), name: z.string(), kind: z.int() })),
    }),
    may: 'devices.read',
    fails: ['not-found'],
  }),
  update: put(`${prefix}/{id}`, {
    summary: 'Update a device group',
    spec: 'device-groups.update',
    input: z.extend(one, Fields),
    reply: DeviceGroup,
    may: 'devices.write',
    fails: ['not-found', 'device-group-taken'],
  }),
  assign: put(`${prefix}/assign-devices/{id}`, {
    summary: 'Add devices to a device group',
    spec: 'device-groups.assign-devices',
    input: z.extend(one, { devices: chosen }),
    reply: z.object({ added: z.int(), already: z.int() }),
    may: 'devices.write',
    aliases: ['/administrator/devices/assign-devices/{id}'],
    fails: ['not-found'],
  }),
  take: put(`${prefix}/remove-devices/{id}`, {
    summary: 'Remove devices from a device group',
    spec: 'device-groups.remove-devices',
    input: z.extend(one, { devices: chosen }),
    reply: z.object({ removed: z.int() }),
    may: 'devices.write',
    aliases: ['/administrator/devices/remove-devices/{id}'],
    fails: ['not-found'],
  }),
})
