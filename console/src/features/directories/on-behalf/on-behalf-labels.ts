import {
  onBehalfReasons,
  type OnBehalfReason,
  type OnBehalfRow,
  onBehalfRuns,
  type OnBehalfService,
  serviceNames,
} from '@claviger/contract/directories/on-behalf'
import { msg, t } from '#platform/text/text.ts'
import type { RunKind } from '#features/work/runs/run-kind.ts'

export const onBehalfReasonText = (reason: string | null, number = 1): string =>
  reason === null ? '' : t(onBehalfReasons[reason as OnBehalfReason] ?? msg("couldn't be changed"), { count: number })

const nameOf = (service: string): string => serviceNames[service as OnBehalfService] ?? service

export const passkeyRuns: RunKind<OnBehalfRow> = {
  calls: onBehalfRuns,
  home: '/dashboard/users/passkey-runs',
  may: 'keys.write',
  columns: { name: msg('User'), unnamed: msg('Unknown user'), detail: msg('Security key'), detailOf: row => row.key },
  words: {
    titleOf: run =>
      t('{service} passkeys for {count, plural, one {# user} other {# users}}', {
        service: nameOf(run.act),
        count: run.total,
      }),
    reasonOf: onBehalfReasonText,
    did: run =>
      t('{count, plural, one {# passkey} other {# passkeys}} registered at {service}', {
        count: run.succeeded,
        service: nameOf(run.act),
      }),
    far: msg('{seen} of {total} users'),
    results: msg('Show result per user'),
    undone: msg('Undone for {count, plural, one {# user} other {# users}}'),
    undoing: msg('Undoing for {count, plural, one {# user} other {# users}}'),
    says: msg('Bulk passkey registrations at other services appear here, with a result for each user.'),
    none: msg('No users'),
    back: msg('Back to users'),
    list: '/dashboard/users',
  },
}
