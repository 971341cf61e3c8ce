import * as z from 'zod/mini'
import { feature, del, get, post, put } from '../platform/endpoint.ts'
import { grantableRoles } from '../platform/permissions.ts'
import { Done, id, instant, listOf, Nothing, text, whole } from '../platform/fields.ts'
import { mappedFields, Mapping } from './connections/mapping.ts'

/** Numbers of R194, plus one for SCIM, where the directory calls us. */
export const connectionKinds = { entra: 1, okta: 2, ldap: 6, scim: 7 } as const
export type ConnectionKind = (typeof connectionKinds)[keyof typeof connectionKinds]

/** R194: 1 import new, 2 update existing and new, 3 update existing. */
export const syncModes = { new: 1, both: 2, existing: 3 } as const
export type SyncMode = (typeof syncModes)[keyof typeof syncModes]

/** Minutes between runs of a new connection, so that a user who leaves loses access within this time. */
export const defaultSyncMinutes = 15

export const leaverActions = ['mark', 'suspend', 'delete'] as const
export type LeaverAction = (typeof leaverActions)[number]

export const connectionStates = ['pending', 'successful', 'failed'] as const
export type ConnectionState = (typeof connectionStates)[number]

const Brake = z.object({
  people: whole(0, 1_000_000),
  /** Of losses: access, groups, and memberships. */
  percent: whole(0, 100),
  /** Of changed and new users and memberships. */
  changesPercent: z.optional(whole(0, 100)),
})

/** What a directory may grant, and the owner who approved it; null until approved. */
const Reach = z.object({
  roles: z.array(z.int()),
  touchesRank: z.boolean(),
  /** Links users of other directories by User ID, email, or Employee ID; without it, these are conflicts. */
  joins: z.boolean(),
  privateHosts: z.array(z.string()),
  approvedBy: z.nullable(z.object({ id: z.string(), name: z.string(), at: instant })),
})

export const DirectoryConnection = z.object({
  id: z.string(),
  kind: z.int(),
  name: z.string(),
  active: z.boolean(),
  apiApplication: z.nullable(z.string()),
  mapping: Mapping,
  mode: z.int(),
  everyMinutes: z.nullable(z.int()),
  nextRunAt: z.nullable(instant),
  leaving: z.enum(leaverActions),
  deleteAfterDays: z.int(),
  unmanagedLeave: z.boolean(),
  brake: z.object({ people: z.int(), percent: z.int(), changesPercent: z.int() }),
  reach: Reach,
  /** For users of several directories, the first one leads. */
  position: z.int(),
  /** Fields that this directory decides although another directory leads. */
  leads: z.array(z.enum(mappedFields)),
  pausedReason: z.nullable(z.string()),
  connection: z.enum(connectionStates),
  connectionReason: z.nullable(z.string()),
  connectedAt: z.nullable(instant),
  version: z.int(),
  changedAt: instant,
  changedBy: z.string(),
})
export type DirectoryConnection = z.output<typeof DirectoryConnection>

const prefix = '/administrator/directories/connections'
const one = z.object({ id })
const Host = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(253), z.regex(/^[\w.:-]+$/u, 'Enter a host, as dc1.corp.local'))

export const connections = feature('connections', ['users', 'links', 'syncs'], {
  list: get(prefix, {
    summary: 'List connected directories with their status',
    input: Nothing,
    reply: z.object({ items: z.array(z.extend(DirectoryConnection, { people: z.int(), clashes: z.int() })) }),
    may: 'directories.read',
  }),
  get: get(`${prefix}/{id}`, {
    summary: 'Get a directory',
    input: one,
    reply: DirectoryConnection,
    may: 'directories.read',
    fails: ['not-found'],
  }),
  update: put(`${prefix}/{id}`, {
    summary: 'Update a directory: mode, handling of users who leave, safety threshold, and schedule',
    input: z.object({
      id,
      name: z.optional(text(100, 'Name is required')),
      active: z.optional(z.boolean()),
      mapping: z.optional(Mapping),
      mode: z.optional(whole(1, 3)),
      everyMinutes: z.optional(z.nullable(whole(5, 43_200))),
      leaving: z.optional(z.enum(leaverActions)),
      deleteAfterDays: z.optional(whole(1, 3650)),
      unmanagedLeave: z.optional(z.boolean()),
      brake: z.optional(Brake),
      version: z.optional(z.int()),
    }),
    reply: DirectoryConnection,
    may: 'directories.write',
    fresh: true,
    fails: ['not-found', 'connection-name-taken', 'changed-meanwhile', 'mapping-wrong', 'dry-run-first'],
  }),
  approve: post(`${prefix}/{id}/approve`, {
    summary:
      'Approve the access of a directory: roles it can assign, users with a role, private hosts. It acts with your permissions',
    input: z.object({
      id,
      roles: z.array(whole(2, 6)).check(z.maxLength(grantableRoles.length)),
      touchesRank: z.boolean(),
      joins: z._default(z.boolean(), false),
      privateHosts: z.array(Host).check(z.maxLength(20)),
      /** Of SCIM: ids of the tokens that act this far with your rights; all other tokens of the directory end. */
      tokens: z.optional(z.array(id).check(z.maxLength(50))),
    }),
    reply: DirectoryConnection,
    may: 'directories.grant',
    fresh: true,
    fails: ['not-found', 'scim-tokens-unnamed', 'private-network-closed', 'private-targets-full'],
  }),
  precedence: put(`${prefix}/precedence`, {
    summary:
      'Set the order of directories: for users of several directories, the first one leads; single fields can come from another',
    input: z.object({
      order: z.array(id).check(z.minLength(1), z.maxLength(50)),
      fields: z.array(z.object({ field: z.enum(mappedFields), connection: id })).check(
        z.maxLength(mappedFields.length),
        z.refine(
          rows => new Set(rows.map(row => row.field)).size === rows.length,
          'Each field can be chosen only once',
        ),
      ),
    }),
    reply: z.object({ items: z.array(z.extend(DirectoryConnection, { people: z.int(), clashes: z.int() })) }),
    may: 'directories.grant',
    fresh: true,
    fails: ['not-found'],
  }),
  losses: get(`${prefix}/losses`, {
    summary:
      'Count users who would lose access if a directory were disconnected, or if directories led in another order',
    input: z.object({ without: z.optional(id), order: z.optional(listOf(id, 50)) }),
    reply: z.object({
      /** Users without the owner role who would be missing or disabled in their new leading directory. */
      users: z.int(),
      /** Names of the first owners who would also lose access. */
      owners: z.array(z.string()),
      /** Users of the disconnected directory who sign in only with its password. */
      passwords: z.int(),
    }),
    may: 'directories.read',
  }),
  remove: del(`${prefix}/{id}`, {
    summary: 'Disconnect a directory. Its users and groups stay and are managed locally',
    input: one,
    reply: Done,
    may: 'directories.write',
    fresh: true,
    fails: ['not-found'],
  }),
})
