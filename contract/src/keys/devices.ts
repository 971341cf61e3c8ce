import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { flag, id, instant, listOf, whole, lockOutSeen } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import { fillText } from '../platform/wording.ts'
import { rememberedPinHours } from '../tenancy/workspace-settings.ts'

// Devices are computers and shared phones or tablets that run an agent; security keys are what users carry.

/** 1 computer, registered with a Clients key; 2 shared phone or tablet, registered with a Shared Mobile key. */
export const deviceKinds = { computer: 1, mobile: 2 } as const
export type DeviceKind = (typeof deviceKinds)[keyof typeof deviceKinds]

export const mostDevices = 1000
export const silentAfterDays = 30

/** Limits of offline use: number of uses since the last online use, and hours since then. */
export const offlineLimits = { uses: { min: 1, max: 100 }, hours: { min: 1, max: 720 } } as const

const amount = ({ min, max }: { min: number; max: number }, says: string) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.maxLength(15), z.regex(/^-?\d+$/, says))], says),
    z.pipe(z.transform(Number), z.int(says).check(z.gte(min, says), z.lte(max, says))),
  )

export const offlineUses = amount(offlineLimits.uses, fillText('Choose {min} to {max} uses', offlineLimits.uses))
export const offlineHours = amount(offlineLimits.hours, fillText('Choose {min} to {max} hours', offlineLimits.hours))
/** Whole hours; 0 remembers no PIN (decision G84). */
export const rememberedHours = amount(rememberedPinHours, fillText('Choose {min} to {max} hours', rememberedPinHours))

/** Software on a device as reported by its agent: the agent itself, or a reader driver. */
export const App = z.object({ name: z.string(), version: z.string() })

export const Device = z.object({
  id: z.string(),
  /** 1 computer, 2 shared phone or tablet. */
  kind: z.int(),
  name: z.string(),
  hostName: z.string(),
  platform: z.string(),
  version: z.string(),
  apps: z.array(App),
  hasDriver: z.boolean(),
  hasOfflineAccess: z.boolean(),
  offlineUses: z.int(),
  offlineHours: z.int(),
  rememberedPinHours: z.int(),
  groups: z.int(),
  users: z.int(),
  /** An agent is registered; a device imported from a directory has none until then. */
  hasAgent: z.boolean(),
  creator: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
})
export type Device = z.output<typeof Device>

export const deviceSorts = ['name', 'created', 'lastSeen'] as const

export const deviceFilter = {
  group: z.optional(id),
  offline: z.optional(flag),
  silentDays: z.optional(whole(1, 3650)),
}

export const DeviceQuery = z.extend(Page, {
  ...deviceFilter,
  kind: z.optional(whole(1, 2)),
  sort: z.optional(z.enum(deviceSorts)),
})
export type DeviceQuery = z.output<typeof DeviceQuery>

export const PairedDevice = z.object({
  id: z.string(),
  kind: z.int(),
  name: z.string(),
  platform: z.string(),
  key: z.object({ id: z.string(), name: z.string() }),
  firstUsedAt: instant,
  lastUsedAt: instant,
  /** Remaining offline uses of the key on the device and their expiry; 0 and null if not allowed. */
  offlineUsesLeft: z.int(),
  offlineUntil: z.nullable(instant),
})
export type PairedDevice = z.output<typeof PairedDevice>

const Some = z.object({ ids: listOf(id, mostDevices) })
export const deviceActs = ['remove', 'offline-on', 'offline-off'] as const
const prefix = '/administrator/devices'

export const devices = feature('devices', ['computers', 'device-groups'], {
  list: get(prefix, {
    summary: 'List computers and shared mobile devices of the workspace',
    spec: 'devices.list',
    input: DeviceQuery,
    reply: pageOf(Device),
    may: 'devices.read',
  }),
  all: get(`${prefix}/allDevices`, {
    summary: 'List all devices without paging for pickers, at most 5,000; a search narrows them',
    spec: 'devices.all',
    input: z.object({
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
      kind: z.optional(whole(1, 2)),
    }),
    reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), kind: z.int() })) }),
    may: 'devices.read',
  }),
  counts: get(`${prefix}/counts`, {
    summary: 'Count devices in total and by category',
    input: z.object({}),
    reply: z.object({
      computers: z.int(),
      mobiles: z.int(),
      groups: z.int(),
      withDriver: z.int(),
      withoutApp: z.int(),
      offline: z.int(),
      silent: z.int(),
    }),
    may: 'devices.read',
  }),
  preview: post(`${prefix}/preview`, {
    summary: 'Preview a bulk action on devices; changes nothing',
    input: z.extend(Some, { act: z.enum(deviceActs) }),
    reply: z.object({
      able: z.int(),
      already: z.int(),
      gone: z.int(),
      users: z.int(),
      accounts: z.int(),
      names: z.array(z.string()),
    }),
    may: 'devices.write',
    unconfirmed: 'looks',
  }),
  removeMany: del(prefix, {
    summary: 'Remove devices; their agents are refused immediately',
    spec: 'devices.delete-many',
    input: z.extend(Some, { lockOutSeen }),
    reply: z.object({ removed: z.int() }),
    may: 'devices.write',
    fails: ['still-blocks', 'owners-locked-out'],
  }),
  offline: put(`${prefix}/offline`, {
    summary: 'Allow or block offline use of keys on these devices',
    spec: 'devices.offline',
    input: z.extend(Some, {
      hasOfflineAccess: flag,
      uses: z.optional(offlineUses),
      hours: z.optional(offlineHours),
    }),
    reply: z.object({ changed: z.int() }),
    may: 'devices.write',
  }),
  ofUser: get('/administrator/tokens/{id}/devices', {
    summary: 'List devices of a user with the keys used, most recent first',
    spec: 'admin-tokens.devices',
    input: z.object({ id }),
    reply: z.object({ items: z.array(PairedDevice) }),
    may: 'devices.read',
    fails: ['not-found'],
  }),
  removeFromUser: del('/administrator/tokens/{userId}/devices', {
    summary: "Remove devices of a user, so that their keys don't work there offline; without IDs, all devices",
    spec: 'devices.user-devices-delete',
    input: z.object({ userId: id, ids: z.optional(listOf(id, mostDevices)) }),
    reply: z.object({ removed: z.int() }),
    may: 'devices.write',
    fails: ['not-found', 'above-you'],
  }),
})
