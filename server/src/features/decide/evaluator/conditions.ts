import type { Facts } from '@claviger/contract/decide/decisions'
import {
  type ConditionName,
  type Conditions,
  type ListType,
  listTypes,
  policyActions,
  type PolicyContent,
} from '@claviger/contract/decide/policy-content'
import { type AreaCircle, circleOf, Circles } from './evaluator.circles.ts'
import { addressOf, type Network, networkOf, Networks } from './evaluator.networks.ts'
import { forEachParentDomain, siteOf } from './evaluator.sites.ts'
import { coverageOf, type WeekCoverage, isCovered, isZone, minuteOfWeek, spanOf } from './evaluator.times.ts'
import {
  type GatheredCondition,
  gatherFilled,
  gatherCondition,
  type Gathering,
  Items,
  type ValueReader,
} from './condition-gathering.ts'
import { mark, markAll, type Marks, noMarks } from './marks.ts'

const small: ValueReader<string> = value => value.toLowerCase()

const ended = (id: string) => `ended:${id}`

/** A Block policy still applies to those who were members of a group when it ended; an Allow policy doesn't. */
const chosenIn = (name: Chosen, content: PolicyContent): readonly string[] =>
  name === 'groups' && content.action === policyActions.block
    ? [...content.groups, ...content.groups.map(ended)]
    : content[name]

type Chosen = 'users' | 'groups' | 'units' | 'accounts'
const who: Record<Chosen, (facts: Facts) => readonly string[]> = {
  users: facts => (facts.user === null ? [] : [facts.user]),
  groups: ({ groups, endedGroups }) => (endedGroups ? [...groups, ...endedGroups.map(ended)] : groups),
  units: facts => facts.units,
  accounts: facts => (facts.account === null ? [] : [facts.account]),
}

/** Users, groups, units, or accounts, which are listed only in policies. */
export function gatherChosen(name: Chosen, gathering: Gathering): GatheredCondition {
  const items = new Items<string>(gathering)
  gatherFilled(gathering, content => content[name].length > 0)
  const parts = (content: PolicyContent) => ({ values: chosenIn(name, content), lists: [] })
  gatherCondition(gathering, parts, items.live, small, (item, source) => items.add(item, source))
  const fact = name === 'accounts' ? 'account' : 'user'
  return {
    name,
    filled: gathering.filled,
    hold: (facts, marks) => {
      for (const one of who[name](facts)) items.take(marks, one.toLowerCase())
    },
    parts: [gathering.part(items.live, fact, facts => facts[fact] === null)],
  }
}

export function kinds(gathering: Gathering): GatheredCondition {
  const items = new Items<string>(gathering)
  gatherFilled(gathering, content => content.securityKeyDeviceType.length > 0)
  const parts = (content: PolicyContent) => ({ values: content.securityKeyDeviceType.map(String), lists: [] })
  gatherCondition(gathering, parts, items.live, small, (item, source) => items.add(item, source))
  return {
    name: 'securityKeyDeviceType',
    filled: gathering.filled,
    hold: ({ keyKind }, marks) => {
      if (keyKind !== null) items.take(marks, String(keyKind))
    },
    parts: [gathering.part(items.live, 'keyKind', ({ keyKind }) => keyKind === null)],
  }
}

export function entrances(gathering: Gathering): GatheredCondition {
  const items = new Items<string>(gathering)
  gatherFilled(gathering, content => content.waysIn.length > 0)
  const parts = (content: PolicyContent) => ({ values: content.waysIn, lists: [] })
  gatherCondition(gathering, parts, items.live, small, (item, source) => items.add(item, source))
  return {
    name: 'waysIn',
    filled: gathering.filled,
    hold: ({ way }, marks) => {
      if (way !== null) items.take(marks, way)
    },
    parts: [gathering.part(items.live, 'way', ({ way }) => way === null)],
  }
}

export function gatherSites(gathering: Gathering): GatheredCondition {
  const items = new Items<string>(gathering)
  gatherFilled(gathering, ({ rpRestriction: { values, lists } }) => values.length + lists.length > 0)
  gatherCondition(
    gathering,
    content => content.rpRestriction,
    items.live,
    siteOf,
    (item, source) => items.add(item, source),
  )
  return {
    name: 'rpRestriction',
    filled: gathering.filled,
    hold: ({ rp }, marks) => {
      const site = rp === null ? undefined : siteOf(rp)
      if (site !== undefined) forEachParentDomain(site, domain => items.take(marks, domain))
    },
    parts: [gathering.part(items.live, 'rp', ({ rp }) => rp === null)],
  }
}

