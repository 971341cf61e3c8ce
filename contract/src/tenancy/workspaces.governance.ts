import * as z from 'zod/mini'
import { feature, post, put } from '../platform/endpoint.ts'
import { id, whole } from '../platform/fields.ts'
import { WorkspaceSummary, workspaceTypes } from './workspaces.ts'

const may = 'super.workspaces'
const path = '/superAdmin/workspaces/{id}'
const reply = WorkspaceSummary
/** `seen` is the time of the last change that the caller saw; a later one refuses this change. */
const of = { id, seen: z.optional(z.iso.datetime()) }
const fails = ['not-found', 'workspace-kept', 'changed-meanwhile'] as const

/** Areas that can be closed for one workspace. Their calls are refused, also for API keys. */
export const switchableAreas = ['applications', 'directories', 'workflows', 'policies', 'providers', 'devices'] as const
export type SwitchableArea = (typeof switchableAreas)[number]

export const areaNames: Readonly<Record<SwitchableArea, string>> = {
  applications: 'Applications',
  directories: 'Directories',
  workflows: 'Workflows',
  policies: 'Access policies',
  providers: 'Identity providers',
  devices: 'Devices',
}

const wholeOrNone = z.union([
  z.null(),
  z.pipe(
    z.literal(''),
    z.transform(() => null),
  ),
  whole(0, 10_000_000),
])
const dayOrNone = z.union([
  z.null(),
  z.pipe(
    z.literal(''),
    z.transform(() => null),
  ),
  z.iso.date('Enter a date'),
])

const Config = z.strictObject({
  ...of,
  closed: z._default(z.array(z.enum(switchableAreas)).check(z.maxLength(switchableAreas.length)), []),
  /** Maximum number of users; null for none. */
  users: z._default(wholeOrNone, null),
  /** Last day on which the configuration applies; null for no end. */
  until: z._default(dayOrNone, null),
  notes: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
})

export const workspaceGovernance = feature('workspace-governance', ['workspaces'], {
  status: put(`${path}/status`, {
    summary: 'Set the status of a workspace: 0 disabled, 1 active, 2 warning',
    spec: 'super-admin.workspace-status',
    input: z.object({ ...of, status: whole(0, 2) }),
    reply,
    may,
    fails: [...fails, 'deletion-pending'],
  }),
  trial: put(`${path}/trial-period`, {
    summary: 'Set the last day of the trial; null ends the trial period without a date',
    spec: 'super-admin.workspace-trial-period',
    input: z.object({ ...of, trialEnds: z._default(dayOrNone, null) }),
    reply,
    may,
    fails: [...fails, 'trial-past'],
  }),
  type: put(`${path}/type`, {
    summary: 'Convert a workspace: an individual one to business (1), or a business one to partner (3)',
    spec: 'super-admin.workspace-type',
    input: z.object({ ...of, type: z.pipe(whole(1, 3), z.literal([workspaceTypes.business, workspaceTypes.partner])) }),
    reply,
    may,
    fails: [...fails, 'conversion-refused', 'work-open', 'invoices-open'],
  }),
  partner: post(`${path}/partner`, {
    summary: 'Put a workspace under a partner; null takes it away from its partner',
    spec: 'super-admin.workspace-partner-add',
    input: z.object({ ...of, partnerId: z.nullable(id) }),
    reply,
    may,
    fails: [...fails, 'not-a-partner'],
  }),
  special: put(`${path}/special`, {
    summary: 'Mark a workspace as special, so that its special configuration applies, or remove the mark',
    spec: 'super-admin.workspace-special',
    input: z.object({ ...of, special: z.boolean() }),
    reply,
    may,
    fails,
  }),
  specialConfig: put(`${path}/special-config`, {
    summary: 'Set the special configuration of a workspace: closed areas, a limit of users, an end date, and notes',
    spec: 'super-admin.workspace-special-config',
    input: Config,
    reply,
    may,
    fails: [...fails, 'config-past'],
  }),
})
