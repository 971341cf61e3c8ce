import { activityStatus } from '@claviger/contract/oversight/activity'
import { minutes } from '../../../ground/clock.ts'
import type { KeptDecision } from '../../decide/decisions/decisions.ts'
import type { ActivityRow } from './activity.store.ts'

/** How long one thing of a sign-in follows another at most, ms. */
export const follows = minutes(1)

/** How many lines of one key lie between at most. */
export const mostBetween = 20

// What happens on the way to a sign-in: tries and first uses, then the use of the passkey, then what it opened
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

/** A use of a key by a person, which may belong to a sign-in. */
export interface Use {
  readonly row: ActivityRow
  readonly actor: string
  readonly key: string
}

/** The use that a line tells of; undefined where it can belong to no sign-in with a key. */
export function useOf(row: ActivityRow): Use | undefined {
  const key = placeOf(row) === 0 ? null : keyOf(row)
  return key === null || row.actor_id === null ? undefined : { row, actor: row.actor_id, key }
}

const siteOf = ({ row }: Use): unknown => (row.after as { site?: unknown } | null)?.site

/** Is it the use of a passkey for our own pages, which a sign-in there or at a device may follow? */
export const mayOpen = (use: Use, site: string): boolean => placeOf(use.row) === tapped && siteOf(use) === site

const isOfKey = ({ row }: Use) => row.object_type === 'security-key'

/** The uses of one key by one person, the earliest first. */
export type Uses = readonly Use[]

/**
 * The line that one stands with: the sign-in it was on the way to, or itself. Looks at no more of the key's lines after it
 * than `mostBetween`, so that it is the same whichever page asks.
 */
export function headOf(use: Use, all: Uses, site: string): Use {
  let [head, ofKey] = [use, 0]
  for (const next of all.slice(all.findIndex(one => one.row.id === use.row.id) + 1)) {
    if (isOfKey(next) && ++ofKey > mostBetween) break
    if (next.row.at.getTime() - head.row.at.getTime() > follows) break
    const place = placeOf(next.row)
    if (place <= placeOf(head.row) || (place === opened && placeOf(head.row) === tapped && !mayOpen(head, site)))
      continue
    head = next
  }
  return head
}

/** What stands with a line, the earliest first. */
export const stepsOf = (head: Use, all: Uses, site: string): Uses =>
  all
    .slice(
      0,
      all.findIndex(one => one.row.id === head.row.id),
    )
    .filter(one => headOf(one, all, site).row.id === head.row.id)
