import { type AppliedReason, appliedReasons, type MatchConflict } from '@claviger/contract/directories/links'
import { msg, t } from '#platform/text/text.ts'

export const appliedReasonOf = (reason: string | null): string =>
  reason === null ? '' : t(appliedReasons[reason as AppliedReason] ?? reason)

const because: Readonly<Record<MatchConflict['because'], string>> = {
  'immutable-id': msg('Same immutable ID'),
  'user-id': msg('Same User ID'),
  email: msg('Same email'),
  'employee-id': msg('Same Employee ID'),
}

export const conflictReason = (clash: Pick<MatchConflict, 'because'>): string => t(because[clash.because])
