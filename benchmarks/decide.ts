// Measures access policies in a separate process: time to prepare and decide, and memory use.
import { entryPoints } from '@claviger/contract/decide/entry-points'
import type { Facts } from '@claviger/contract/decide/decisions'
import { type ListType, type PolicyContent, PolicyContent as Content } from '@claviger/contract/decide/policy-content'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as z from 'zod/mini'
import { compile, decide, type PolicySet } from '../server/src/features/decide/evaluator/evaluator.ts'
import { KeptSets } from '../server/src/features/decide/evaluator/set-cache.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

let seed = 14
const below = (most: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * most)
}
const pick = <T>(some: readonly T[]): T => some[below(some.length)] as T
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

const id = (kind: number, at: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(at).padStart(12, '0')}`
const [people, groups, units, devices, deviceGroups, apps, models] = [1, 2, 3, 4, 5, 6, 7]
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'UTC', 'Australia/Sydney']
const hours = ['06:00', '08:30', '12:00', '17:15', '20:00', '22:45']
const countries = ['DE', 'FR', 'US', 'GB', 'NL', 'PL', 'AT', 'CH']
const network = () =>
  below(4) === 0 ? `2001:db8:${below(65_536).toString(16)}::/48` : `10.${below(256)}.${below(256)}.0/24`
const site = () => `s${below(20_000)}.${pick(['example', 'example.com', 'example.org'])}`
const circle = () => ({
  latitude: below(160) - 80 + below(1000) / 1000,
  longitude: below(360) - 180,
  radius: 100 + below(50_000),
})
const span = () => ({ days: [1 + below(7)], from: pick(hours.slice(0, 3)), to: pick(hours.slice(3)) })

const entry: Record<ListType, () => string> = {
  1: network,
  2: () => (below(10) === 0 ? `group:${id(deviceGroups, below(50))}` : id(devices, below(20_000))),
  3: site,
  4: () => id(apps, below(5000)),
  5: () => {
    const { latitude, longitude, radius } = circle()
    return below(20) === 0 ? pick(countries) : `${latitude},${longitude},${radius}`
  },
  6: () => {
    const { days, from, to } = span()
    return `${days.join()} ${from}-${to}`
  },
}

function policy(at: number, lists: PolicySet['lists']): PolicyContent {
  const named = (type: ListType) => (below(2) === 0 ? [] : [pick(lists.filter(list => list.type === type)).id])
  const filled: Record<string, () => object> = {
    users: () => ({ users: many(30, () => id(people, below(5000))) }),
    groups: () => ({ groups: many(5, () => id(groups, below(200))) }),
    units: () => ({ units: many(3, () => id(units, below(40))) }),
    accounts: () => ({ accounts: many(10, () => id(people, below(5000))) }),
    kinds: () => ({ securityKeyDeviceType: [1 + below(5), 1 + below(5)] }),
    times: () => ({ zone: pick(zones), timeLimits: { spans: many(3, span), lists: named(6) } }),
    sites: () => ({ rpRestriction: { values: many(10, site), lists: named(3) } }),
    apps: () => ({ appRestriction: { values: many(3, () => id(apps, below(5000))), lists: named(4) } }),
    networks: () => ({ ipRestriction: { values: many(5, network), lists: named(1) } }),
    places: () => ({
      locationRestriction: { countries: [pick(countries)], circles: many(2, circle), lists: named(5) },
    }),
    devices: () => ({ devices: { values: many(10, () => id(devices, below(20_000))), lists: named(2) } }),
  }
  const names = Object.keys(filled)
  const chosen = [at, at + 3, at + 7].map(turn => names[turn % names.length] as string)
  return z.parse(Content, {
    name: `Policy ${at}`,
    priority: at + 1,
    action: below(2),
    state: below(10) === 0 ? 1 : 2,
    demands: below(5) === 0 ? { pin: true, models: [id(models, below(5))] } : {},
    ...Object.assign({}, ...chosen.map(name => filled[name]?.() ?? {})),
  })
}

function setOf(policies: number, lists: number, entries: number): PolicySet {
  const made = many(lists, at => {
    const type = ((at % 6) + 1) as ListType
    return { id: id(8, at), type, entries: many(entries, () => ({ value: entry[type](), label: '' })) }
  })
  return {
    version: 1,
    defaultAction: 1,
    policies: many(policies, at => ({ id: id(9, at), version: 1, content: policy(at, made) })),
    lists: made,
  }
}

const factsOf = (): Facts => ({
  entry: 'site',
  absent: entryPoints.site.absent,
  user: id(people, below(5000)),
  groups: many(8, () => id(groups, below(200))),
  units: [id(units, below(40))],
  account: id(people, below(5000)),
  key: null,
  keyKind: 1 + below(5),
  way: pick(['passkey', 'badge-pin', 'phone', null]),
  model: id(models, below(5)),
  rp: `login.${site()}`,
  app: below(4) === 0 ? id(apps, below(5000)) : null,
  ip:
    below(5) === 0
      ? `2001:db8:${below(65_536).toString(16)}::${below(9)}`
      : `10.${below(256)}.${below(256)}.${below(256)}`,
  device: id(devices, below(20_000)),
  deviceGroups: [id(deviceGroups, below(50))],
  at: new Date(Date.UTC(2026, 0, 1) + below(365 * 86_400) * 1000).toISOString(),
  country: pick([...countries, null]),
  position: below(2) === 0 ? circle() : null,
  verified: below(2) === 0,
  signedInAt: null,
})

const at = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0

function measured(policies: number) {
  const set = setOf(policies, 20, 1000)
  for (let turn = 0; turn < 3; turn++) compile(set)
  const compiling = many(9, () => {
    const begun = performance.now()
    compile(set)
    return performance.now() - begun
  }).toSorted((one, other) => one - other)
  collect()
  const before = process.memoryUsage()
  const compiled = compile(set)
  collect()
  const after = process.memoryUsage()
  const weighs = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers
  const facts = many(5000, factsOf)
  let allowed = 0
  for (let turn = 0; turn < 4; turn++) for (const one of facts) allowed += decide(compiled, one).allowed ? 1 : 0
  const times: number[] = []
  for (let turn = 0; turn < 8; turn++)
    for (const one of facts) {
      const begun = process.hrtime.bigint()
      decide(compiled, one)
      times.push(Number(process.hrtime.bigint() - begun) / 1000)
    }
  times.sort((one, other) => one - other)
  const byDefault = facts.filter(one => decide(compiled, one).policy === null).length
  return {
    policies,
    p50: at(times, 0.5),
    p99: at(times, 0.99),
    compile: at(compiling, 0.5),
    megabytes: weighs / 2 ** 20,
    estimate: compiled.bytes / 2 ** 20,
    allowed: allowed / 4 / facts.length,
    byDefault: byDefault / facts.length,
  }
}

function kept(workspaces: number, policies: number, lists: number, entries: number) {
  const sets = many(20, () => setOf(policies, lists, entries))
  collect()
  const before = process.memoryUsage()
  const all = new KeptSets()
  for (let one = 0; one < workspaces; one++) all.put(String(one), compile(sets[one % sets.length] as PolicySet))
  collect()
  const after = process.memoryUsage()
  const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers
  return { workspaces, kept: all.count, megabytes: grown / 2 ** 20, estimate: all.bytes / 2 ** 20 }
}

process.stdout.write(
  `${JSON.stringify({ small: measured(200), large: measured(1000), usual: kept(5000, 12, 6, 10), heavy: kept(1000, 50, 6, 300) })}\n`,
)
