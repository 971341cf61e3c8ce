import { type KeyAct, keyActCalls, keyReasons, type KeyReason, type KeyRunRow } from '@claviger/contract/keys/key-acts'
import type { Run } from '@claviger/contract/work/runs'
import type { RunKind } from '#features/work/runs/run-kind.ts'
import { msg, t } from '#platform/text/text.ts'

interface Words {
  verb: string
  act: string
  done: string
  danger?: true
}

type Done = KeyAct | 'assign' | 'policy'

const words: Record<Done, Words> = {
  policy: {
    verb: msg('Assign policy'),
    act: msg('Assign policy to {count, plural, one {# key} other {# keys}}'),
    done: msg('Policy assigned to {count, plural, one {# key} other {# keys}}'),
  },
  assign: {
    verb: msg('Assign'),
    act: msg('Assign {count, plural, one {# key} other {# keys}}'),
    done: msg('{count, plural, one {# key} other {# keys}} assigned'),
  },
  suspend: {
    verb: msg('Suspend'),
    act: msg('Suspend {count, plural, one {# key} other {# keys}}'),
    done: msg('{count, plural, one {# key} other {# keys}} suspended'),
    danger: true,
  },
  activate: {
    verb: msg('Activate'),
    act: msg('Activate {count, plural, one {# key} other {# keys}}'),
    done: msg('{count, plural, one {# key} other {# keys}} activated'),
  },
  unblock: {
    verb: msg('Unblock'),
    act: msg('Unblock {count, plural, one {# key} other {# keys}}'),
    done: msg('{count, plural, one {# key} other {# keys}} unblocked'),
  },
  delete: {
    verb: msg('Delete'),
    act: msg('Delete {count, plural, one {# key} other {# keys}}'),
    done: msg('{count, plural, one {# key} other {# keys}} deleted'),
    danger: true,
  },
  'offline-on': {
    verb: msg('Allow offline sign-in'),
    act: msg('Allow offline sign-in for {count, plural, one {# key} other {# keys}}'),
    done: msg('Offline sign-in allowed for {count, plural, one {# key} other {# keys}}'),
  },
  'offline-off': {
    verb: msg('Block offline sign-in'),
    act: msg('Block offline sign-in for {count, plural, one {# key} other {# keys}}'),
    done: msg('Offline sign-in blocked for {count, plural, one {# key} other {# keys}}'),
  },
  verification: {
    verb: msg('Change verification'),
    act: msg('Change verification of {count, plural, one {# key} other {# keys}}'),
    done: msg('Verification of {count, plural, one {# key} other {# keys}} changed'),
  },
  'reset-pin': {
    verb: msg('Reset PIN'),
    act: msg('Reset PIN of {count, plural, one {# key} other {# keys}}'),
    done: msg('PINs reset for {count, plural, one {# key} other {# keys}}'),
  },
}

const unknown: Words = {
  verb: msg('Change'),
  act: msg('Change {count, plural, one {# key} other {# keys}}'),
  done: msg('{count, plural, one {# key} other {# keys}} changed'),
}

export const keyWordsOf = (act: string): Words => words[act as Done] ?? unknown

export const keyReasonOf = (reason: string | null, number = 1): string =>
  reason === null ? '' : t(keyReasons[reason as KeyReason] ?? msg("couldn't be changed"), { count: number })

/** For example "200 keys suspended" or "2,300 keys suspended – taken back". */
export const keyRunTitle = (run: Pick<Run, 'act' | 'total' | 'undoes' | 'targetName'>): string => {
  const did =
    run.targetName === null
      ? t(keyWordsOf(run.act).done, { count: run.total })
      : t('{name} assigned to {count, plural, one {# key} other {# keys}}', { count: run.total, name: run.targetName })
  return run.undoes === null ? did : t('{did} (undone)', { did })
}

export const keyRuns: RunKind<KeyRunRow> = {
  calls: keyActCalls,
  home: '/dashboard/security-keys/runs',
  may: 'keys.write',
  columns: { name: msg('Key'), unnamed: msg('Unknown key'), detail: msg('Owner'), detailOf: row => row.owner },
  words: {
    titleOf: keyRunTitle,
    reasonOf: keyReasonOf,
    did: run => t(keyWordsOf(run.act).done, { count: run.succeeded }),
    far: msg('{seen} of {total} keys'),
    results: msg('Show results for each key'),
    undone: msg('Undone for {count, plural, one {# key} other {# keys}}'),
    undoing: msg('Undoing for {count, plural, one {# key} other {# keys}}'),
    says: msg('Bulk actions on security keys are listed here, with the result for each key.'),
    none: msg('No keys'),
    back: msg('Back to security keys'),
    list: '/dashboard/security-keys',
  },
}
