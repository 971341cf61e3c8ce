import * as z from 'zod/mini'
import { instant } from '#platform/fields.ts'

/** Status of a run (specification §4). */
export const executions = { inProgress: 0, success: 1, failure: 2, skipped: 3 } as const

export const undoDays = 30

export const runReasons = {
  'still-running': 'The previous run was still in progress',
  'nothing-to-do': 'There was nothing to do',
  owner: "This run would suspend or delete many keys and is waiting for an owner's approval",
  'maker-gone': 'The administrator responsible for the workflow no longer has the required permissions',
  disconnected: 'The directory is no longer connected, or its connection is turned off',
  'not-approved': 'No owner has approved the changes the directory can make',
  'directory-failed': "The directory couldn't be read",
  'rows-failed': 'Some items failed',
  stopped: 'The run was stopped by an administrator',
  broken: 'Something went wrong on our side',
} as const
export type RunReason = keyof typeof runReasons

export const rowReasons = {
  unknown: 'No longer exists',
  'above-you': 'Has a higher role than the administrator responsible for the workflow',
  'no-rights': 'The administrator responsible for the workflow is no longer allowed to do this',
  'no-email': 'Has no email address',
  'shut-out': 'Is suspended or deactivated',
  'kind-taken': 'Already has a key of this type',
  'limits-exceeded': 'Has the maximum number of keys for this workspace',
  'fingerprint-taken': 'Already has a fingerprint',
  'card-taken': 'The card belongs to another user',
  'card-unreadable': "The attribute doesn't contain a card number",
  'pin-unfit': "The PIN in the attribute doesn't meet the PIN rules",
  'of-rank': "Belongs to an administrator. Workflows can't suspend administrators' keys",
  'own-key': 'Belongs to the administrator responsible for the workflow',
  'is-pending': 'Pending activation',
  already: 'No change needed',
  'too-soon': 'Received an email less than a minute ago',
  tell: 'Will be notified',
  suspend: 'Will be suspended',
  delete: 'Will be deleted',
  told: 'Notified',
  suspended: 'Suspended',
  deleted: 'Deleted',
  assigned: 'Card assigned',
  'link-sent': 'Activation link sent',
  reminded: 'Reminded',
  shared: 'Account shared and policy updated',
  joined: 'Added to the device group',
  'in-step': 'Already in sync',
  refused: 'Refused by the workspace rules',
  'changed-since': 'Changed since then',
  reactivated: 'Reactivated',
  stopped: 'Not processed before the run was stopped',
  failed: 'Not processed because of an error on our side',
  page: 'Done at the card page',
} as const

/** One run of a workflow. */
export const WorkflowRun = z.object({
  id: z.string(),
  workflow: z.string(),
  workflowName: z.string(),
  type: z.int(),
  /** 0 in progress, 1 success, 2 failure, 3 skipped. */
  execution: z.int(),
  reason: z.nullable(z.string()),
  startedAt: instant,
  endedAt: z.nullable(instant),
  by: z.enum(['schedule', 'event', 'person']),
  byName: z.string(),
  late: z.boolean(),
  considered: z.int(),
  done: z.int(),
  skipped: z.int(),
  failed: z.int(),
  waits: z.boolean(),
  retries: z.nullable(z.string()),
  undoes: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
  undoUntil: z.nullable(instant),
  elsewhere: z.nullable(z.object({ kind: z.string(), id: z.string() })),
})
export type WorkflowRun = z.output<typeof WorkflowRun>

export const WorkflowRow = z.object({
  id: z.string(),
  person: z.nullable(z.string()),
  detail: z.nullable(z.string()),
  result: z.nullable(z.enum(['done', 'skipped', 'failed'])),
  reason: z.nullable(z.string()),
})
export type WorkflowRow = z.output<typeof WorkflowRow>
