import { type BulkAct, type BulkReason, bulkReasons } from '@claviger/contract/people/bulk-runs'
import { many } from '../../../ground/ui/bits/moments.ts'

interface Words {
  /** On buttons and in questions. */
  verb: string
  /** What will be: "will be suspended". */
  will: string
  /** What was: "suspended". */
  done: string
  /** Asked in red. */
  danger?: true
}

const words: Record<BulkAct, Words> = {
  activate: { verb: 'Activate', will: 'will be activated', done: 'activated' },
  deactivate: { verb: 'Deactivate', will: 'will be deactivated and signed out', done: 'deactivated', danger: true },
  suspend: { verb: 'Suspend', will: 'will be suspended and signed out', done: 'suspended', danger: true },
  delete: { verb: 'Delete', will: 'will be deleted', done: 'deleted', danger: true },
  restore: { verb: 'Restore', will: 'will come back', done: 'restored' },
  invite: { verb: 'Email', will: 'will get the activation email', done: 'emailed' },
  'add-to-group': { verb: 'Add', will: 'will be added', done: 'added to a group' },
  'add-to-unit': { verb: 'Add', will: 'will be added', done: 'added to a unit' },
}

const unknown: Words = { verb: 'Change', will: 'will be changed', done: 'changed' }

/** The words of an act. */
export const wordsOf = (act: string): Words => words[act as BulkAct] ?? unknown

/** Why it cannot happen, after a name or a number. */
export const reasonOf = (reason: string | null): string =>
  reason === null ? '' : (bulkReasons[reason as BulkReason] ?? 'could not be changed')

/** "200 users suspended", "2,300 users suspended · undone". */
export const titleOf = (run: {
  act: string
  total: number
  undoes: string | null
  targetName: string | null
}): string => {
  const did = run.targetName === null ? wordsOf(run.act).done : `added to ${run.targetName}`
  return `${many(run.total, 'user')} ${did}${run.undoes === null ? '' : ' – taken back'}`
}
