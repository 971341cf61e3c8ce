import { type AppliedReason, appliedReasons } from '@claviger/contract/directories/links'
import { ScimRefusal } from './scim-refusal.ts'
import type { ConnectedDirectory } from '#features/directories/connections/connections.ts'

const taken: ReadonlySet<string> = new Set(['clash', 'taken', 'other-directory', 'group-name-taken', 'deleted-here'])
const wrong: ReadonlySet<string> = new Set(['no-name'])

export function refusalOf(
  { reason }: { reason?: AppliedReason | undefined },
  connection: Pick<ConnectedDirectory, 'name'>,
): ScimRefusal {
  if (reason === undefined) return new ScimRefusal(403, `The connection “${connection.name}” may not do this`)
  const detail = appliedReasons[reason]
  if (taken.has(reason)) return new ScimRefusal(409, detail, 'uniqueness', undefined, true)
  if (wrong.has(reason)) return new ScimRefusal(400, detail, 'invalidValue')
  // Committed, because the leave of a user with a role is recorded and the owners were notified
  return new ScimRefusal(403, detail, undefined, undefined, reason === 'of-rank')
}
