import * as z from 'zod/mini'
import { del, feature, get, post } from '../platform/endpoint.ts'
import { Done, id, instant } from '../platform/fields.ts'
import { confirming, pendingRequestReply } from '../tenancy/second-person.ts'
import { unlessTooBig } from '../platform/limits.ts'

/** What is planned for a workspace after the grace period: 1 delete it, 2 reset it, which keeps its owners and settings. */
export const endingKinds = { deletion: 1, reset: 2 } as const

const name = z
  .string(unlessTooBig('Enter the workspace name'))
  .check(z.trim(), z.minLength(1, 'Enter the workspace name'), z.maxLength(100))

const Counts = z.object({
  users: z.int(),
  keys: z.int(),
  passkeys: z.int(),
  groups: z.int(),
  units: z.int(),
  devices: z.int(),
  applications: z.int(),
  policies: z.int(),
})
export type EndingCounts = z.output<typeof Counts>

const Ending = z.object({
  kind: z.int(),
  askedBy: z.string(),
  askedAt: instant,
  endsAt: instant,
  /** Rows deleted so far; null before the start. */
  deleted: z.int(),
})
export type Ending = z.output<typeof Ending>

const path = '/superAdmin/workspaces/{id}'
const may = 'super.delete'
/** `waits` instead of `ending` if a second super administrator must confirm it first. */
const planned = { reply: z.object({ ending: z.nullable(Ending), waits: pendingRequestReply }), may } as const
const fails = ['not-found', 'name-differs', 'workspace-kept', 'deletion-pending', 'second-person-waits'] as const

/** Deleting and resetting a workspace by super administrators. */
export const workspaceEndings = feature('workspace-endings', ['workspaces', 'second-person'], {
  preview: get(`${path}/ending`, {
    summary: 'Count what a deletion or reset would delete, and get what is planned',
    input: z.object({ id }),
    reply: z.object({ counts: Counts, kept: z.object({ owners: z.int() }), ending: z.nullable(Ending) }),
    may,
    fails: ['not-found'],
  }),
  remove: del(path, {
    summary: 'Disable a workspace now and delete it in 7 days',
    spec: 'super-admin.workspace-delete',
    input: z.object({ id, name }),
    fails,
    ...planned,
  }),
  reset: del(`${path}/reset`, {
    summary: 'Disable a workspace now and reset it in 7 days: its users and data are deleted, owners and settings stay',
    spec: 'super-admin.workspace-reset',
    input: z.object({ id, name }),
    fails,
    ...planned,
  }),
  confirm: post(`${confirming.path}/{request}/confirm`, {
    summary: 'Confirm a deletion or reset that another super administrator asked for',
    input: confirming.input,
    reply: Done,
    may,
    fails: [...confirming.fails, 'workspace-kept', 'deletion-pending'],
  }),
  cancel: post(`${path}/ending/cancel`, {
    summary: 'Cancel the planned deletion or reset of a workspace',
    input: z.object({ id }),
    reply: Done,
    may,
    fails: ['not-found', 'ending-begun'],
  }),
})
