import { type BulkAct, type BulkReason, type BulkRow, bulkReasons, bulkRuns } from '@claviger/contract/people/bulk-runs'
import type { RunKind } from '#features/work/runs/run-kind.ts'
import { msg, t } from '#platform/text/text.ts'

interface Words {
  verb: string
  act: string
  will: string
  done: string
  danger?: true
}

const added = {
  verb: msg('Add'),
  act: msg('Add {count, plural, one {# user} other {# users}}'),
  will: msg('<0>{able} of {count, plural, one {# user} other {# users}}</0> will be added.'),
}

const words: Record<BulkAct, Words> = {
  activate: {
    verb: msg('Activate'),
    act: msg('Activate {count, plural, one {# user} other {# users}}'),
    will: msg('<0>{able} of {count, plural, one {# user} other {# users}}</0> will be activated.'),
    done: msg('{count, plural, one {# user} other {# users}} activated'),
  },
  deactivate: {
    verb: msg('Deactivate'),
    act: msg('Deactivate {count, plural, one {# user} other {# users}}'),
    will: msg('<0>{able} of {count, plural, one {# user} other {# users}}</0> will be deactivated and signed out.'),
    done: msg('{count, plural, one {# user} other {# users}} deactivated'),
    danger: true,
  },
  suspend: {
    verb: msg('Suspend'),
    act: msg('Suspend {count, plural, one {# user} other {# users}}'),
    will: msg('<0>{able} of {count, plural, one {# user} other {# users}}</0> will be suspended and signed out.'),
    done: msg('{count, plural, one {# user} other {# users}} suspended'),
    danger: true,
  },
  delete: {
    verb: msg('Delete'),
    act: msg('Delete {count, plural, one {# user} other {# users}}'),
    will: msg('<0>{able} of {count, plural, one {# user} other {# users}}</0> will be deleted.'),
    done: msg('{count, plural, one {# user} other {# users}} deleted'),
    danger: true,
  },
  restore: {
    verb: msg('Restore'),
    act: msg('Restore {count, plural, one {# user} other {# users}}'),
    will: msg('<0>{able} of {count, plural, one {# user} other {# users}}</0> will be restored.'),
    done: msg('{count, plural, one {# user} other {# users}} restored'),
  },
  invite: {
    verb: msg('Email'),
    act: msg('Email {count, plural, one {# user} other {# users}}'),
    will: msg('<0>{able} of {count, plural, one {# user} other {# users}}</0> will receive the activation email.'),
    done: msg('{count, plural, one {# user} other {# users}} emailed'),
  },
  'add-to-group': { ...added, done: msg('{count, plural, one {# user} other {# users}} added to a group') },
  'add-to-unit': { ...added, done: msg('{count, plural, one {# user} other {# users}} added to a unit') },
}

const unknown: Words = {
  verb: msg('Change'),
  act: msg('Change {count, plural, one {# user} other {# users}}'),
  will: msg('<0>{able} of {count, plural, one {# user} other {# users}}</0> will be changed.'),
  done: msg('{count, plural, one {# user} other {# users}} changed'),
}

export const wordsOf = (act: string): Words => words[act as BulkAct] ?? unknown

export const reasonOf = (reason: string | null, number = 1): string =>
  reason === null ? '' : t(bulkReasons[reason as BulkReason] ?? msg("couldn't be changed"), { count: number })

/** For example "200 users suspended" or "2,300 users suspended – taken back". */
export const titleOf = (run: {
  act: string
  total: number
  undoes: string | null
  targetName: string | null
}): string => {
  const did =
    run.targetName === null
      ? t(wordsOf(run.act).done, { count: run.total })
      : t('{count, plural, one {# user} other {# users}} added to {name}', { count: run.total, name: run.targetName })
  return run.undoes === null ? did : t('{did} (undone)', { did })
}

export const userRuns: RunKind<BulkRow> = {
  calls: bulkRuns,
  home: '/dashboard/users/runs',
  may: 'users.write',
  columns: { name: msg('Name'), unnamed: msg('Unknown user'), detail: msg('User ID'), detailOf: row => row.userId },
  words: {
    titleOf,
    reasonOf,
    did: run => t(wordsOf(run.act).done, { count: run.succeeded }),
    far: msg('{seen} of {total} users'),
    results: msg('Show result per user'),
    undone: msg('Undone for {count, plural, one {# user} other {# users}}'),
    undoing: msg('Undoing for {count, plural, one {# user} other {# users}}'),
    says: msg('Bulk actions on users are listed here, with the result for each user.'),
    none: msg('No users'),
    back: msg('Back to users'),
    list: '/dashboard/users',
  },
}