/** Applications. At a known site that is not an application, the application is none rather than unknown. */
export function applications(gathering: Gathering): GatheredCondition {
  const items = new Items<string>(gathering)
  gatherFilled(gathering, ({ appRestriction: { values, lists } }) => values.length + lists.length > 0)
  gatherCondition(
    gathering,
    content => content.appRestriction,
    items.live,
    small,
    (item, source) => items.add(item, source),
  )
  return {
    name: 'appRestriction',
    filled: gathering.filled,
    hold: ({ app }, marks) => {
      if (app !== null) items.take(marks, app.toLowerCase())
    },
    parts: [gathering.part(items.live, 'app', ({ app, rp }) => app === null && rp === null)],
  }
}

export function addresses(gathering: Gathering): GatheredCondition {
  const named: { network: Network; source: number }[] = []
  const live = noMarks(gathering.policies.length)
  gatherFilled(gathering, ({ ipRestriction: { values, lists } }) => values.length + lists.length > 0)
  gatherCondition(
    gathering,
    content => content.ipRestriction,
    live,
    networkOf,
    (network, source) => named.push({ network, source }),
  )
  const networks = new Networks(named)
  return {
    name: 'ipRestriction',
    filled: gathering.filled,
    hold: ({ ip }, marks) => {
      const address = ip === null ? undefined : addressOf(ip)
      if (address) networks.each(address, source => gathering.take(marks, source))
    },
    parts: [gathering.part(live, 'ip', ({ ip }) => ip === null || addressOf(ip) === undefined)],
  }
}

export function devices(gathering: Gathering): GatheredCondition {
  const items = new Items<string>(gathering)
  gatherFilled(gathering, ({ devices: { values, groups, lists } }) => values.length + groups.length + lists.length > 0)
  gatherCondition(
    gathering,
    ({ devices: { values, groups, lists } }) => ({ values: [...values, ...groups.map(id => `group:${id}`)], lists }),
    items.live,
    small,
    (item, source) => items.add(item, source),
  )
  return {
    name: 'devices',
    filled: gathering.filled,
    hold: ({ device, deviceGroups }, marks) => {
      if (device !== null) items.take(marks, device.toLowerCase())
      for (const one of deviceGroups) items.take(marks, `group:${one.toLowerCase()}`)
    },
    parts: [gathering.part(items.live, 'device', ({ device }) => device === null)],
  }
}

export function gatherPlaces(gathering: Gathering): GatheredCondition {
  const countries = new Items<string>(gathering)
  const circles: { circle: AreaCircle; source: number }[] = []
  const withCircle = noMarks(gathering.policies.length)
  gatherFilled(
    gathering,
    ({ locationRestriction: one }) => one.countries.length + one.circles.length + one.lists.length > 0,
  )
  const country: ValueReader<string> = value => (/^[A-Z]{2}$/i.test(value) ? value.toUpperCase() : undefined)
  gatherCondition(
    gathering,
    ({ locationRestriction: one }) => ({ values: one.countries, lists: one.lists }),
    countries.live,
    country,
    (item, source) => countries.add(item, source),
  )
  gathering.policies.forEach(({ locationRestriction: one }, source) => {
    for (const circle of one.circles) circles.push({ circle, source })
    if (one.circles.length > 0) mark(withCircle, source)
  })
  gatherCondition(
    gathering,
    ({ locationRestriction: one }) => ({ values: [], lists: one.lists }),
    withCircle,
    circleOf,
    (circle, source) => circles.push({ circle, source }),
  )
  const around = new Circles(circles)
  return {
    name: 'locationRestriction',
    filled: gathering.filled,
    hold: ({ country: where, position }, marks) => {
      if (where !== null) countries.take(marks, where.toUpperCase())
      if (position) around.each(position, source => gathering.take(marks, source))
    },
    parts: [
      gathering.part(countries.live, 'country', facts => facts.country === null),
      gathering.part(withCircle, 'position', facts => facts.position === null),
    ],
  }
}

interface Meant {
  readonly pairs: WeekCoverage
  readonly marks: Marks
}

