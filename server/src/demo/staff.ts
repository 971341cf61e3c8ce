import { userSources } from '@claviger/contract/people/users'
import { days, later, minutes } from '../platform/clock.ts'
import { newIdAt } from '../platform/ids.ts'
import { externalGroups, fates, internalGroups, keysInAll, knownStaff } from './hospital.ts'
import { makeKey, type MadeKey } from './keys/passkeys.ts'
import { emailOfName, type PersonName, nameFrom } from './person-names.ts'
import type { DemoUserState, MadeUser } from './demo-users.ts'
import { type Random, shuffled } from './random.ts'

export interface StaffMember extends MadeUser {
  groups: readonly string[]
  role: number | undefined
}

const domain = 'northgate.example'
const hasKey: readonly DemoUserState[] = ['active', 'suspended', 'needLicense']

export function makeStaff(chance: Random, now: Date): StaffMember[] {
  const left = { ...fates }
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
    const createdAt = later(now, -days(since ?? 60) - chance.below(days(0.4)))
    return {
      ...name,
      id: newIdAt(createdAt),
      userId: `${unique(emailOfName(name), taken)}@${domain}`,
      employeeId: String(101_000 + place * 3 + chance.below(3)),
      fate,
      keys: hasKey.includes(fate) ? 1 : 0,
      source:
        groups.some(group => externalGroups.includes(group)) && chance.next() < 0.2
          ? userSources.entra
          : userSources.local,
      createdAt,
      lastSignInAt: fate === 'noDevice' ? later(now, -days(31) - chance.below(days(20))) : null,
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

const joiningDays = (count: number): number[] =>
  Array.from({ length: count }, (_one, i) => (i < 38 ? (i * 6.5) / 38 : i < 59 ? 7 + ((i - 38) * 6.5) / 21 : 62))

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

export function makeKeys(staff: readonly StaffMember[], chance: Random, now: Date): MadeKey[] {
  const holders = shuffled(
    staff.flatMap(one => Array.from({ length: one.keys }, () => one)),
    chance,
  )
  const joinedWithin = (one: StaffMember, from: number, to: number) =>
    one.createdAt < later(now, -days(from)) && one.createdAt >= later(now, -days(to))
  const week = keysThisWeek - holders.filter(one => joinedWithin(one, 0, 7)).length
  const before = keysTheWeekBefore - holders.filter(one => joinedWithin(one, 7, 15)).length
  let place = 0
  return holders.map(one => {
    if (joinedWithin(one, 0, 15)) return makeKey(one.id, later(one.createdAt, minutes(1)), one.lastSignInAt, chance)
    const ago =
      place < week ? chance.next() * 6.9 : place < week + before ? 7.1 + chance.next() * 6.9 : 15 + chance.next() * 40
    place++
    return makeKey(one.id, later(now, -days(ago)), one.lastSignInAt, chance)
  })
}
