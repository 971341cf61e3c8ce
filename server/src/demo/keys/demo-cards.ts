import { keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { days, later } from '#platform/clock.ts'
import { newIdAt } from '#platform/ids.ts'
import type { DemoUser } from '../demo-users.ts'
import type { Random } from '../random.ts'
import type { DemoSecurityKey } from './demo-keys.ts'

const blockedCards = 6
const pinlessCards = 3
const suspendedCards = 5

/**
 * Access cards and fingerprints without passkeys: a card for every third active user, a fingerprint for every 40th,
 * and a pending card for each user who has not started yet.
 */
export function makeDemoCards(staff: readonly DemoUser[], chance: Random, now: Date): DemoSecurityKey[] {
  const active = staff.filter(one => one.fate === 'active')
  const badges = active.filter((_one, place) => place % 3 === 1)
  const fingers = active.filter((_one, place) => place % 40 === 20)
  const waiting = staff.filter(one => one.fate === 'pending')
  const base = (one: DemoUser, ago: number) => {
    const createdAt = later(one.createdAt, Math.min(days(1), Math.max(0, now.getTime() - one.createdAt.getTime())))
    return {
      id: newIdAt(createdAt),
      user: one.id,
      isDefault: one.fate === 'pending',
      createdAt,
      lastUsedAt: later(now, -Math.min(days(ago), now.getTime() - createdAt.getTime())),
    }
  }
  const end = () => chance.bytes(2).toString('hex').toUpperCase()
  return [
    ...badges.map((one, place) => ({
      ...base(one, chance.next() * (place % 8 === 0 ? 120 : 6)),
      kind: keyKinds.accessCard,
      name: place % 9 === 4 ? 'Night badge' : 'Badge',
      cardEnd: end(),
      verification: place % 97 === 5 && place < 97 * pinlessCards ? verifications.pinless : verifications.pin,
      blockedAt: place % 50 === 11 && place < 50 * blockedCards ? now : null,
      status: place % 60 === 31 && place < 60 * suspendedCards ? keyStatus.suspended : keyStatus.active,
    })),
    ...fingers.map(one => ({
      ...base(one, chance.next() * 9),
      kind: keyKinds.fingerprint,
      name: 'Right index finger',
    })),
    ...waiting.map(one => ({
      ...base(one, 0),
      kind: keyKinds.accessCard,
      name: 'Badge',
      verification: verifications.pin,
      status: keyStatus.pending,
      lastUsedAt: null,
    })),
  ]
}

export function withCards<P extends DemoUser>(staff: readonly P[], cards: readonly DemoSecurityKey[]): P[] {
  const count = (status: number) =>
    Map.groupBy(
      cards.filter(card => (card.status ?? keyStatus.active) === status),
      card => card.user,
    )
  const [active, pending] = [count(keyStatus.active), count(keyStatus.pending)]
  return staff.map(one => ({
    ...one,
    keys: one.keys + (active.get(one.id)?.length ?? 0),
    pendingKeys: pending.get(one.id)?.length ?? 0,
  }))
}
