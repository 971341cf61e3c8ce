import { type KeyAct, keyReasons, type KeyReason } from '@claviger/contract/keys/security-keys/key-acts'
import { msg, t } from '../../../../ground/text/text.ts'

interface Words {
  verb: string
  /** The question and the button. */
  act: string
  done: string
  danger?: true
}

const words: Record<KeyAct | 'assign', Words> = {
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
    verb: msg('Allow offline login'),
    act: msg('Allow offline login for {count, plural, one {# key} other {# keys}}'),
    done: msg('Offline login allowed for {count, plural, one {# key} other {# keys}}'),
  },
  'offline-off': {
    verb: msg('Forbid offline login'),
    act: msg('Forbid offline login for {count, plural, one {# key} other {# keys}}'),
    done: msg('Offline login forbidden for {count, plural, one {# key} other {# keys}}'),
  },
  verification: {
    verb: msg('Change verification'),
    act: msg('Change the verification of {count, plural, one {# key} other {# keys}}'),
    done: msg('Verification of {count, plural, one {# key} other {# keys}} changed'),
  },
  'reset-pin': {
    verb: msg('Reset PIN'),
    act: msg('Reset the PIN of {count, plural, one {# key} other {# keys}}'),
    done: msg('New PINs mailed for {count, plural, one {# key} other {# keys}}'),
  },
}

const unknown: Words = {
  verb: msg('Change'),
  act: msg('Change {count, plural, one {# key} other {# keys}}'),
  done: msg('{count, plural, one {# key} other {# keys}} changed'),
}

/** The messages of an act on keys, to be translated where they are shown. */
export const keyWordsOf = (act: string): Words => words[act as KeyAct | 'assign'] ?? unknown

const reasons: Record<KeyReason, string> = {
  unknown: msg('does not exist in your workspace'),
  'above-you': msg('belongs to somebody who stands above you'),
  'own-key': msg('is your own; change it on your profile'),
  already: msg('is in that state already'),
  'is-pending': msg('waits to be activated'),
  'is-suspended': msg('is suspended'),
  'not-blocked': msg('is not blocked'),
  'not-of-kind': msg('is of a kind that does not have this'),
  'no-pin': msg('is used without a PIN of ours'),
  'no-email': msg('belongs to a user without an email address'),
  'changed-since': msg('was changed since'),
  stopped: msg('was not reached before it was stopped'),
  'shut-out': msg('is suspended or deactivated'),
  'kind-taken': msg('has a key of this kind already'),
  'fingerprint-taken': msg('has a fingerprint already'),
  'limits-exceeded': msg('has as many keys as the workspace allows'),
}

/** Why it cannot happen, after a name or a number. */
export const keyReasonOf = (reason: string | null): string =>
  reason === null ? '' : t(reason in keyReasons ? reasons[reason as KeyReason] : msg('could not be changed'))

/** "200 keys suspended", "2,300 keys suspended – taken back". */
export const keyRunTitle = (run: { act: string; total: number; undoes: string | null }): string => {
  const did = t(keyWordsOf(run.act).done, { count: run.total })
  return run.undoes === null ? did : t('{did} – taken back', { did })
}
