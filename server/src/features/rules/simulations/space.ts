import { setImmediate as turn } from 'node:timers/promises'
import { everyCondition, type Facts, nothingKnown } from '@claviger/contract/decide/decisions'
import { type ConditionName, type PolicyContent, policyStates } from '@claviger/contract/decide/policy-content'
import { compile, meeting, type PolicySet } from '../../decide/evaluator/evaluator.ts'
import { another, anotherSite, type Part } from './values.ts'

/** Values of one condition that all policies take alike, and which policies they meet. */
interface Cell {
  readonly part: Part
  /** By the place of the policy in the set. */
  readonly met: Uint8Array
}

interface Dimension {
  readonly condition: ConditionName
  readonly cells: readonly Cell[]
  /** Policies that fill this condition in; the others hold whatever the value. */
  readonly filled: readonly boolean[]
}

/** All facts that policies can tell apart: one value of each dimension. */
export interface Space {
  readonly dimensions: readonly Dimension[]
  /** Tells of whole facts which policies they meet, by their place. */
  readonly meets: (facts: Facts) => ReadonlySet<number>
  /** How long it may still be searched, all searches together. */
  readonly left: Left
}

/** Looks at single cells that are left, and how many there were when other work last had its turn. */
interface Left {
  looks: number
  turned: number
}

const mostLooks = 100_000_000
const looksAtOnce = 1_000_000

/** As long as searches that belong together may take, all together: a second or so. */
export const patience = (): Left => ({ looks: mostLooks, turned: mostLooks })

const none = { lists: [] }
/** Conditions and demands that say nothing. */
export const bare: Pick<PolicyContent, ConditionName | 'demands'> = {
  users: [],
  groups: [],
  units: [],
  accounts: [],
  securityKeyDeviceType: [],
  waysIn: [],
  timeLimits: { spans: [], ...none },
  rpRestriction: { values: [], ...none },
  appRestriction: { values: [], ...none },
  ipRestriction: { values: [], ...none },
  locationRestriction: { countries: [], circles: [], ...none },
  devices: { values: [], groups: [], ...none },
  demands: { pin: false, models: [], withinMinutes: null },
}

/** Does a policy say anything under a condition? */
export function isFilled(content: PolicyContent, condition: ConditionName): boolean {
  const value = content[condition]
  return (
    Object.values(value).some(part => Array.isArray(part) && part.length > 0) ||
    (Array.isArray(value) && value.length > 0)
  )
}

/** Where nothing is known and nothing is asked. */
export const nowhere: Facts = { ...nothingKnown, at: new Date(0).toISOString() }

/** Whether groups and applications are known hangs on whether the person and the site are. */
const somebodySomewhere: Facts = { ...nowhere, user: another, rp: anotherSite }

/**
 * Asks the evaluator of each value which policies hold by it alone: each condition stands there by itself, in policies
 * that decide nothing. Other work has its turn in between.
 */
export async function spaceOf(
  set: PolicySet,
  values: Record<ConditionName, readonly Part[]>,
  left = patience(),
): Promise<Space> {
  const dimensions: Dimension[] = []
  const whole = reporting(set, content => content)
  for (const condition of everyCondition) {
    const filled = set.policies.map(({ content }) => isFilled(content, condition))
    const alone = reporting(
      set,
      (content, at) => filled[at] && { ...content, ...bare, [condition]: content[condition] },
    )
    const cells = new Map<string, Cell>()
    for (const [looked, part] of values[condition].entries()) {
      if (looked % 100 === 99) await turn()
      const met = new Uint8Array(set.policies.length)
      if (filled.includes(true)) for (const at of alone({ ...somebodySomewhere, ...part })) met[at] = 1
      const print = Buffer.from(met).toString('latin1')
      if (!cells.has(print)) cells.set(print, { part, met })
    }
    dimensions.push({ condition, cells: [...cells.values()], filled })
    await turn()
  }
  return { dimensions, meets: whole, left }
}

/** Policies that decide nothing and so are all looked at; answers which of them hold, by their place and in that order. */
export function reporting(
  set: PolicySet,
  of: (content: PolicyContent, at: number) => PolicyContent | false | undefined,
) {
  const compiled = compile({
    ...set,
    policies: set.policies.flatMap(({ content }, at) => {
      const own = of(content, at)
      return own ? [{ id: String(at), version: 1, content: { ...own, state: policyStates.reportOnly } }] : []
    }),
  })
  return (facts: Facts): ReadonlySet<number> => new Set(meeting(compiled, facts).map(Number))
}

/** What is asked for: facts that all of `met` meet and none of `unmet` does. */
export interface Wanted {
  readonly met: readonly number[]
  readonly unmet: readonly number[]
}

/**
 * Facts as they are wanted; `none` where there are none, for certain, and `unsure` where looking for them took too
 * long. Each policy of `unmet` has to fail by one of its conditions; those that have the fewest ways come first. Other
 * work has its turn in between.
 */
export async function seek(space: Space, { met, unmet }: Wanted): Promise<Facts | 'none' | 'unsure'> {
  if (space.left.looks <= 0) return 'unsure'
  const open = space.dimensions.map(({ cells, filled }) =>
    cells.filter(cell => met.every(policy => !filled[policy] || cell.met[policy])),
  )
  if (open.some(cells => cells.length === 0)) return 'none'
  const found = await narrow(space, open, unmet)
  if (!found) return space.left.looks <= 0 ? 'unsure' : 'none'
  return Object.assign({}, nowhere, ...found.map(([cell]) => cell?.part)) as Facts
}

type Open = readonly (readonly Cell[])[]

async function narrow(space: Space, given: Open, unmet: readonly number[]): Promise<Open | undefined> {
  const { left } = space
  let open = given
  let ahead = unmet
  for (;;) {
    let fewest: { policy: number; ways: number[] } | undefined
    const rest: number[] = []
    let forced = false
    for (const policy of ahead) {
      const ways = waysToFail(space, open, policy)
      if (left.looks <= 0) return undefined
      if (left.turned - left.looks > looksAtOnce) {
        left.turned = left.looks
        await turn()
      }
      if (ways === 'fails') continue
      const [way] = ways
      if (way === undefined) return undefined
      if (ways.length === 1) {
        open = without(open, way, policy)
        forced = true
        continue
      }
      rest.push(policy)
      if (!fewest || ways.length < fewest.ways.length) fewest = { policy, ways }
    }
    ahead = rest
    if (!fewest) return open
    if (forced) continue
    const { policy, ways } = fewest
    const others = ahead.filter(one => one !== policy)
    for (const way of ways) {
      const found = await narrow(space, without(open, way, policy), others)
      if (found || left.looks <= 0) return found
    }
    return undefined
  }
}

/** Dimensions by which a policy can still be made to fail; or it fails whatever is chosen. */
function waysToFail({ dimensions, left }: Space, open: Open, policy: number): number[] | 'fails' {
  const ways: number[] = []
  for (const [at, { filled }] of dimensions.entries()) {
    if (!filled[policy]) continue
    const cells = open[at] ?? []
    left.looks -= cells.length
    const failing = cells.reduce((sum, cell) => sum + (cell.met[policy] ? 0 : 1), 0)
    if (failing === cells.length) return 'fails'
    if (failing > 0) ways.push(at)
  }
  return ways
}

const without = (open: Open, dimension: number, policy: number): Open =>
  open.map((cells, at) => (at === dimension ? cells.filter(cell => !cell.met[policy]) : cells))