const mostPieces = 500

class Hours {
  readonly #meant: readonly Meant[]
  readonly #turns: Int32Array
  readonly #pieces = new Map<number, Marks>()

  constructor(meant: readonly Meant[]) {
    this.#meant = meant
    this.#turns = Int32Array.from(new Set(meant.flatMap(({ pairs }) => [...pairs]))).toSorted()
  }

  /** Policies whose schedule includes a minute of the week, as a bit set of `words` words. */
  at(minute: number, words: number): Marks {
    let low = 0
    let high = this.#turns.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#turns[middle] as number) <= minute) low = middle + 1
      else high = middle
    }
    const known = this.#pieces.get(low)
    if (known) return known
    const marks: Marks = new Int32Array(words)
    for (const one of this.#meant) if (isCovered(one.pairs, minute)) markAll(marks, one.marks)
    if (this.#pieces.size >= mostPieces) this.#pieces.clear()
    this.#pieces.set(low, marks)
    return marks
  }
}

export function gatherTimes(gathering: Gathering): GatheredCondition {
  const byZone = new Map<string, Map<string, Meant>>()
  const strange = noMarks(gathering.policies.length)
  const ofLists = new Map<number, WeekCoverage>()
  gatherFilled(gathering, ({ timeLimits: { spans, lists } }) => spans.length + lists.length > 0)
  gathering.policies.forEach(({ timeLimits: { spans, lists }, zone }, place) => {
    const named = gathering.listsOf(place, lists)
    if (spans.length + named.length === 0) return
    if (!isZone(zone)) mark(strange, place)
    const ofZone = byZone.get(zone) ?? new Map<string, Meant>()
    byZone.set(zone, ofZone)
    const mean = (key: string, pairs: () => WeekCoverage) => {
      const known = ofZone.get(key) ?? { pairs: pairs(), marks: noMarks(gathering.policies.length) }
      mark(known.marks, place)
      ofZone.set(key, known)
    }
    if (spans.length > 0) {
      const pairs = coverageOf(spans)
      mean(pairs.join(), () => pairs)
    }
    for (const { source, list } of named)
      mean(`list ${source}`, () => {
        const pairs = ofLists.get(source) ?? coverageOf(list.entries.flatMap(({ value }) => spanOf(value) ?? []))
        ofLists.set(source, pairs)
        return pairs
      })
  })
  const zones = [...byZone].map(([zone, hours]) => ({ zone, hours: new Hours([...hours.values()]) }))
  return {
    name: 'timeLimits',
    filled: gathering.filled,
    hold: ({ at }, marks) => {
      const instant = Date.parse(at)
      for (const { zone, hours } of zones) {
        const minute = minuteOfWeek(zone, instant)
        if (minute !== undefined) markAll(marks, hours.at(minute, marks.length))
      }
    },
    // The time is always known, but the local time is unknown if this Node doesn't support the zone
    parts: [gathering.part(strange, undefined, () => true)],
  }
}

export const conditionKinds: readonly {
  name: ConditionName
  list?: ListType
  lenient?: (content: Conditions) => boolean | undefined
  gather: (gathering: Gathering) => GatheredCondition
}[] = [
  { name: 'users', gather: one => gatherChosen('users', one) },
  { name: 'groups', gather: one => gatherChosen('groups', one) },
  { name: 'units', gather: one => gatherChosen('units', one) },
  { name: 'accounts', gather: one => gatherChosen('accounts', one) },
  { name: 'securityKeyDeviceType', gather: kinds },
  { name: 'waysIn', gather: entrances },
  { name: 'timeLimits', list: listTypes.time, gather: gatherTimes },
  { name: 'rpRestriction', list: listTypes.rp, lenient: one => one.rpRestriction.unknown, gather: gatherSites },
  { name: 'appRestriction', list: listTypes.app, lenient: one => one.appRestriction.unknown, gather: applications },
  { name: 'ipRestriction', list: listTypes.ip, lenient: one => one.ipRestriction.unknown, gather: addresses },
  {
    name: 'locationRestriction',
    list: listTypes.location,
    lenient: one => one.locationRestriction.unknown,
    gather: gatherPlaces,
  },
  { name: 'devices', list: listTypes.device, lenient: one => one.devices.unknown, gather: devices },
]
