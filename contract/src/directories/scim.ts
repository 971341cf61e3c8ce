import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, Network, Nothing, text, whole } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import { Mapping } from './connections/mapping.ts'

export const scimPresets = ['entra', 'okta', 'other'] as const
export type ScimPreset = (typeof scimPresets)[number]

/** R196. */
export const scimConnections = ['successful', 'failed', 'pending', 'not available'] as const
export type ScimConnectionState = (typeof scimConnections)[number]

/** What a token can do of what its connection is approved for, by the current role of its responsible administrator. */
export const scimTokenStandings = ['whole', 'less', 'orphaned'] as const
export type ScimTokenStanding = (typeof scimTokenStandings)[number]

const ScimToken = z.object({
  id: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  /** Whose rights it never exceeds: its maker, or the owner who named it in an approval; null where that is unknown. */
  keeperName: z.nullable(z.string()),
  standing: z.enum(scimTokenStandings),
  /** Null: valid until replaced. */
  expiresAt: z.nullable(instant),
  lastUsedAt: z.nullable(instant),
  lastUsedIp: z.nullable(z.string()),
})

const GroupRole = z.object({ group: id, role: whole(2, 6) })
export type ScimGroupRole = z.output<typeof GroupRole>

export const ScimConnection = z.object({
  id: z.string(),
  name: z.string(),
  preset: z.enum(scimPresets),
  active: z.boolean(),
  status: z.enum(['active', 'inactive']),
  connection: z.enum(scimConnections),
  connectionReason: z.nullable(z.string()),
  connectedAt: z.nullable(instant),
  url: z.string(),
  addresses: z.array(z.string()),
  tokens: z.array(ScimToken),
  mapping: Mapping,
  mode: z.int(),
  deleteAfterDays: z.int(),
  brake: z.object({ people: z.int(), percent: z.int() }),
  roles: z.array(z.int()),
  groupRoles: z.array(z.object({ group: z.string(), name: z.string(), role: z.int() })),
  unmanagedLeave: z.boolean(),
  touchesRank: z.boolean(),
  joins: z.boolean(),
  approvedBy: z.nullable(z.string()),
  people: z.int(),
  groups: z.int(),
  held: z.int(),
  freeUntil: z.nullable(instant),
  version: z.int(),
})
export type ScimConnection = z.output<typeof ScimConnection>

const Preset = z.enum(scimPresets)
const addresses = z.array(Network).check(z.maxLength(20, 'Use at most 20 networks'))

const Filled = z.object({ field: z.string(), value: z.string(), from: z.array(z.string()) })

const Told = z.object({
  did: z.string(),
  filled: z.optional(z.array(Filled)),
  ignored: z.optional(z.array(z.string())),
  notes: z.optional(z.array(z.object({ code: z.string(), value: z.string() }))),
  reason: z.optional(z.string()),
})
export type ScimReport = z.output<typeof Told>

export const ScimRecord = z.object({
  id: z.string(),
  at: instant,
  method: z.string(),
  path: z.string(),
  status: z.int(),
  milliseconds: z.int(),
  about: z.nullable(z.string()),
  name: z.string(),
  ip: z.string(),
  told: Told,
})
export type ScimRecord = z.output<typeof ScimRecord>

const ScimAnswered = z.object({ status: z.int(), answer: z.nullable(z.string()), told: Told })

const own = '/administrator/directories/scim'
const one = z.object({ id })

