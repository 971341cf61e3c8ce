import {
  type ConditionStep,
  type DemandName,
  type Explanation,
  type Facts,
  type PolicyStep,
  type Verdict,
} from '@claviger/contract/decide/decisions'
import {
  type ConditionName,
  type Demands,
  type ListEntry,
  type ListType,
  type PolicyAction,
  policyActions,
  type PolicyContent,
  policyStates,
} from '@claviger/contract/decide/policy-content'
import { conditionKinds } from './conditions.ts'
import { type ConditionPart, type GatheredCondition, Gathering } from './condition-gathering.ts'
import { eachMarked, isMarked, mark, markAll, type Marks, noMarks } from './marks.ts'

export interface PolicySet {
  readonly version: number
  readonly defaultAction: PolicyAction
  readonly policies: readonly { readonly id: string; readonly version: number; readonly content: PolicyContent }[]
  readonly lists: readonly { readonly id: string; readonly type: ListType; readonly entries: readonly ListEntry[] }[]
}

interface Looked {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly priority: number
  readonly action: PolicyAction
  readonly reportOnly: boolean
  readonly demands: Demands | undefined
  readonly content: PolicyContent
}

/** A compiled set: each condition of all policies together, so that each fact is looked up only once. */
export interface CompiledPolicySet {
  readonly version: number
  readonly defaultAction: PolicyAction
  readonly trivial: boolean
  /** Facts that at least one policy needs. */
  readonly asks: ReadonlySet<ConditionName | 'demands' | 'strengths' | 'circles' | 'countries'>
  readonly policies: readonly Looked[]
  readonly conditions: readonly GatheredCondition[]
  readonly on: Marks
  readonly bytes: number
}

/** Compiles a set; sorts its policies and omits disabled ones. */
export function compile(set: PolicySet): CompiledPolicySet {
  const looked = set.policies
    .filter(({ content }) => content.state !== policyStates.off)
    .toSorted((one, other) => one.content.priority - other.content.priority)
  const contents = looked.map(({ content }) => content)
  const lists = new Map(set.lists.map(list => [list.id.toLowerCase(), list]))
  const policies = looked.map(({ id, version, content }): Looked => ({
    id,
    version,
    name: content.name,
    priority: content.priority,
    action: content.action,
    reportOnly: content.state === policyStates.reportOnly,
    demands: content.action === policyActions.allow && demandsAnything(content.demands) ? content.demands : undefined,
    content,
  }))
  const conditions = conditionKinds
    .map(({ list, lenient, gather }) => gather(new Gathering(contents, lists, list, lenient ?? (() => undefined))))
    .filter(({ filled }) => filled.some(word => word !== 0))
  const on = noMarks(policies.length)
  policies.forEach(({ reportOnly }, place) => reportOnly || mark(on, place))
  return {
    version: set.version,
    defaultAction: set.defaultAction,
    trivial: policies.length === 0 && set.defaultAction === policyActions.allow,
    asks: asksOf(conditions, policies),
    policies,
    conditions,
    on,
    bytes: bytesOf(set, contents),
  }
}

const demandsAnything = ({ pin, models, withinMinutes, strength }: Demands) =>
  pin || models.length > 0 || withinMinutes !== null || !!strength

function asksOf(conditions: readonly GatheredCondition[], policies: readonly Looked[]): CompiledPolicySet['asks'] {
  const asks = new Set<ConditionName | 'demands' | 'strengths' | 'circles' | 'countries'>(
    conditions.map(({ name }) => name),
  )
  const [countries, circles] = conditions.find(({ name }) => name === 'locationRestriction')?.parts ?? []
  if (countries?.live.some(word => word !== 0)) asks.add('countries')
  if (circles?.live.some(word => word !== 0)) asks.add('circles')
  if (policies.some(({ demands }) => demands)) asks.add('demands')
  if (policies.some(({ demands }) => demands?.strength)) asks.add('strengths')
  return asks
}

/** Measured: about 100 bytes per item, plus 1,000 per policy and list. */
function bytesOf(set: PolicySet, contents: readonly PolicyContent[]): number {
  const items = contents.map(one =>
    [
      one.users,
      one.groups,
      one.units,
      one.accounts,
      one.rpRestriction.values,
      one.appRestriction.values,
      one.ipRestriction.values,
      one.devices.values,
      one.devices.groups,
      one.locationRestriction.circles,
      one.timeLimits.spans,
      one.demands.models,
    ].reduce((sum, some) => sum + some.length, 0),
  )
  const entries = set.lists.map(({ entries: some }) => some.length)
  const together = [...items, ...entries].reduce((sum, some) => sum + some, 0)
  return 2000 + 1000 * (contents.length + set.lists.length) + 100 * together
}

