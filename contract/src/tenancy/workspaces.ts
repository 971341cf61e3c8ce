import * as z from 'zod/mini'
import { feature, get, post } from '../platform/endpoint.ts'
import { id, instant, Nothing } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Page, pageOf } from '../platform/page.ts'

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
})

const Listed = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  type: z.int(),
  status: z.int(),
  installation: z.boolean(),
  users: z.int(),
  owner: z.nullable(z.string()),
  createdAt: instant,
})

export const slug = z
  .string({ error: messages['required.url'] })
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
    input: Page,
    reply: pageOf(Listed),
    may: 'super.workspaces',
  }),
  one: get('/superAdmin/workspaces/{id}', {
    summary: 'Get a workspace of the installation',
    input: z.object({ id }),
    reply: Listed,
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