export const scim = feature('scim', ['users', 'groups', 'connections', 'links', 'syncs'], {
  get: get('/internal/scim', {
    summary: 'List the SCIM connections of the workspace with their status',
    spec: 'scim.get',
    input: Nothing,
    reply: z.object({ items: z.array(ScimConnection) }),
    may: 'directories.read',
  }),
  presets: get('/internal/scim/default', {
    summary: 'List known directory products with their default mappings',
    spec: 'scim.default',
    input: Nothing,
    reply: z.object({
      items: z.array(z.object({ preset: Preset, name: z.string(), mapping: Mapping })),
      url: z.string(),
    }),
    may: 'directories.read',
  }),
  create: post('/internal/scim', {
    summary: 'Create a SCIM connection; an owner must approve it before it can change anything',
    spec: 'scim.create',
    input: z.object({
      name: text(100, 'Name is required'),
      preset: z._default(Preset, 'other'),
      addresses: z.optional(addresses),
    }),
    reply: ScimConnection,
    may: 'directories.write',
    fresh: true,
    fails: ['connection-name-taken', 'connections-full'],
  }),
  update: put('/internal/scim', {
    summary: 'Update a SCIM connection or turn it on or off',
    spec: 'scim.update',
    input: z.object({
      id,
      name: z.optional(text(100, 'Name is required')),
      preset: z.optional(Preset),
      active: z.optional(z.boolean()),
      addresses: z.optional(addresses),
      mapping: z.optional(Mapping),
      mode: z.optional(whole(1, 3)),
      deleteAfterDays: z.optional(whole(1, 3650)),
      brakePeople: z.optional(whole(0, 1_000_000)),
      brakePercent: z.optional(whole(0, 100)),
      groupRoles: z.optional(
        z.array(GroupRole).check(
          z.maxLength(50, 'Assign roles to at most 50 groups'),
          z.refine(all => new Set(all.map(row => row.group)).size === all.length, 'List each group only once'),
        ),
      ),
      unmanagedLeave: z.optional(z.boolean()),
      version: z.optional(z.int()),
    }),
    reply: ScimConnection,
    may: 'directories.write',
    fresh: true,
    fails: [
      'not-found',
      'connection-name-taken',
      'changed-meanwhile',
      'mapping-wrong',
      'dry-run-first',
      'not-approved',
      'sync-runs',
    ],
  }),
  remove: del('/internal/scim', {
    summary: 'Delete a SCIM connection: its tokens end immediately, its users and groups stay and are managed locally',
    spec: 'scim.delete',
    input: one,
    reply: Done,
    may: 'directories.write',
    fresh: true,
    fails: ['not-found'],
  }),
  token: get('/internal/scim/token/{uid}', {
    summary: 'Create a token, returned once; the previous token stays valid for the given hours',
    spec: 'scim.token',
    input: z.object({ uid: id, keepHours: z._default(whole(0, 168), 0) }),
    reply: z.object({ token: z.string(), url: z.string() }),
    may: 'directories.write',
    changes: true,
    fresh: true,
    fails: ['not-found'],
  }),
  goOn: post(`${own}/{id}/go-on`, {
    summary: 'Approve all suspensions requested by a directory for one day, above its limit',
    input: one,
    reply: ScimConnection,
    may: 'directories.grant',
    fresh: true,
    fails: ['not-found'],
  }),
  records: get(`${own}/{id}/records`, {
    summary: "List the directory's requests of the last 14 days, newest first",
    input: z.extend(Page, { id, only: z._default(z.enum(['all', 'changes', 'refused']), 'all') }),
    reply: pageOf(ScimRecord),
    may: 'directories.read',
    fails: ['not-found'],
  }),
  record: get(`${own}/records/{id}`, {
    summary: 'Get a request with its response and result, secrets masked',
    input: one,
    reply: z.extend(ScimRecord, { request: z.nullable(z.string()), answer: z.nullable(z.string()) }),
    may: 'directories.read',
    fails: ['not-found'],
  }),
  replay: post(`${own}/records/{id}/replay`, {
    summary: 'Replay a recorded request with the current settings and roll it back',
    input: z.object({ id, mapping: z.optional(Mapping) }),
    reply: ScimAnswered,
    may: 'directories.write',
    unconfirmed: 'looks',
    fails: ['not-found', 'mapping-wrong', 'not-replayable'],
  }),
  applyAgain: post(`${own}/{id}/apply-again`, {
    summary: 'Apply a changed mapping to the stored directory data, a few hundred users at a time',
    input: z.object({ id, after: z.optional(id) }),
    reply: z.object({
      seen: z.int(),
      changed: z.int(),
      refused: z.array(z.object({ name: z.string(), reason: z.string() })),
      next: z.nullable(z.string()),
    }),
    may: 'directories.write',
    fresh: true,
    fails: ['not-found'],
  }),
})