function unmetOf({ demands }: Looked, { verified, model, signedInAt, at, strengths = [] }: Facts): DemandName[] {
  if (!demands) return []
  const unmet: DemandName[] = []
  if (demands.pin && verified !== true) unmet.push('pin')
  if (demands.models.length > 0 && !demands.models.some(one => one.toLowerCase() === model?.toLowerCase()))
    unmet.push('models')
  const { withinMinutes } = demands
  if (
    withinMinutes !== null &&
    !(signedInAt !== null && Date.parse(at) - Date.parse(signedInAt) <= withinMinutes * 60_000)
  )
    unmet.push('withinMinutes')
  if (demands.strength && !strengths.includes(demands.strength)) unmet.push('strength')
  return unmet
}

const refuses = (policy: Looked, facts: Facts) =>
  policy.action === policyActions.block || unmetOf(policy, facts).length > 0

function met({ hold, parts }: GatheredCondition, facts: Facts, marks: Marks): void {
  hold(facts, marks)
  for (const part of parts) {
    if (!part.isMissing(facts)) continue
    const absence = absenceOf(part, facts)
    if (absence !== 'none') markAll(marks, absence === undefined ? part.lenient : part.explicit)
  }
}

/** Undefined if the missing fact is unknown. */
const absenceOf = ({ fact }: ConditionPart, { absent }: Facts) => (fact === undefined ? undefined : absent?.[fact])

function everyMark(policies: number): Marks {
  const marks = noMarks(policies).fill(-1)
  if (policies % 32 > 0) marks[marks.length - 1] = (1 << (policies % 32)) - 1
  return marks
}

function metBy(set: CompiledPolicySet, facts: Facts): Marks {
  const applies = everyMark(set.policies.length)
  const marks = noMarks(set.policies.length)
  for (const condition of set.conditions) {
    marks.fill(0)
    met(condition, facts, marks)
    let left = 0
    for (let word = 0; word < applies.length; word++)
      left |= applies[word] =
        (applies[word] as number) & ((marks[word] as number) | ~(condition.filled[word] as number))
    if (left === 0) break
  }
  return applies
}

/** Decision of the first matching policy, otherwise the default. */
export const decide = (set: CompiledPolicySet, facts: Facts): Verdict => verdictOf(set, facts, metBy(set, facts))

export function matchingPolicies(set: CompiledPolicySet, facts: Facts): string[] {
  const found: string[] = []
  eachMarked(metBy(set, facts), place => {
    found.push((set.policies[place] as Looked).id)
    return false
  })
  return found
}

function verdictOf(set: CompiledPolicySet, facts: Facts, applies: Marks): Verdict {
  let by: Looked | undefined
  const would: string[] = []
  eachMarked(applies, place => {
    const policy = set.policies[place] as Looked
    if (!policy.reportOnly) by = policy
    else if (refuses(policy, facts)) would.push(policy.id)
    return by !== undefined
  })
  const unmet = by ? unmetOf(by, facts) : []
  const allowed = (by ? by.action : set.defaultAction) === policyActions.allow && unmet.length === 0
  return {
    allowed,
    policy: by?.id ?? null,
    version: by?.version ?? 0,
    set: set.version,
    unmet,
    wouldRefuse: allowed ? would : [],
  }
}

interface Found {
  readonly condition: GatheredCondition
  readonly holds: Marks
  readonly met: Marks
  readonly unknown: Marks
  readonly unknowable: Marks
}

export function explain(set: CompiledPolicySet, facts: Facts): Explanation {
  const applies = everyMark(set.policies.length)
  const found = set.conditions.map((condition): Found => {
    const holds = noMarks(set.policies.length)
    condition.hold(facts, holds)
    const marks = noMarks(set.policies.length)
    met(condition, facts, marks)
    const unknown = noMarks(set.policies.length)
    const unknowable = noMarks(set.policies.length)
    for (const part of condition.parts) {
      const absence = part.isMissing(facts) ? absenceOf(part, facts) : 'none'
      if (absence !== 'none') markAll(absence === undefined ? unknown : unknowable, part.live)
    }
    for (let word = 0; word < applies.length; word++)
      applies[word] = (applies[word] as number) & ((marks[word] as number) | ~(condition.filled[word] as number))
    return { condition, holds, met: marks, unknown, unknowable }
  })
  const verdict = verdictOf(set, facts, applies)
  const last =
    verdict.policy === null ? set.policies.length - 1 : set.policies.findIndex(one => one.id === verdict.policy)
  const steps = set.policies.slice(0, last + 1).map(({ id, demands: _demands, ...policy }, place): PolicyStep => ({
    ...policy,
    policy: id,
    applies: isMarked(applies, place),
    conditions: stepsOf(found, place),
  }))
  return { ...verdict, steps }
}

function stepsOf(found: readonly Found[], place: number): ConditionStep[] {
  const steps: ConditionStep[] = []
  for (const one of found) {
    if (!isMarked(one.condition.filled, place)) continue
    const unknown = !isMarked(one.holds, place) && isMarked(one.unknown, place)
    steps.push({
      condition: one.condition.name,
      met: isMarked(one.met, place),
      unknown,
      unknowable: !isMarked(one.holds, place) && !unknown && isMarked(one.unknowable, place),
    })
    if (!isMarked(one.met, place)) break
  }
  return steps
}
