// Random policies and facts from few values, so that they match about half of the time.
import type { Facts } from '@claviger/contract/decide/decisions'
import { factAbsences, everyFact } from '@claviger/contract/decide/entry-points'
import { type ListType, type PolicyContent, PolicyContent as Content } from '@claviger/contract/decide/policy-content'
import * as fc from 'fast-check'
import * as z from 'zod/mini'
import type { PolicySet } from '../../src/features/decide/evaluator/evaluator.ts'

const id = (kind: number, at: number) =>
  `00000000-0000-4000-8000-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`
const ids = (kind: number, count = 4) => Array.from({ length: count }, (_, at) => id(kind, at))

const [users, groups, units, deviceIds, deviceGroups, apps, models, listIds] = [1, 2, 3, 4, 5, 6, 7, 8].map(kind =>
  ids(kind),
) as [string[], string[], string[], string[], string[], string[], string[], string[]]
const allLists = [...listIds, ...ids(9, 8)]
const sites = [
  'office.com',
  'login.office.com',
  'xn--bcher-kva.example',
  'bücher.example',
  'example',
  'co.uk.example',
  'fice.com',
]
const rps = [
  'office.com',
  'login.office.com',
  'a.b.login.office.com',
  'badoffice.com',
  'shop.xn--bcher-kva.example',
  'example',
  'other.test',
]
const networks = [
  '10.0.0.0/8',
  '10.2.3.0/24',
  '10.2.3.4',
  '0.0.0.0/0',
  '::/0',
  '2001:db8::/32',
  '2001:db8::1',
  '::ffff:10.2.3.0/120',
  '192.0.2.128/25',
  '2001:db8:0:8000::/49',
]
const ips = [
  '10.2.3.4',
  '::ffff:10.2.3.4',
  '10.9.9.9',
  '192.0.2.200',
  '192.0.2.100',
  '2001:db8::1',
  '2001:db8:0:8000::5',
  'fe80::1',
  '::ffff:a02:304',
]
const countries = ['DE', 'FR', 'US']
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia']
const clocks = ['00:00', '02:00', '02:30', '06:00', '12:00', '20:00', '23:59']
const circles = [
  { latitude: 52.52, longitude: 13.405, radius: 5000, label: '' },
  { latitude: 52.52, longitude: 13.405, radius: 700_000, label: '' },
  { latitude: 0, longitude: 179.9, radius: 50_000, label: '' },
  { latitude: 89.9, longitude: 0, radius: 100_000, label: '' },
]
const positions = [
  { latitude: 52.53, longitude: 13.41 },
  { latitude: 48.1, longitude: 11.6 },
  { latitude: 0, longitude: -179.9 },
  { latitude: 89.5, longitude: 170 },
]
// Around both clock changes in all these zones
const around = [
  '2026-03-29T00:00Z',
  '2026-10-25T00:00Z',
  '2026-03-08T06:00Z',
  '2026-11-01T05:00Z',
  '2026-04-04T14:00Z',
  '2026-10-03T15:00Z',
  '2024-02-28T12:00Z',
]
const instants = fc
  .tuple(
    fc.constantFrom(...around),
    fc.integer({ min: -4 * 24 * 60, max: 4 * 24 * 60 }),
    fc.integer({ min: 0, max: 59 }),
  )
  .map(([day, minutes, seconds]) => new Date(Date.parse(day) + minutes * 60_000 + seconds * 1000).toISOString())

