import * as z from 'zod/mini'
import { feature, get, post } from '../platform/endpoint.ts'
import { flag, id, instant, listOf, Nothing, whole } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Page, pageOf } from '../platform/page.ts'
import { unlessTooBig } from '../platform/limits.ts'

/** Decision G81: company and school are business types chosen at registration. */
export const workspaceTypes = { business: 1, individual: 2, partner: 3, company: 11, school: 12 } as const
export const workspaceStatus = { disabled: 0, active: 1, warning: 2 } as const

export const OwnWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  icon: z.nullable(z.string()),
  type: z.int(),
  status: z.int(),
  /** The partner who looks after the workspace; the color and address are null if the partner chose none. */
  partner: z.nullable(
    z.object({
      name: z.string(),
      icon: z.nullable(z.string()),
      color: z.nullable(z.string()),
      supportEmail: z.nullable(z.string()),
    }),
  ),
})
export type OwnWorkspace = z.output<typeof OwnWorkspace>

const Reference = z.object({ id: z.string(), name: z.string() })

export const SpecialConfig = z.object({
  closed: z.array(z.string()),
  users: z.nullable(z.int()),
  until: z.nullable(z.string()),
  notes: z.string(),
})
export type SpecialConfig = z.output<typeof SpecialConfig>

/** A workspace as super administrators see it. Figures are at most a few minutes old. */
export const WorkspaceSummary = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  type: z.int(),
  status: z.int(),
  installation: z.boolean(),
  users: z.int(),
  keys: z.int(),
  owner: z.nullable(z.string()),
  partner: z.nullable(Reference),
  trialEnds: z.nullable(z.string()),
  special: z.boolean(),
  specialConfig: SpecialConfig,
  lastUsedAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
})
export type WorkspaceSummary = z.output<typeof WorkspaceSummary>

export const trialStates = ['running', 'ending', 'ended', 'none'] as const
export const workspaceSorts = ['name', 'created', 'users', 'keys', 'lastUse', 'trial'] as const

export const WorkspaceFilter = z.object({
  type: z.optional(listOf(whole(1, 12), 5)),
  status: z.optional(whole(0, 2)),
  partner: z.optional(id),
  /** `ending` within the next 14 days. */
  trial: z.optional(z.enum(trialStates)),
  special: z.optional(flag),
  minUsers: z.optional(whole(0, 10_000_000)),
  maxUsers: z.optional(whole(0, 10_000_000)),
  /** Not used for at least this many days. */
  unusedDays: z.optional(whole(1, 3650)),
})
export type WorkspaceFilter = z.output<typeof WorkspaceFilter>

export const slug = z
  .string(unlessTooBig(messages['required.url']))
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: messages['required.url'], abort: true }),
    z.minLength(3, 'Use at least 3 characters'),
    z.maxLength(63),
    z.regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'Use letters, digits, and hyphens'),
  )

export const workspaces = feature('workspaces', {
  checkId: post('/administrator/workspace/checkWorkspaceId', {
    summary: 'Check whether a workspace address is valid and available',
    spec: 'workspace-admin.check-workspace-id',
    input: z.object({ workspaceId: z.string().check(z.maxLength(100)) }),
    reply: z.object({ available: z.boolean(), reason: z.nullable(z.string()) }),
    may: 'public',
    limit: 'lookup',
    fails: ['too-many'],
  }),
  icon: get('/api/workspace-icon/{id}', {
    summary: 'Get the icon of a workspace as PNG or JPEG; with its digest as `v`, the reply can be cached permanently',
    input: z.object({ id, v: z.optional(z.string().check(z.maxLength(32))) }),
    reply: Nothing,
    may: 'public',
    answers: 'file',
    limit: 'lookup',
    fails: ['not-found', 'too-many'],
  }),
  all: get('/superAdmin/workspaces', {
    summary: 'List all workspaces of the installation',
    spec: 'super-admin.workspaces-list',
    input: z.extend(Page, { ...WorkspaceFilter.shape, sort: z.optional(z.enum(workspaceSorts)) }),
    reply: pageOf(WorkspaceSummary),
    may: 'super.workspaces',
  }),
  exportAll: get('/superAdmin/workspaces/export', {
    summary: 'Export all workspaces that match the filters as CSV, at most 50,000',
    input: z.extend(WorkspaceFilter, { search: Page.shape.search }),
    reply: z.string(),
    may: 'super.workspaces',
    answers: 'file',
  }),
  one: get('/superAdmin/workspaces/{id}', {
    summary: 'Get a workspace of the installation',
    input: z.object({ id }),
    reply: WorkspaceSummary,
    may: 'super.workspaces',
    fails: ['not-found'],
  }),
  counts: get('/superAdmin/workspaces/stats', {
    summary: 'Get workspace counts by type and status, and the total number of users',
    spec: 'super-admin.workspaces-stats',
    input: Nothing,
    reply: z.object({
      total: z.int(),
      users: z.int(),
      byType: z.array(z.object({ type: z.int(), count: z.int() })),
      byStatus: z.array(z.object({ status: z.int(), count: z.int() })),
    }),
    may: 'super.workspaces',
  }),
})
