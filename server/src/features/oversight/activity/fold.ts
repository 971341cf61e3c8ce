import { activityStatus } from '@claviger/contract/oversight/activity'
import { minutes } from '#platform/clock.ts'
import type { KeptDecision } from '#features/decide/decisions/decisions.ts'
import type { ActivityRow } from './activity.store.ts'

/** Maximum interval between steps of a sign-in, ms. */
export const follows = minutes(1)

export const mostBetween = 20

const places: Readonly<Record<string, number>> = {
  'security-key.pin-refused': 1,
  'security-key.refused': 1,
  'security-key.registered': 1,
  'security-key.signed-in': 2,
  'sign-in.card': 3,
  'sign-in.passkey': 3,
  'device.used': 3,
}
const tapped = 2
const opened = 3

function placeOf({ action, status }: ActivityRow): number {
  const place = places[action] ?? 0
  return place > 0 && status === activityStatus.failed ? 1 : place
}

const keyOf = ({ object_type, object_id, decision }: ActivityRow): string | null =>
  object_type === 'security-key' ? object_id : ((decision as unknown as KeptDecision | null)?.facts.key ?? null)

export interface Use {
  readonly row: ActivityRow
  readonly actor: string
  readonly key: string
}

export function useOf(row: ActivityRow): Use | undefined {
  const key = placeOf(row) === 0 ? null : keyOf(row)
  return key === null || row.actor_id === null ? undefined : { row, actor: row.actor_id, key }
}

const siteOf = ({ row }: Use): unknown => (row.after as { site?: unknown } | null)?.site

export const mayFold = (use: Use, site: string): boolean => placeOf(use.row) === tapped && siteOf(use) === site

const isOfKey = ({ row }: Use) => row.object_type === 'security-key'

export type Uses = readonly Use[]

/**
 * The line that heads a line's group: its sign-in, or the line itself. Looks at no more than `mostBetween`
 * later lines of the key, so that every page gives the same result.
 */
export function headOfFold(use: Use, all: Uses, site: string): Use {
  let [head, ofKey] = [use, 0]
  for (const next of all.slice(all.findIndex(one => one.row.id === use.row.id) + 1)) {
    if (isOfKey(next) && ++ofKey > mostBetween) break
    if (next.row.at.getTime() - head.row.at.getTime() > follows) break
    const place = placeOf(next.row)
    if (place <= placeOf(head.row) || (place === opened && placeOf(head.row) === tapped && !mayFold(head, site)))
      continue
    head = next
  }
  return head
}

export const stepsOf = (head: Use, all: Uses, site: string): Uses =>
  all
    .slice(
      0,
      all.findIndex(one => one.row.id === head.row.id),
    )
    .filter(one => headOfFold(one, all, site).row.id === head.row.id)
