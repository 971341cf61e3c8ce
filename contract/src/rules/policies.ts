import * as z from 'zod/mini'
import { targetKinds } from '../people/dependents.ts'
import { PolicyAction, PolicyContent, PolicyState } from '../decide/policy-content.ts'
import { del, feature, get, post, put } from '../platform/endpoint.ts'
import { id, instant, listOf, lockOutSeen, Nothing, text, whole } from '../platform/fields.ts'
import { messages } from '../platform/messages.ts'
import { Page, pageOf } from '../platform/page.ts'

export const mostPolicies = 1000

export const PolicyRow = z.object({
  _id: z.string(),
  name: z.string(),
  description: z.string(),
  priority: z.int(),
  action: z.int(),
  state: z.int(),
  conditions: z.array(z.object({ condition: z.string(), items: z.int() })),
  version: z.int(),
  changedAt: instant,
  changedBy: z.string(),
  /** For report-only: uses that it would have refused in the last 30 days. */
  wouldRefuse: z.nullable(z.int()),
})
export type PolicyRow = z.output<typeof PolicyRow>

const Named = z.object({ id: z.string(), name: z.string() })
export const Policy = z.extend(PolicyContent, {
  _id: z.string(),
  version: z.int(),
  createdAt: instant,
  changedAt: instant,
  changedBy: z.string(),
  names: z.array(Named),
  /** Groups in this policy that ended: it still blocks their former members, but no longer allows them. */
  endedGroups: z.array(z.extend(Named, { formerMembers: z.int() })),
  /** Users, units, devices, and groups in this policy that no longer exist; deleted users keep a name for 30 days. */
  gone: z.array(z.object({ kind: z.enum(targetKinds), id: z.string(), name: z.nullable(z.string()) })),
})
export type Policy = z.output<typeof Policy>

const VitalSites = z.object({ sites: z.array(text(253)).check(z.maxLength(20)) })
const one = z.object({ _id: id })
const edit = {
  version: z.optional(z.int()),
  lockOutSeen,
}
const prefix = '/administrator/policies'
const first = '/administrator/accessPolicy'
const saves = [
  'policy-taken',
  'priority-taken',
  'zone-unknown',
  'site-wrong',
  'not-found',
  'owners-locked-out',
  'too-many-access-policies',
] as const
const body = 512 * 1024
const Version = z.object({ version: z.int(), at: instant, by: z.string(), content: z.nullable(PolicyContent) })

