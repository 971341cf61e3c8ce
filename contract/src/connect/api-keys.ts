import * as z from 'zod/mini'
import { feature, del, get, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, Network, text, whole } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Page, pageOf } from '../platform/page.ts'
import { permissionsOfKeys } from '../platform/permissions.ts'
import { type SensitivePermission, sensitivePermissions } from './api-keys/sensitive-acts.ts'

/** 0 for the administrator API; 1 and 2 are used by tablets and by agents on computers (specification §6). */
export const keyTypes = { admin: 0, sharedMobile: 1, clients: 2 } as const
export const keyTypeNames: Record<number, string> = { 0: 'Admin', 1: 'Shared Mobile', 2: 'Clients' }

/** 0 never expires, 1 expires on a date. */
export const keyExpiry = { none: 0, set: 1 } as const

/**
 * Which permissions of a key still work: all, fewer because its responsible administrator has fewer, or none. Keys of
 * devices belong to the workspace and always keep all permissions (decision 7).
 */
export const keyStandings = ['whole', 'less', 'orphaned'] as const

/**
 * Sensitive actions that can be granted to a key: for an Admin key those within its permissions; a Clients key can
 * only verify users by fingerprint.
 */
export const sensitiveActsOf = ({
  type,
  scopes,
}: {
  type: number
  scopes: readonly string[] | null
}): SensitivePermission[] =>
  sensitivePermissions.filter(may =>
    may === 'clients' ? type === keyTypes.clients : type === keyTypes.admin && (scopes?.includes(may) ?? true),
  )

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  type: z.int(),
  start: z.string(),
  expiry: z.int(),
  expiresAt: z.nullable(instant),
  scopes: z.nullable(z.array(z.string())),
  /** Sensitive actions, for which users need a fresh passkey, that an owner granted to the key. */
  granted: z.array(z.string()),
  /** Networks from which it can be used; empty means any. */
  addresses: z.array(z.string()),
  createdAt: instant,
  createdBy: z.string(),
  keeperId: z.nullable(z.string()),
  keeperName: z.nullable(z.string()),
  keeperLeft: z.boolean(),
  standing: z.enum(keyStandings),
  lastUsedAt: z.nullable(instant),
  lastUsedIp: z.nullable(z.string()),
})
export type ApiKey = z.output<typeof ApiKey>

const Granted = z.array(z.enum(sensitivePermissions)).check(z.maxLength(100))

const ApiKeyInput = z
  .object({
    name: text(100, messages['required.name']),
    type: whole(0, 2),
    expiry: z._default(whole(0, 1), 0),
    expiresAt: z.optional(instant),
    scopes: z.optional(
      z.array(z.enum(permissionsOfKeys)).check(z.maxLength(100), z.minLength(1, messages['required.permission'])),
    ),
    granted: z.optional(Granted),
    addresses: z.optional(z.array(Network).check(z.maxLength(20, 'Use at most 20 networks'))),
  })
  .check(
    z.refine(value => value.expiry === keyExpiry.none || value.expiresAt !== undefined, {
      path: ['expiresAt'],
      error: 'Choose the expiration date of the key',
    }),
  )
export type ApiKeyInput = z.output<typeof ApiKeyInput>

export const apiKeys = feature('api-keys', {
  list: get('/administrator/workspace/api-keys', {
    summary: 'List the API keys of the workspace; their values are not stored',
    spec: 'workspace-admin.api-keys-list',
    input: z.extend(Page, { sort: z.optional(z.enum(['name', 'created'])) }),
    reply: pageOf(ApiKey),
    may: 'api-keys.read',
  }),
  create: post('/administrator/workspace/api-keys', {
    summary: 'Create an API key; its value is returned only once',
    spec: 'workspace-admin.api-keys-create',
    input: ApiKeyInput,
    reply: z.object({ key: ApiKey, value: z.string() }),
    may: 'api-keys.write',
    fresh: true,
    fails: ['beyond-own'],
  }),
  takeOver: post('/administrator/workspace/api-keys/{id}/take-over', {
    summary: 'Take over responsibility for an API key',
    spec: 'workspace-admin.api-keys-take-over',
    input: z.object({ id }),
    reply: ApiKey,
    may: 'api-keys.grant',
    fresh: true,
    fails: ['not-found'],
  }),
  grant: put('/administrator/workspace/api-keys/{id}/granted', {
    summary: 'Set which sensitive actions an API key can perform without passkey confirmation',
    spec: 'workspace-admin.api-keys-grant',
    input: z.object({ id, granted: Granted }),
    reply: ApiKey,
    may: 'api-keys.grant',
    fresh: true,
    fails: ['not-found'],
  }),
  remove: del('/administrator/workspace/api-keys/{id}', {
    summary: 'Delete an API key; takes effect immediately',
    spec: 'workspace-admin.api-keys-delete',
    input: z.object({ id }),
    reply: Done,
    may: 'api-keys.write',
    unconfirmed: 'takes-away',
    fails: ['not-found'],
  }),
})
