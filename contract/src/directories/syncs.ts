import * as z from 'zod/mini'
import { feature, get, post } from '../platform/endpoint.ts'
import { flag, id, instant, whole } from '../platform/fields.ts'
import { Page, pageOf } from '../platform/page.ts'
import { DirectoryConnection } from './connections.ts'
import { Mapping } from './connections/mapping.ts'

export const syncStarters = ['person', 'schedule', 'workflow'] as const
export type SyncStarter = (typeof syncStarters)[number]

/**
 * `reading` only computes the list of changes; `braked` (stopped by the safety threshold) waits for an approval of
 * that list; `applying` executes it.
 */
export const syncStates = ['reading', 'braked', 'applying', 'done', 'stopped', 'failed', 'cancelled'] as const

export const syncActions = ['person', 'leave', 'unmanaged', 'group', 'group-leave', 'members'] as const

/** What the safety threshold weighs. */
export const thresholdKinds = ['access', 'groups', 'memberships', 'changes', 'additions'] as const
export type ThresholdKind = (typeof thresholdKinds)[number]

export const SyncCounts = z.object({
  seen: z.int(),
  same: z.int(),
  added: z.int(),
  changed: z.int(),
  suspended: z.int(),
  back: z.int(),
  leaving: z.int(),
  /** Managed by no directory, and suspended because of the connection's option. */
  unmanaged: z.int(),
  clashes: z.int(),
  refused: z.int(),
  groups: z.int(),
  groupsLeaving: z.int(),
  memberships: z.int(),
  /** Of existing groups. */
  membershipsAdded: z.int(),
  membershipsRemoved: z.int(),
})
export type SyncCounts = z.output<typeof SyncCounts>

export const SyncRun = z.object({
  id: z.string(),
  connection: z.string(),
  connectionName: z.string(),
  /** R194: 1 Entra ID, 2 Okta, 6 LDAP. */
  type: z.int(),
  mode: z.int(),
  dry: z.boolean(),
  by: z.enum(syncStarters),
  actorName: z.string(),
  state: z.enum(syncStates),
  /** A full read instead of changes only; null until known. */
  whole: z.nullable(z.boolean()),
  counts: SyncCounts,
  /** The run exceeds the safety threshold; for a preview, it would. */
  overBrake: z.boolean(),
  /** What exceeds it. */
  exceeds: z.array(z.enum(thresholdKinds)),
  reason: z.nullable(z.string()),
  total: z.int(),
  processed: z.int(),
  succeeded: z.int(),
  agreedBy: z.nullable(z.string()),
  startedAt: instant,
  finishedAt: z.nullable(instant),
  undoUntil: z.nullable(instant),
  undone: z.boolean(),
})
export type SyncRun = z.output<typeof SyncRun>

/** Import results as in the specification (section 9). */
export const syncResults = ['success', 'duplicate', 'no access', 'unknown'] as const

export const SyncRow = z.object({
  row: z.int(),
  doing: z.enum(syncActions),
  plan: z.string(),
  anchor: z.string(),
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  outcome: z.nullable(z.string()),
  result: z.nullable(z.enum(syncResults)),
  reason: z.nullable(z.string()),
})
export type SyncRow = z.output<typeof SyncRow>

const prefix = '/administrator/workspace/syncs'
const own = '/administrator/directories'
const one = z.object({ id })
const anchors = z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(256))).check(z.maxLength(500)))

