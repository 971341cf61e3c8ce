// The access policy rules of docs/protocols/policies.md, implemented as plainly as possible and independently
// of the evaluator. Slow; used to verify the fast implementation.
import type { Facts, Verdict } from '@claviger/contract/decide/decisions'
import type { FactName } from '@claviger/contract/decide/entry-points'
import type { Circle, PolicyContent, TimeSpan } from '@claviger/contract/decide/policy-content'
import { domainToASCII } from 'node:url'
import type { PolicySet } from '../../src/features/decide/evaluator/evaluator.ts'

type Truth = boolean | 'unknown' | 'unknowable'

const either = (truths: readonly Truth[]): Truth =>
  ([true, 'unknown', 'unknowable'] as const).find(one => truths.includes(one)) ?? false

type Answer = { truth: Truth; unknown: boolean | undefined } | undefined

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Whether a fact has a value, or why not. */
type Known = true | 'none' | 'unknown' | 'unknowable'

/** Neither an empty list nor a missing fact matches anything. */
function any<T>(items: readonly T[], known: Known, is: (item: T) => boolean): Truth {
  if (items.length === 0) return false
  if (items.some(is)) return true
  return known === true || known === 'none' ? false : known
}

const ascii = (name: string) => domainToASCII(name.toLowerCase().replace(/\.$/, ''))
const lies = (rp: string, site: string) => {
  const labels = ascii(rp).split('.')
  const end = ascii(site).split('.')
  return labels.length >= end.length && labels.slice(labels.length - end.length).join('.') === end.join('.')
}

function bitsOf(address: string): string | undefined {
  const four = /^(?:::ffff:)?(\d+)\.(\d+)\.(\d+)\.(\d+)$/i.exec(address)
  if (four)
    return `4${four
      .slice(1)
      .map(part => Number(part).toString(2).padStart(8, '0'))
      .join('')}`
  if (!address.includes(':') || /[%[\]]/.test(address)) return undefined
  const [head = '', tail] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const back = (tail ?? '').split(':').filter(Boolean)
  const middle = tail === undefined ? [] : Array.from({ length: 8 - front.length - back.length }, () => '0')
  const groups = [...front, ...middle, ...back].map(group => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
  const all = groups.join('')
  const mapped = `${'0'.repeat(80)}${'1'.repeat(16)}`
  return all.startsWith(mapped) ? `4${all.slice(96)}` : `6${all}`
}

function isIn(ip: string, network: string): boolean {
  const [address = '', given] = network.split('/')
  const begin = bitsOf(address)
  const is = bitsOf(ip)
  if (begin === undefined || is === undefined) return false
  const inSix = begin.startsWith('4') && address.includes(':') ? 96 : 0
  const count = given === undefined ? begin.length - 1 : Number(given) - inSix
  return is.slice(0, count + 1) === begin.slice(0, count + 1)
}

const isAddress = (ip: string | null): ip is string => ip !== null && bitsOf(ip) !== undefined

/** Creating one is slow. */
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  clocks.set(zone, clock)
  return clock
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function isDuring(at: string, zone: string, { days, from, to }: TimeSpan): boolean {
  const words = clockOf(zone).formatToParts(new Date(at))
  const part = (type: string) => words.find(one => one.type === type)?.value ?? ''
  const today = dayNames.indexOf(part('weekday')) + 1
  const now = `${part('hour')}:${part('minute')}`
  const yesterday = today === 1 ? 7 : today - 1
  if (from < to) return days.includes(today) && from <= now && now < to
  return (days.includes(today) && from <= now) || (days.includes(yesterday) && now < to)
}

function readSpan(text: string): TimeSpan {
  const [which = '', hours = ''] = text.split(' ')
  const [from = '', to = ''] = hours.split('-')
  const days = which.split(',').flatMap(part => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return dayNames.map((_, at) => at + 1).filter(of => of >= first && of <= last)
  })
  return { days, from, to }
}

type Place = { latitude: number; longitude: number }
function pointOf({ latitude, longitude }: Place): [number, number, number] {
  const [up, along] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(up) * Math.cos(along), Math.cos(up) * Math.sin(along), Math.sin(up)]
}
function isAround(place: Place, circle: Place & { radius: number }): boolean {
  const [a, b] = [pointOf(place), pointOf(circle)]
  const straight = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
  return 6_371_000 * 2 * Math.asin(Math.min(1, straight / 2)) <= circle.radius
}

const readCircle = (text: string): Circle => {
  const [latitude = 0, longitude = 0, radius = 0] = text.split(',').map(Number)
  return { latitude, longitude, radius, label: '' }
}

