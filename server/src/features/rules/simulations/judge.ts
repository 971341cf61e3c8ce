import type { Facts } from '@claviger/contract/decide/decisions'
import { type ConditionName, policyActions, policyStates } from '@claviger/contract/decide/policy-content'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import { storedFactsOf, type KeptDecision } from '#features/decide/decisions/decisions.ts'
import { countryOf } from '#features/decide/evaluator/evaluator.countries.ts'
import { compile, type CompiledPolicySet, decide, type PolicySet } from '#features/decide/evaluator/evaluator.ts'
import { emptyContent, isFilled, reporting } from './fact-space.ts'

export type SimulatedVerdict = boolean | 'undecidable'

type Asks = CompiledPolicySet['asks']

/** Facts that were looked up only if some policy at that time needed them. */
const lookedUp = ['groups', 'units', 'devices'] as const
type LookedUp = (typeof lookedUp)[number]

interface Without {
  readonly known: (facts: Facts) => ReadonlySet<number>
  readonly certain: ReadonlySet<number>
}

/** Evaluates policies for past uses without guessing missing facts. */
export class Judge {
  readonly #set: PolicySet
  readonly #compiled: CompiledPolicySet
  readonly #withoutThose = new Map<string, Without>()
  readonly #alone = new Map<number, CompiledPolicySet>()

  constructor(set: PolicySet) {
    this.#set = {
      ...set,
      policies: set.policies.filter(({ content }) => content.state === policyStates.on),
    }
    this.#compiled = compile(this.#set)
  }

  judge(kept: KeptDecision, at: Date, asked: Asks): SimulatedVerdict {
    if (kept.exempt) return true
    const known = storedFactsOf(kept, at)
    // The address had a country even if no policy needed it
    const country =
      known.country ?? (known.ip !== null && this.#compiled.asks.has('countries') ? countryOf(known.ip) : null)
    const facts = { ...known, country }
    const missing = this.#missingIn(kept.facts, asked)
    const { asks } = this.#compiled
    const unverified =
      asks.has('demands') && !asked.has('demands') && (facts.signedInAt === null || facts.verified === null)
    if (missing.length === 0 && !unverified) return decide(this.#compiled, facts).allowed
    return this.#whateverIsMissing(facts, missing, unverified)
  }

  #missingIn({ groups, units, device, position, keyKind }: Partial<Facts>, asked: Asks): ConditionName[] {
    const { asks } = this.#compiled
    const there: Record<LookedUp, unknown> = { groups, units, devices: device }
    const missing: ConditionName[] = lookedUp.filter(
      name => there[name] === undefined && asks.has(name) && !asked.has(name),
    )
    const mayHaveTold = position === undefined && keyKind === keyKinds.smartphone
    if (mayHaveTold && asks.has('circles') && !asked.has('circles')) missing.push('locationRestriction')
    return missing
  }

  /** The decision, if it is the same for any value of the missing facts. */
  #whateverIsMissing(facts: Facts, missing: readonly ConditionName[], unverified: boolean): SimulatedVerdict {
    const answers = new Set<boolean>()
    const { known, certain } = this.#without(missing)
    for (const place of known(facts)) {
      for (const one of this.#answersOf(place, facts, unverified)) answers.add(one)
      // It matches whatever is missing, so later policies don't matter
      if (certain.has(place)) return oneOf(answers)
    }
    return oneOf(answers.add(this.#set.defaultAction === policyActions.allow))
  }

  /** The policies that match by known facts, in order, and those that need no missing fact. */
  #without(missing: readonly ConditionName[]): Without {
    const key = missing.join(' ')
    const kept = this.#withoutThose.get(key)
    if (kept) return kept
    const left = Object.fromEntries(missing.map(condition => [condition, emptyContent[condition]]))
    const certain = this.#set.policies.flatMap(({ content }, place) =>
      missing.some(condition => isFilled(content, condition)) ? [] : [place],
    )
    const known = reporting(this.#set, content => ({ ...content, ...left }))
    const made = { known, certain: new Set(certain) }
    this.#withoutThose.set(key, made)
    return made
  }

  #answersOf(place: number, facts: Facts, unverified: boolean): boolean[] {
    const { content } = this.#set.policies[place] as PolicySet['policies'][number]
    const { demands } = content
    const alone =
      this.#alone.get(place) ??
      compile({ ...this.#set, policies: [{ id: '', version: 1, content: { ...content, ...emptyContent, demands } }] })
    this.#alone.set(place, alone)
    if (!unverified) return [decide(alone, facts).allowed]
    const best = { ...facts, signedInAt: facts.signedInAt ?? facts.at, verified: facts.verified ?? true }
    return [decide(alone, facts).allowed, decide(alone, best).allowed]
  }
}

const oneOf = (answers: ReadonlySet<boolean>): SimulatedVerdict => {
  const [one = false, ...others] = answers
  return others.length === 0 ? one : 'undecidable'
}
