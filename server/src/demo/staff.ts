import { userSources } from '@claviger/contract/people/users'
import { days, later, minutes } from '../platform/clock.ts'
import { newIdAt } from '../platform/ids.ts'
import { externalGroups, usersPerState, historyDays, internalGroups, keysInAll, knownStaff } from './hospital.ts'
import { makeKey, type DemoPasskey } from './keys/passkeys.ts'
import { emailOfName, type PersonName, nameFrom } from './person-names.ts'
import type { DemoUserState, DemoUser } from './demo-users.ts'
import { type Random, shuffled } from './random.ts'

export interface StaffMember extends DemoUser {
  groups: readonly string[]
  role: number | undefined
}

/** Agency staff sign in with the account of their agency. */
export const usesProvider = (one: StaffMember): boolean => one.source === userSources.scim

const domain = 'northgate.example'
const hasKey: readonly DemoUserState[] = ['active', 'suspended', 'needLicense']

export function makeStaff(chance: Random, now: Date): StaffMember[] {
  const left = { ...usersPerState }
  for (const known of knownStaff) left[known.fate]--
  const others = shuffled(
    Object.entries(left).flatMap(([fate, count]) => Array.from({ length: count }, () => fate as DemoUserState)),
    chance,
  )
  const joins = joiningDays(knownStaff.length + others.length)
  const taken = new Map<string, number>()
  const employ = (
    name: PersonName,
    fate: DemoUserState,
    place: number,
    groups: readonly string[],
    role?: number,
  ): StaffMember => {
    // Documented staff came with the import; the most recent users have only an invitation
    const since = place < knownStaff.length ? joins.at(-1 - place) : joins[place - knownStaff.length]
    const joined = later(now, -days(since ?? 60) - chance.below(days(0.4)))
    // Administrators are older than the users they added, and the owner is the oldest
    const createdAt = role === undefined ? joined : later(now, minutes(10 + place) - days(historyDays))
    return {
      ...name,
      id: newIdAt(createdAt),
      userId: `${unique(emailOfName(name), taken)}@${domain}`,
      employeeId: String(101_000 + place * 3 + chance.below(3)),
      fate,
      keys: hasKey.includes(fate) ? 1 : 0,
      source: sourceOf(groups, chance),
      createdAt,
      lastSignInAt:
        fate === 'noDevice'
          ? new Date(Math.max(later(now, -days(31) - chance.below(days(20))).getTime(), createdAt.getTime()))
          : null,
      groups,
      role,
    }
  }
  const staff = [
    ...knownStaff.map((one, place) => employ(one, one.fate, place, one.groups, one.role)),
    ...others.map((fate, i) => employ(nameFrom(chance), fate, knownStaff.length + i, groupsFor(chance))),
  ]
  giveSecondKeys(staff, chance)
  return staff
}

/** Members of departments come from Active Directory or Entra ID, agency staff from the HR system. */
function sourceOf(groups: readonly string[], chance: Random): number {
  if (groups.includes('Contractors')) return userSources.scim
  const share = chance.next()
  if (!groups.some(group => externalGroups.includes(group)) || share < 0.15) return userSources.local
  return share < 0.4 ? userSources.entra : userSources.ldap
}

// The rollout: a pilot a year ago, then one campus after the other
const waves = [
  { daysAgo: 46, share: 0.2 },
  { daysAgo: 74, share: 0.21 },
  { daysAgo: 109, share: 0.19 },
  { daysAgo: 151, share: 0.16 },
  { daysAgo: 204, share: 0.11 },
  { daysAgo: 262, share: 0.07 },
  { daysAgo: 318, share: 0.04 },
  { daysAgo: historyDays - 1, share: 0.02 },
]

/** How many days ago each user joined, latest first. */
const joiningDays = (count: number): number[] =>
  Array.from({ length: count }, (_one, i) => {
    if (i < 38) return (i * 6.5) / 38
    if (i < 59) return 7 + ((i - 38) * 6.5) / 21
    let rest = (i - 59) / (count - 59)
    return waves.find(wave => (rest -= wave.share) < 0)?.daysAgo ?? historyDays - 1
  })

function unique(address: string, taken: Map<string, number>): string {
  const times = (taken.get(address) ?? 0) + 1
  taken.set(address, times)
  return times === 1 ? address : `${address}${times}`
}

function groupsFor(chance: Random): string[] {
  const profession = chance.next() < 0.55 ? 'Nurses' : chance.next() < 0.5 ? 'Physicians' : undefined
  const department = chance.pick(externalGroups.slice(2))
  const own = chance.next() < 0.25 ? [chance.pick(internalGroups)] : []
  return [department, ...(profession ? [profession] : []), ...own]
}

function giveSecondKeys(staff: StaffMember[], chance: Random): void {
  const holders = staff.filter(one => one.keys > 0)
  const more = keysInAll - holders.length
  for (const one of shuffled(holders, chance).slice(0, more)) one.keys++
}

const keysThisWeek = 51
const keysTheWeekBefore = 62

export function makeKeys(staff: readonly StaffMember[], chance: Random, now: Date): DemoPasskey[] {
  const holders = shuffled(
    staff.flatMap(one => Array.from({ length: one.keys }, () => one)),
    chance,
  )
  const joinedWithin = (one: StaffMember, from: number, to: number) =>
    one.createdAt < later(now, -days(from)) && one.createdAt >= later(now, -days(to))
  const week = keysThisWeek - holders.filter(one => joinedWithin(one, 0, 7)).length
  const before = keysTheWeekBefore - holders.filter(one => joinedWithin(one, 7, 15)).length
  let place = 0
  const given = new Set<string>()
  return holders.map(one => {
    if (joinedWithin(one, 0, 15)) return makeKey(one.id, later(one.createdAt, minutes(1)), one.lastSignInAt, chance)
    const recent = place < week ? chance.next() * 6.9 : 7.1 + chance.next() * 6.9
    // Most keys were registered soon after their user joined
    const since = chance.next() ** 3 * (now.getTime() - days(15) - one.createdAt.getTime())
    const at = place < week + before ? later(now, -days(recent)) : later(one.createdAt, Math.max(0, since))
    place++
    return makeKey(one.id, at, lastUseOf(one, at, given, chance), chance)
  })
}

/** A user's first key is used at each sign-in, and many second keys only in the first weeks. */
function lastUseOf(one: StaffMember, at: Date, given: Set<string>, chance: Random): Date | null {
  const isSecond = given.has(one.id)
  given.add(one.id)
  const last = one.lastSignInAt
  if (last === null || last < at) return null
  const laidAway = later(at, chance.below(days(20)))
  return isSecond && chance.next() < 0.4 && laidAway < last ? laidAway : last
}