const some = <T>(values: readonly T[], maxLength = 3) => fc.uniqueArray(fc.constantFrom(...values), { maxLength })
/** Mostly omitted: with too many conditions, no policy would ever match. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary })
const lists = rarely(some(allLists, 2), [])
const unknown = fc.constantFrom({}, { unknown: true }, { unknown: false })

const span = fc
  .tuple(some([1, 2, 3, 4, 5, 6, 7], 5), fc.constantFrom(...clocks), fc.constantFrom(...clocks, '24:00'))
  .filter(([days, from, to]) => days.length > 0 && from !== to)
  .map(([days, from, to]) => ({ days, from, to }))

const within = (values: fc.Arbitrary<object>) =>
  fc.tuple(values, lists, unknown).map(([one, named, how]) => ({ ...one, lists: named, ...how }))

const content = fc
  .record({
    action: fc.constantFrom(0, 1),
    state: fc.constantFrom(0, 1, 2, 2, 2),
    zone: fc.constantFrom(...zones),
    users: rarely(some(users), []),
    groups: rarely(some(groups), []),
    units: rarely(some(units), []),
    accounts: rarely(some(users), []),
    securityKeyDeviceType: rarely(some([1, 2, 3, 4, 5]), []),
    waysIn: rarely(some(['passkey', 'badge', 'code', 'sms']), []),
    timeLimits: rarely<object>(fc.record({ spans: fc.array(span, { maxLength: 3 }), lists }), {}),
    rpRestriction: rarely<object>(within(fc.record({ values: some(sites) })), {}),
    appRestriction: rarely<object>(within(fc.record({ values: some(apps) })), {}),
    ipRestriction: rarely<object>(within(fc.record({ values: some(networks) })), {}),
    locationRestriction: rarely<object>(
      within(fc.record({ countries: some(countries), circles: some(circles, 2) })),
      {},
    ),
    devices: rarely<object>(within(fc.record({ values: some(deviceIds), groups: some(deviceGroups) })), {}),
    demands: rarely<object>(
      fc.record({ pin: fc.boolean(), models: some(models, 2), withinMinutes: fc.constantFrom(null, 1, 30) }),
      {},
    ),
  })
  .map((one): PolicyContent => z.parse(Content, { name: 'A policy', priority: 1, ...one }))

const written = ({ days, from, to }: { days: readonly number[]; from: string; to: string }) =>
  `${days.join(',')} ${from}-${to}`
const entriesOf: Record<ListType, fc.Arbitrary<string[]>> = {
  1: some(networks),
  2: some([...deviceIds, ...deviceGroups.map(one => `group:${one}`)]),
  3: some(sites),
  4: some(apps),
  5: some([...countries, ...circles.map(one => `${one.latitude},${one.longitude},${one.radius}`)]),
  6: fc.array(span.map(written), { maxLength: 3 }),
}
const list = fc
  .constantFrom<ListType[]>(1, 2, 3, 4, 5, 6)
  .chain(type => entriesOf[type].map(values => ({ type, entries: values.map(value => ({ value, label: '' })) })))

/** Up to so many policies, with eight lists, some of them referenced and some of the wrong type. */
export const sets = (most = 12): fc.Arbitrary<PolicySet> =>
  fc
    .record({
      defaultAction: fc.constantFrom<(0 | 1)[]>(0, 1),
      contents: fc.array(content, { maxLength: most }),
      lists: fc.array(list, { minLength: 8, maxLength: 8 }),
      order: fc.shuffledSubarray(
        Array.from({ length: most }, (_, at) => at + 1),
        { minLength: most, maxLength: most },
      ),
    })
    .map(({ defaultAction, contents, lists: made, order }) => ({
      version: 7,
      defaultAction,
      policies: contents.map((one, at) => ({
        id: id(10, at),
        version: at + 1,
        content: { ...one, name: `Policy ${at}`, priority: (order[at] ?? 0) * 10 },
      })),
      // The remaining IDs refer to deleted lists
      lists: made.map((one, at) => ({ ...one, id: allLists[at] ?? '' })),
    }))

const maybe = <T>(values: readonly T[]) => fc.constantFrom<(T | null)[]>(null, ...values, ...values)

/** The facts that conditions need. */
const asked = everyFact.filter(name => !['key', 'model', 'verified', 'signedInAt'].includes(name))

export const facts: fc.Arbitrary<Facts> = fc
  .record({
    entry: fc.constant(null),
    absent: fc.oneof(
      fc.constant(undefined),
      fc.dictionary(fc.constantFrom(...asked), fc.constantFrom(...factAbsences), { minKeys: 4, maxKeys: 10 }),
    ),
    user: maybe(users),
    groups: some(groups),
    units: some(units),
    account: maybe(users),
    key: maybe(users),
    way: maybe(['passkey', 'badge', 'code', 'sms', 'link'] as const),
    keyKind: maybe([1, 2, 3, 4, 5]),
    model: maybe(models),
    rp: maybe(rps),
    app: maybe(apps),
    ip: maybe(ips),
    device: maybe(deviceIds),
    deviceGroups: some(deviceGroups),
    at: instants,
    country: maybe(countries),
    position: maybe(positions),
    verified: fc.constantFrom(null, true, false),
    signedAgo: fc.constantFrom(null, 0, 59, 60, 61, 1800, 1801),
  })
  .map(({ signedAgo, ...one }) => ({
    ...one,
    signedInAt: signedAgo === null ? null : new Date(Date.parse(one.at) - signedAgo * 1000).toISOString(),
  }))