export const syncs = feature('syncs', ['connections', 'links', 'users', 'groups'], {
  list: get(prefix, {
    summary: 'List directory runs, newest first',
    spec: 'workspace-admin.syncs-list',
    input: z.extend(Page, { connection: z.optional(id) }),
    reply: pageOf(SyncRun),
    may: 'directories.read',
  }),
  get: get(`${prefix}/{id}`, {
    summary: 'Get a directory run',
    spec: 'workspace-admin.syncs-get',
    input: one,
    reply: SyncRun,
    may: 'directories.read',
    fails: ['not-found'],
  }),
  rows: get(`${prefix}/{id}/rows`, {
    summary: 'List the findings of a directory run with their results',
    input: z.object({
      id,
      page: z._default(whole(1, 100_000), 1),
      pageSize: z._default(whole(1, 100), 50),
      doing: z.optional(z.enum(syncActions)),
      plan: z.optional(z.string().check(z.maxLength(20))),
      refused: z.optional(flag),
      search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    reply: pageOf(SyncRow),
    may: 'directories.read',
    fails: ['not-found'],
  }),
  result: get(`${prefix}/{id}/result`, {
    summary: 'Export the findings of a directory run as CSV',
    input: z.object({ id, refused: z.optional(z.enum(['true', 'false'])) }),
    reply: z.string(),
    may: 'directories.read',
    answers: 'file',
    fails: ['not-found'],
  }),
  begin: post('/administrator/tokens/serviceProvider', {
    summary: 'Import users from the selected service provider; with dry, preview the changes',
    spec: 'directory.service-provider',
    input: z.object({
      /** R194: 1 Entra ID, 2 Okta, 6 LDAP. */
      type: z.optional(whole(1, 6)),
      connection: z.optional(id),
      mode: z.optional(whole(1, 3)),
      dry: z._default(z.boolean(), false),
      /** Full read instead of changes only, which don't include all deletions. */
      whole: z.optional(z.boolean()),
      unmanaged: z._default(z.boolean(), false),
      groups: anchors,
      users: anchors,
    }),
    reply: SyncRun,
    may: 'directories.write',
    fresh: true,
    fails: ['not-found', 'directory-off', 'not-approved', 'sync-runs'],
  }),
  agree: post(`${prefix}/{id}/agree`, {
    summary: 'Continue a run that the safety threshold stopped; leaving is the number of users who lose access',
    input: z.object({ id, leaving: whole(0, 10_000_000) }),
    reply: SyncRun,
    may: 'directories.grant',
    fresh: true,
    fails: ['not-found', 'wrong-step', 'changed-meanwhile', 'directory-off', 'not-approved'],
  }),
  stop: post(`${prefix}/{id}/stop`, {
    summary: 'Stop a run or discard a waiting one; completed changes stay and can be undone',
    input: one,
    reply: SyncRun,
    may: 'directories.write',
    unconfirmed: 'stops',
    fails: ['not-found', 'wrong-step'],
  }),
  undo: post(`${prefix}/{id}/undo`, {
    summary: "Undo a run within 30 minutes; its directory is paused so that the next run doesn't repeat it",
    input: one,
    reply: SyncRun,
    may: 'directories.write',
    fresh: true,
    fails: ['not-found', 'undo-refused'],
  }),
  retry: post(`${prefix}/{id}/retry`, {
    summary: 'Retry failed rows of a run',
    input: one,
    reply: SyncRun,
    may: 'directories.write',
    fresh: true,
    fails: ['not-found', 'wrong-step', 'sync-runs', 'directory-off', 'not-approved'],
  }),
  check: post(`${own}/connections/{id}/check`, {
    summary: "Check whether a directory can be reached and what it doesn't allow",
    input: one,
    reply: z.object({ ok: z.boolean(), reason: z.nullable(z.string()), missing: z.array(z.string()) }),
    may: 'directories.write',
    unconfirmed: 'looks',
    fails: ['not-found'],
    silent: 'Records the time of the last contact',
  }),
  sample: post(`${own}/connections/{id}/sample`, {
    summary: 'Preview a mapping with sample users of a directory',
    input: z.object({ id, mapping: z.optional(Mapping) }),
    reply: z.object({
      people: z.array(
        z.object({
          anchor: z.string(),
          /** Null if the directory doesn't say. */
          active: z.nullable(z.boolean()),
          attributes: z.array(z.object({ name: z.string(), value: z.string() })),
          fields: z.array(z.object({ field: z.string(), value: z.string() })),
          wrong: z.nullable(z.string()),
        }),
      ),
    }),
    may: 'directories.write',
    unconfirmed: 'looks',
    fails: ['not-found', 'mapping-wrong', 'source-failed'],
    silent: 'Read-only',
  }),
  resume: post(`${own}/connections/{id}/resume`, {
    summary: 'Resume the schedule of a paused directory',
    input: one,
    reply: DirectoryConnection,
    may: 'directories.write',
    fresh: true,
    fails: ['not-found', 'directory-off', 'not-approved'],
  }),
})
