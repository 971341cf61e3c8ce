import { setImmediate as turn } from 'node:timers/promises'
import { everyCondition, type Facts, emptyFacts } from '@claviger/contract/decide/decisions'
import { type ConditionName, type PolicyContent, policyStates } from '@claviger/contract/decide/policy-content'
import { compile, matchingPolicies, type PolicySet } from '#features/decide/evaluator/evaluator.ts'
import { unusedId, unusedSite, factsFrom, type FactValues } from './fact-values.ts'

/** Values of one condition that no policy distinguishes, and which policies they match. */
interface Cell {
  readonly part: FactValues
  readonly met: Uint8Array
}

interface Dimension {
  readonly condition: ConditionName
  readonly cells: readonly Cell[]
  /** Policies with this condition; others match any value. */
  readonly filled: readonly boolean[]
}

/** All facts that policies can distinguish: one value per dimension. */
export interface Space {
  readonly dimensions: readonly Dimension[]
  readonly meets: (facts: Facts) => ReadonlySet<number>
  /** Remaining search effort, shared by all searches. */
  readonly left: Left
}

interface Left {
  looks: number
  turned: number
}

const mostLooks = 100_000_000
const looksAtOnce = 1_000_000

/** Effort for searches that belong together: about a second. */
export const searchBudget = (): Left => ({ looks: mostLooks, turned: mostLooks })

const none = { lists: [] }
export const emptyContent: Pick<PolicyContent, ConditionName | 'demands'> = {
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

export function isFilled(content: PolicyContent, condition: ConditionName): boolean {
  const value = content[condition]
  return (
    Object.values(value).some(part => Array.isArray(part) && part.length > 0) ||
    (Array.isArray(value) && value.length > 0)
  )
}

export const unknownFacts: Facts = { ...emptyFacts, at: new Date(0).toISOString() }

/** Whether groups and applications are known depends on whether user and site are */
const somebodySomewhere: Facts = { ...unknownFacts, user: unusedId, rp: unusedSite }

type Values = Record<ConditionName, readonly FactValues[]>

/** Spaces of one policy set. It is compiled once, and values that several spaces share are looked up once. */
export function spacesOf(set: PolicySet, left = searchBudget()): (values: Values) => Promise<Space> {
  const meets = reporting(set, content => content)
  const dimensions = everyCondition.map(condition => dimensionsOf(set, condition))
  return async values => {
    const found: Dimension[] = []
    for (const dimension of dimensions) found.push(await dimension(values))
    return { dimensions: found, meets, left }
  }
}

/** A space for a single search. */
export const factSpaceOf = (set: PolicySet, values: Values): Promise<Space> => spacesOf(set)(values)

/**
 * Asks the evaluator for each value which policies match by it: each condition is isolated in report-only
 * policies. Yields to other work in between.
 */
function dimensionsOf(set: PolicySet, condition: ConditionName): (values: Values) => Promise<Dimension> {
  const filled = set.policies.map(({ content }) => isFilled(content, condition))
  const isAsked = filled.includes(true)
  const alone = reporting(
    set,
    (content, at) => filled[at] && { ...content, ...emptyContent, [condition]: content[condition] },
  )
  const known = new WeakMap<readonly FactValues[], Dimension>()
  return async ({ [condition]: values }) => {
    const before = known.get(values)
    if (before) return before
    const cells = new Map<string, Cell>()
    for (const [looked, part] of values.entries()) {
      if (looked % 100 === 99) await turn()
      const met = new Uint8Array(set.policies.length)
      if (isAsked) for (const at of alone({ ...somebodySomewhere, ...part })) met[at] = 1
      const print = Buffer.from(met).toString('latin1')
      if (!cells.has(print)) cells.set(print, { part, met })
    }
    const dimension = { condition, cells: [...cells.values()], filled }
    known.set(values, dimension)
    if (values.length > 1) await turn()
    return dimension
  }
}

/** Report-only policies, so that all are evaluated; returns the indexes of those that match. */
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
  return (facts: Facts): ReadonlySet<number> => new Set(matchingPolicies(compiled, facts).map(Number))
}

export interface WantedFacts {
  readonly met: readonly number[]
  readonly unmet: readonly number[]
}

/**
 * Searches facts that match `met` and not `unmet`: `none` if proven impossible, `unsure` if the search took
 * too long. Each policy of `unmet` must fail by one condition; those with the fewest options come first.
 * Yields to other work in between.
 */
export async function findFactsFor(space: Space, { met, unmet }: WantedFacts): Promise<Facts | 'none' | 'unsure'> {
  if (space.left.looks <= 0) return 'unsure'
  const open = space.dimensions.map(({ cells, filled }) =>
    cells.filter(cell => met.every(policy => !filled[policy] || cell.met[policy])),
  )
  if (open.some(cells => cells.length === 0)) return 'none'
  const found = await narrow(space, open, unmet)
  if (!found) return space.left.looks <= 0 ? 'unsure' : 'none'
  return { ...unknownFacts, ...factsFrom(found.map(([cell]) => cell?.part ?? {})) }
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
