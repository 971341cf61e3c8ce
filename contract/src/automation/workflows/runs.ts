import * as z from 'zod/mini'
import { instant } from '../../ground/fields.ts'

/** How a run stands (specification §4). */
export const executions = { inProgress: 0, success: 1, failure: 2, skipped: 3 } as const

/** How long what a run suspended can be taken back. */
export const undoDays = 30

/** Why a run ended as it did, or what it waits for. */
export const runReasons = {
  'still-running': 'The run before was still going on',
  'nothing-to-do': 'There was nothing to do',
  owner: 'It would suspend or delete many, and waits for an owner',
  'maker-gone': 'Whoever answers for the workflow has lost the rights that it needs',
  disconnected: 'The directory is not connected any more, or its connection is switched off',
  'not-approved': 'No owner has approved what the directory may change',
  'directory-failed': 'The directory could not be read',
  'rows-failed': 'Some could not be done',
  stopped: 'Somebody stopped it',
  broken: 'Something went wrong on our side',
} as const
export type RunReason = keyof typeof runReasons

/** Why something happened to somebody, or did not, in words for a table. */
export const rowReasons = {
  unknown: 'Not there any more',
  'above-you': 'Stands above whoever answers for the workflow',
  'no-rights': 'Whoever answers for the workflow may not do this any more',
  'no-email': 'Has no email address',
  'shut-out': 'Is suspended or deactivated',
  'kind-taken': 'Has a key of this kind already',
  'limits-exceeded': 'Has as many keys as the workspace allows',
  'fingerprint-taken': 'Has a fingerprint already',
  'card-taken': 'The card belongs to somebody else',
  'card-unreadable': 'The attribute holds no number of a card',
  'pin-unfit': 'The PIN in the attribute does not meet the rules',
  'of-rank': 'Belongs to an administrator, whose keys nobody suspends unasked',
  'own-key': 'Belongs to whoever answers for the workflow',
  'is-pending': 'Waits to be activated',
  already: 'Was so already',
  'too-soon': 'Was sent a mail a moment ago',
  tell: 'Will be told',
  suspend: 'Will be suspended',
  delete: 'Will be deleted',
  told: 'Told',
  suspended: 'Suspended',
  deleted: 'Deleted',
  assigned: 'Card assigned',
  'link-sent': 'Activation link sent',
  reminded: 'Reminded',
  shared: 'Account shared and policy in step',
  joined: 'Joined the device group',
  'in-step': 'Was in step already',
  refused: 'Refused by the rules of the workspace',
  'changed-since': 'Was changed since',
  reactivated: 'Activated again',
  stopped: 'Not reached before it was stopped',
  failed: 'Not reached: something went wrong on our side',
  page: 'Did it at the card page',
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
  /** It was due earlier, when nothing ran. */
  late: z.boolean(),
  considered: z.int(),
  done: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** It waits for an owner. */
  waits: z.boolean(),
  retries: z.nullable(z.string()),
  undoes: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
  undoUntil: z.nullable(instant),
  /** Its rows stand with this run of another noun. */
  elsewhere: z.nullable(z.object({ kind: z.string(), id: z.string() })),
})
export type WorkflowRun = z.output<typeof WorkflowRun>

/** What a run did to one. */
export const WorkflowRow = z.object({
  id: z.string(),
  person: z.nullable(z.string()),
  /** The key, card or computer. */
  detail: z.nullable(z.string()),
  result: z.nullable(z.enum(['done', 'skipped', 'failed'])),
  reason: z.nullable(z.string()),
})
export type WorkflowRow = z.output<typeof WorkflowRow>
