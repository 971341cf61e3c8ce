import * as z from 'zod/mini'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { Done, id, instant, Nothing, whole } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import { unlessTooBig } from '../platform/limits.ts'

/** R198: verifying becomes verified or not verified; a retry returns to verifying. */
export const trustStatus = { verifying: 0, verified: 1, notVerified: 2 } as const

export const TrustDomain = z.object({
  id: z.string(),
  domain: z.string(),
  status: z.int(),
  record: z.object({ name: z.string(), value: z.string() }),
  reason: z.nullable(z.string()),
  decided: z.boolean(),
  checkedAt: z.nullable(instant),
  verifiedAt: z.nullable(instant),
  createdAt: instant,
})
export type TrustDomain = z.output<typeof TrustDomain>

const DomainOfWorkspace = z.extend(TrustDomain, { workspace: z.object({ id: z.string(), name: z.string() }) })

const domain = z
  .string(unlessTooBig('Domain is required'))
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Domain is required'),
    z.maxLength(253, 'Use at most 253 characters'),
  )

const added = { reply: TrustDomain, fails: ['domain-listed', 'domain-taken', 'domain-refused', 'not-found'] } as const

export const trustDomains = feature('trust-domains', ['workspace-settings'], {
  list: get('/administrator/trustDomains', {
    summary: 'List the trust domains of the workspace (also included in the details)',
    input: Nothing,
    reply: z.object({ items: z.array(TrustDomain) }),
    may: 'workspace.read',
  }),
  create: post('/administrator/trustDomains', {
    summary: 'Add a trust domain; the reply contains the TXT record that verifies it',
    spec: 'workspace-admin.trust-domain-create',
    input: z.object({ domain }),
    may: 'workspace.write',
    fresh: true,
    ...added,
  }),
  check: post('/administrator/trustDomains/{id}/check', {
    summary: 'Check the TXT record now',
    input: z.object({ id }),
    reply: TrustDomain,
    may: 'workspace.write',
    unconfirmed: 'looks',
    fails: ['not-found', 'domain-decided'],
    silent: 'A repeated check is no change; a new result is recorded',
  }),
  remove: del('/administrator/trustDomains/{id}', {
    summary: 'Remove a trust domain',
    spec: 'workspace-admin.trust-domain-delete',
    input: z.object({ id }),
    reply: Done,
    may: 'workspace.write',
    fails: ['not-found'],
  }),
  all: get('/superAdmin/trustDomains', {
    summary: 'List all trust domains of the installation',
    spec: 'super-admin.trust-domains-list',
    input: z.extend(Page, { status: z.optional(whole(0, 2)) }),
    reply: pageOf(DomainOfWorkspace),
    may: 'super.trust-domains',
  }),
  decide: put('/superAdmin/trustDomains', {
    summary: 'Set the status of a trust domain: 1 verified, 2 not verified, 0 use the DNS check again',
    spec: 'super-admin.trust-domains-update',
    input: z.object({ id, status: whole(0, 2) }),
    reply: TrustDomain,
    may: 'super.trust-domains',
    fresh: true,
    fails: ['not-found', 'domain-taken'],
  }),
  ofWorkspace: get('/superAdmin/workspaces/{id}/trustDomains', {
    summary: 'List the trust domains of a workspace',
    spec: 'super-admin.workspace-trust-domains-list',
    input: z.object({ id }),
    reply: z.object({ items: z.array(TrustDomain) }),
    may: 'super.trust-domains',
    fails: ['not-found'],
  }),
  createFor: post('/superAdmin/workspaces/{id}/trustDomains', {
    summary: 'Add a trust domain to a workspace',
    spec: 'super-admin.workspace-trust-domains-create',
    input: z.object({ id, domain }),
    may: 'super.trust-domains',
    fresh: true,
    ...added,
  }),
  removeFrom: del('/superAdmin/workspaces/{id}/trustDomains/{domainId}', {
    summary: 'Remove a trust domain from a workspace',
    spec: 'super-admin.workspace-trust-domain-delete',
    input: z.object({ id, domainId: id }),
    reply: Done,
    may: 'super.trust-domains',
    fails: ['not-found'],
  }),
})
