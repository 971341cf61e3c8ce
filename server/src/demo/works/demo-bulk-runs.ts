import { keyStatus } from '@claviger/contract/keys/security-keys'
import { keyActs } from '#features/keys/key-acts/key-run-kind.ts'
import { userActs } from '#features/people/bulk-runs/user-run-kind.ts'
import { later, minutes } from '#platform/clock.ts'
import { newIdAt } from '#platform/ids.ts'
import { type DemoArea, staffName } from '../demo-area.ts'
import { type DemoWork, insertDemoWorks } from './demo-works.ts'
import type { DemoSecurityKey } from '../keys/demo-keys.ts'
import type { StaffMember } from '../staff.ts'

/** The invitations of the waves of the last months, and the suspension of cards that were reported lost. */
export async function insertBulkRuns(area: DemoArea, cards: readonly DemoSecurityKey[]): Promise<void> {
  const { staff, desk, now } = area
  const names = new Map(staff.map(one => [one.id, staffName(one)]))
  const actor = { id: desk.id, name: staffName(desk) }
  const byDay = Map.groupBy(
    staff.filter(one => one.fate !== 'new'),
    one => one.createdAt.toISOString().slice(0, 10),
  )
  const waves = [...byDay.values()].filter(all => all.length > wave).slice(-invited)
  const lost = cards.filter(card => card.status === keyStatus.suspended)
  const suspendedAt = later(now, -minutes(60 * 27))
  await insertDemoWorks(area, [
    ...waves.map(all => invitation(all, actor)),
    {
      id: newIdAt(suspendedAt),
      kind: keyActs.name,
      parameters: { act: 'suspend', verification: null, pins: null },
      actor,
      at: suspendedAt,
      rows: lost.map(({ id, user, name }) => ({
        subject: id,
        named: name,
        facts: { owner: names.get(user) ?? '' },
        outcome: 'done',
      })),
    },
  ])
}

// Fewer users on a day are added one by one
const wave = 20
const invited = 4

function invitation(users: readonly StaffMember[], actor: DemoWork['actor']): DemoWork {
  const at = later(new Date(Math.max(...users.map(one => one.createdAt.getTime()))), minutes(2))
  return {
    id: newIdAt(at),
    kind: userActs.name,
    parameters: { act: 'invite', target: null },
    actor,
    at,
    rows: users.map(one => ({ subject: one.id, named: staffName(one), outcome: 'done' })),
  }
}
