import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../ground/endpoint.ts'
import { flag, id, instant, listOf, whole } from '../ground/fields.ts'
import { Page, pageOf } from '../ground/page.ts'
import { filled } from '../ground/wording.ts'
import { rememberedPinHours } from '../tenancy/workspace-settings.ts'

// Devices are computers and shared phones or tablets that run an agent; the keys that people carry are security keys.

/** 1 a computer, registered with a Clients key; 2 a shared phone or tablet, registered with a Shared Mobile key. */
export const deviceKinds = { computer: 1, mobile: 2 } as const
export type DeviceKind = (typeof deviceKinds)[keyof typeof deviceKinds]

/** So many devices are named in one call. */
export const mostDevices = 1000
/** Not heard of for so many days, a device counts as silent. */
export const silentAfterDays = 30

/** How often keys may be used without a network after they were used with one, and for how long. */
export const offlineLimits = { uses: { min: 1, max: 100 }, hours: { min: 1, max: 720 } } as const

const amount = ({ min, max }: { min: number; max: number }, says: string) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.maxLength(15), z.regex(/^-?\d+$/, says))], says),
    z.pipe(z.transform(Number), z.int(says).check(z.gte(min, says), z.lte(max, says))),
  )

/** Uses without a network. */
export const offlineUses = amount(offlineLimits.uses, filled('Choose {min} to {max} uses', offlineLimits.uses))
/** The window in which they may be. */
export const offlineHours = amount(offlineLimits.hours, filled('Choose {min} to {max} hours', offlineLimits.hours))
/** Whole hours; 0 remembers no PIN (decision G84). */
export const rememberedHours = amount(rememberedPinHours, filled('Choose {min} to {max} hours', rememberedPinHours))

/** A program on a device, as its agent tells: the agent itself, a reader driver. */
export const App = z.object({ name: z.string(), version: z.string() })

export const Device = z.object({
  id: z.string(),
  /** 1 computer, 2 shared phone or tablet. */
  kind: z.int(),
  name: z.string(),
  /** As the device calls itself. */
  hostName: z.string(),
  platform: z.string(),
  /** Version of the agent. */
  version: z.string(),
  apps: z.array(App),
  /** A driver of card readers is among them. */
  hasDriver: z.boolean(),
  /** May keys be used here without a network? */
  hasOfflineAccess: z.boolean(),
  offlineUses: z.int(),
  offlineHours: z.int(),
  rememberedPinHours: z.int(),
  groups: z.int(),
  users: z.int(),
  /** An agent runs there; one that was imported from a directory has none until it registers. */
  hasAgent: z.boolean(),
  /** Name of the API key that registered it. */
  creator: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
})
export type Device = z.output<typeof Device>

export const deviceSorts = ['name', 'created', 'lastSeen'] as const

/** What narrows a list of devices. */
export const deviceFilter = {
  group: z.optional(id),
  offline: z.optional(flag),
  /** Not heard of for so many days. */
  silentDays: z.optional(whole(1, 3650)),
}

export const DeviceQuery = z.extend(Page, {
  ...deviceFilter,
  kind: z.optional(whole(1, 2)),
  sort: z.optional(z.enum(deviceSorts)),
})
export type DeviceQuery = z.output<typeof DeviceQuery>

const PairedDevice = z.object({
  id: z.string(),
  kind: z.int(),
  name: z.string(),
  platform: z.string(),
  key: z.object({ id: z.string(), name: z.string() }),
  firstUsedAt: instant,
  lastUsedAt: instant,
  /** How often the key may still be used there without a network, and until when; 0 and null where it may not. */
  offlineUsesLeft: z.int(),
  offlineUntil: z.nullable(instant),
})
export type PairedDevice = z.output<typeof PairedDevice>

/** Some devices of one kind of act. */
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
      /** Of the computers. */
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
      /** Devices it would happen to. */
      able: z.int(),
      /** Devices that are so already, or are gone. */
      already: z.int(),
      gone: z.int(),
      /** Users who have used one of them. */
      users: z.int(),
      /** Those of them that hold a fixed account. */
      accounts: z.int(),
      /** The first of those it would happen to. */
      names: z.array(z.string()),
    }),
    may: 'devices.write',
    unconfirmed: 'looks',
  }),
  removeMany: del(prefix, {
    summary: 'Remove devices; their agents are refused immediately',
    spec: 'devices.delete-many',
    input: Some,
    reply: z.object({ removed: z.int() }),
    may: 'devices.write',
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