function conditionsOf(set: PolicySet, policy: PolicyContent, facts: Facts): Record<string, Answer> {
  const entries = (ids: readonly string[], type: number) =>
    set.lists
      .filter(list => list.type === type && ids.includes(list.id))
      .flatMap(list => list.entries.map(one => one.value))
  const state = (fact: FactName, has: boolean): Known => (has ? true : (facts.absent?.[fact] ?? 'unknown'))
  const plain = (items: readonly string[], is: readonly string[], known: Known): Answer =>
    items.length === 0
      ? undefined
      : { truth: any(items, known, item => is.some(one => same(one, item))), unknown: undefined }
  const {
    rpRestriction: rp,
    appRestriction: app,
    ipRestriction: ip,
    locationRestriction: where,
    devices,
    timeLimits,
  } = policy
  const one = (fact: string | null) => (fact === null ? [] : [fact])
  const isFilled = (...some: readonly (readonly unknown[])[]) => some.some(items => items.length > 0)
  const kinds = policy.securityKeyDeviceType
  const listed = entries(where.lists, 5)
  const countries = [...where.countries, ...listed.filter(value => !value.includes(','))]
  const circles = [...where.circles, ...listed.filter(value => value.includes(',')).map(readCircle)]
  return {
    users: plain(policy.users, one(facts.user), state('user', facts.user !== null)),
    groups: plain(policy.groups, facts.groups, state('user', facts.user !== null)),
    units: plain(policy.units, facts.units, state('user', facts.user !== null)),
    accounts: plain(policy.accounts, one(facts.account), state('account', facts.account !== null)),
    securityKeyDeviceType: plain(
      kinds.map(String),
      facts.keyKind === null ? [] : [String(facts.keyKind)],
      state('keyKind', facts.keyKind !== null),
    ),
    waysIn: plain(policy.waysIn, one(facts.way), state('way', facts.way !== null)),
    timeLimits: isFilled(timeLimits.spans, timeLimits.lists)
      ? {
          truth: any([...timeLimits.spans, ...entries(timeLimits.lists, 6).map(readSpan)], true, span =>
            isDuring(facts.at, policy.zone, span),
          ),
          unknown: undefined,
        }
      : undefined,
    rpRestriction: isFilled(rp.values, rp.lists)
      ? {
          truth: any(
            [...rp.values, ...entries(rp.lists, 3)],
            state('rp', facts.rp !== null),
            site => facts.rp !== null && lies(facts.rp, site),
          ),
          unknown: rp.unknown,
        }
      : undefined,
    appRestriction: isFilled(app.values, app.lists)
      ? {
          truth: any(
            [...app.values, ...entries(app.lists, 4)],
            state('app', facts.app !== null || facts.rp !== null),
            item => one(facts.app).some(is => same(is, item)),
          ),
          unknown: app.unknown,
        }
      : undefined,
    ipRestriction: isFilled(ip.values, ip.lists)
      ? {
          truth: any(
            [...ip.values, ...entries(ip.lists, 1)],
            state('ip', isAddress(facts.ip)),
            network => isAddress(facts.ip) && isIn(facts.ip, network),
          ),
          unknown: ip.unknown,
        }
      : undefined,
    locationRestriction: isFilled(where.countries, where.circles, where.lists)
      ? {
          truth: either([
            any(countries, state('country', facts.country !== null), item => item === facts.country),
            any(
              circles,
              state('position', facts.position !== null),
              circle => facts.position !== null && isAround(facts.position, circle),
            ),
          ]),
          unknown: where.unknown,
        }
      : undefined,
    devices: isFilled(devices.values, devices.groups, devices.lists)
      ? {
          truth: any(
            [...devices.values, ...devices.groups.map(id => `group:${id}`), ...entries(devices.lists, 2)],
            state('device', facts.device !== null),
            item => [...one(facts.device), ...facts.deviceGroups.map(id => `group:${id}`)].some(is => same(is, item)),
          ),
          unknown: devices.unknown,
        }
      : undefined,
  }
}

function unmetOf({ action, demands }: PolicyContent, facts: Facts): Verdict['unmet'] {
  if (action === 0) return []
  const { signedInAt, model } = facts
  const late = (most: number) =>
    signedInAt === null || new Date(facts.at).getTime() - new Date(signedInAt).getTime() > most * 60_000
  return [
    ...(demands.pin && facts.verified !== true ? (['pin'] as const) : []),
    ...(demands.models.length > 0 && !demands.models.some(one => model !== null && same(one, model))
      ? (['models'] as const)
      : []),
    ...(demands.withinMinutes !== null && late(demands.withinMinutes) ? (['withinMinutes'] as const) : []),
    ...(demands.strength && facts.strengths?.includes(demands.strength) !== true ? (['strength'] as const) : []),
  ]
}

export interface PlainStep {
  policy: string
  applies: boolean
  conditions: { condition: string; met: boolean; unknown: boolean; unknowable: boolean }[]
}

export function decidePlainly(set: PolicySet, facts: Facts): Verdict & { steps: PlainStep[] } {
  const would: string[] = []
  const steps: PlainStep[] = []
  const inOrder = [...set.policies].filter(({ content }) => content.state !== 0)
  inOrder.sort((one, other) => one.content.priority - other.content.priority)
  for (const { id, version, content } of inOrder) {
    const step: PlainStep = { policy: id, applies: true, conditions: [] }
    steps.push(step)
    for (const [condition, answer] of Object.entries(conditionsOf(set, content, facts))) {
      if (!answer) continue
      const { truth, unknown } = answer
      const met =
        typeof truth === 'boolean'
          ? truth
          : truth === 'unknowable'
            ? unknown === true
            : (unknown ?? content.action === 0)
      step.conditions.push({ condition, met, unknown: truth === 'unknown', unknowable: truth === 'unknowable' })
      step.applies = met
      if (!met) break
    }
    if (!step.applies) continue
    const unmet = unmetOf(content, facts)
    const allowed = content.action === 1 && unmet.length === 0
    if (content.state === 2)
      return { allowed, policy: id, version, set: set.version, unmet, wouldRefuse: allowed ? would : [], steps }
    if (!allowed) would.push(id)
  }
  const allowed = set.defaultAction === 1
  return { allowed, policy: null, version: 0, set: set.version, unmet: [], wouldRefuse: allowed ? would : [], steps }
}