export const policies = feature('policies', ['named-lists'], {
  list: get(prefix, {
    summary: 'List access policies in order',
    spec: 'policies.list',
    input: z.extend(Page, {
      sort: z.optional(z.enum(['priority', 'name', 'changed'])),
      action: z.optional(whole(0, 1)),
      state: z.optional(whole(0, 2)),
    }),
    reply: pageOf(PolicyRow),
    may: 'policies.read',
  }),
  create: post(`${prefix}/create`, {
    summary: 'Create an access policy',
    spec: 'policies.create',
    input: z.extend(PolicyContent, { lockOutSeen: edit.lockOutSeen }),
    reply: Policy,
    may: 'policies.write',
    fresh: true,
    bodyLimit: body,
    fails: saves,
  }),
  removeMany: del(prefix, {
    summary: 'Delete access policies',
    spec: 'policies.delete-many',
    input: z.object({ ids: listOf(id, 200), lockOutSeen: edit.lockOutSeen }),
    reply: z.object({ removed: z.int() }),
    may: 'policies.write',
    fresh: true,
    fails: ['owners-locked-out'],
  }),
  getDefault: get(`${prefix}/default`, {
    summary: 'Get the default access policy',
    spec: 'policies.default-get',
    input: Nothing,
    reply: z.object({ action: PolicyAction }),
    may: 'policies.read',
  }),
  setDefault: put(`${prefix}/default/set`, {
    summary: 'Set the default access policy',
    spec: 'policies.default-set',
    input: z.object({
      action: z.union([z.literal(0), z.literal(1)], { error: messages['required.default-policy'] }),
      lockOutSeen: edit.lockOutSeen,
    }),
    reply: z.object({ action: PolicyAction }),
    may: 'policies.write',
    fresh: true,
    fails: ['owners-locked-out'],
  }),
  getVital: get(`${prefix}/vital`, {
    summary: 'List sites where an owner must always have a usable key, besides the console',
    input: Nothing,
    reply: VitalSites,
    may: 'policies.read',
  }),
  setVital: put(`${prefix}/vital`, {
    summary: 'Set the sites where an owner must always have a usable key',
    input: VitalSites,
    reply: VitalSites,
    may: 'policies.write',
    fresh: true,
    fails: ['site-wrong'],
  }),
  priorities: get(`${prefix}/priority`, {
    summary: 'List used priorities and the next available one',
    spec: 'policies.priority',
    input: Nothing,
    reply: z.object({ used: z.array(z.int()), next: z.int() }),
    may: 'policies.read',
  }),
  get: get(`${prefix}/{_id}`, {
    summary: 'Get an access policy',
    spec: 'policies.get',
    input: one,
    reply: Policy,
    may: 'policies.read',
    fails: ['not-found'],
  }),
  update: put(`${prefix}/{_id}`, {
    summary: 'Update an access policy',
    spec: 'policies.update',
    input: z.object({ ...one.shape, ...PolicyContent.shape, ...edit }),
    reply: Policy,
    may: 'policies.write',
    fresh: true,
    bodyLimit: body,
    fails: [...saves, 'changed-meanwhile'],
  }),
  inForce: get('/administrator/policy', {
    summary: 'Get the effective policies: policies that are on, in order, and the default',
    spec: 'policies.policy',
    input: Nothing,
    reply: z.object({
      set: z.int(),
      defaultAction: PolicyAction,
      policies: z.array(z.object({ _id: z.string(), name: z.string(), priority: z.int(), action: z.int() })),
    }),
    may: 'policies.read',
  }),
  firstList: get(first, {
    summary: 'List all access policies in order (first generation)',
    spec: 'policies.access-list',
    input: Nothing,
    reply: z.object({ items: z.array(Policy) }),
    may: 'policies.read',
  }),
  firstCreate: post(first, {
    summary: 'Create an access policy (first generation)',
    spec: 'policies.access-create',
    input: z.extend(PolicyContent, { lockOutSeen: edit.lockOutSeen }),
    reply: Policy,
    may: 'policies.write',
    fresh: true,
    bodyLimit: body,
    fails: saves,
  }),
  firstUpdate: put(`${first}/{accessPolicy}`, {
    summary: 'Update an access policy (first generation)',
    spec: 'policies.access-update',
    input: z.object({ accessPolicy: id, ...PolicyContent.shape, ...edit }),
    reply: Policy,
    may: 'policies.write',
    fresh: true,
    bodyLimit: body,
    fails: [...saves, 'changed-meanwhile'],
  }),
  firstRemove: del(`${first}/{accessPolicy}`, {
    summary: 'Delete an access policy (first generation)',
    spec: 'policies.access-delete',
    input: z.object({ accessPolicy: id, lockOutSeen: edit.lockOutSeen }),
    reply: z.object({ removed: z.int() }),
    may: 'policies.write',
    fresh: true,
    fails: ['not-found', 'owners-locked-out'],
  }),
  reorder: put(`${prefix}/order`, {
    summary: 'Move a policy before another or to the end; other priorities change as little as possible',
    input: z.object({ policy: id, before: z.nullable(id), lockOutSeen: edit.lockOutSeen }),
    reply: z.object({ priority: z.int(), moved: z.int() }),
    may: 'policies.write',
    fresh: true,
    fails: ['not-found', 'owners-locked-out'],
  }),
  setState: put(`${prefix}/state`, {
    summary: 'Turn policies on, off, or to report-only',
    input: z.object({ ids: listOf(id, 200), state: PolicyState, lockOutSeen: edit.lockOutSeen }),
    reply: z.object({ changed: z.int() }),
    may: 'policies.write',
    fresh: true,
    fails: ['owners-locked-out'],
  }),
  history: get(`${prefix}/{_id}/versions`, {
    summary: 'List versions of an access policy, newest first',
    input: z.extend(one, { before: z.optional(whole(1, 2_000_000_000)) }),
    reply: z.object({ items: z.array(Version), names: z.array(Named), more: z.boolean() }),
    may: 'policies.read',
    fails: ['not-found'],
  }),
  restore: post(`${prefix}/{_id}/versions/{version}/restore`, {
    summary: 'Restore an earlier version of an access policy as a new version',
    input: z.object({ ...one.shape, version: whole(1, 2_000_000_000), lockOutSeen: edit.lockOutSeen }),
    reply: Policy,
    may: 'policies.write',
    fresh: true,
    fails: saves,
  }),
  file: get(`${prefix}/file`, {
    summary: 'Export all access policies with their lists as JSON or CSV',
    input: z.object({ format: z._default(z.enum(['json', 'csv']), 'json') }),
    reply: z.string(),
    may: 'policies.read',
    answers: 'file',
  }),
  takeIn: post(`${prefix}/file`, {
    summary: 'Import policies and lists from an export file: preview first, then apply',
    input: z.object({
      text: z.string().check(z.maxLength(4 * 1024 * 1024)),
      apply: z.boolean(),
      lockOutSeen: edit.lockOutSeen,
    }),
    reply: z.object({
      items: z.array(
        z.object({
          kind: z.enum(['policy', 'list']),
          name: z.string(),
          outcome: z.enum(['new', 'changed', 'same', 'wrong']),
          reason: z.nullable(z.string()),
        }),
      ),
    }),
    may: 'policies.write',
    fresh: true,
    bodyLimit: 5 * 1024 * 1024,
    fails: ['file-format', 'owners-locked-out', 'too-many-access-policies', 'too-many-lists'],
  }),
})
