import { everyCondition } from '@claviger/contract/decide/decisions'
import {
  type ConditionName,
  type ListEntry,
  type PolicyContent,
  policyActions,
  policyStates,
} from '@claviger/contract/decide/policy-content'
import { keyKinds } from '@claviger/contract/keys/security-keys'
import type { Warning } from '@claviger/contract/rules/simulations'
import type { PolicySet } from '#features/decide/evaluator/evaluator.ts'
import type { Translate } from '#platform/languages.ts'
import { entriesOverlap } from './entry-overlaps.ts'
import { isFilled, findFactsFor, type Space } from './fact-space.ts'
import { circlesOf, countriesOf, typeOf } from './fact-values.ts'
import { unknowableFactWarnings } from './unknowable-facts.ts'

interface Named {
  readonly id: string
  readonly name: string
}

export interface WarningInput {
  readonly set: PolicySet
  readonly space: Space
  readonly lists: ReadonlyMap<string, Named>
  readonly say: Translate
}

/** Warnings before a policy is saved. Each is proven; uncertain ones are omitted. */
export async function warningsOf(looked: WarningInput, id: string, content: PolicyContent): Promise<Warning[]> {
  const at = looked.set.policies.findIndex(policy => policy.id === id)
  return [
    // A disabled policy affects no one
    ...(at === -1
      ? []
      : [...(await covered(looked, at)), ...(await contradicts(looked, at)), ...(await everybody(looked, at))]),
    ...emptyLists(looked, content),
    ...overlaps(looked, content),
    ...unknownPasses(looked, content),
    ...noLocation(looked, content),
    ...unknowableFactWarnings(looked, content),
  ]
}

async function firstThat(
  places: readonly number[],
  fits: (place: number) => Promise<boolean>,
): Promise<number | undefined> {
  for (const place of places) if (await fits(place)) return place
  return undefined
}

const nameAt = ({ set }: WarningInput, at: number): Named => ({
  id: set.policies[at]?.id ?? '',
  name: set.policies[at]?.content.name ?? '',
})

/** A circle can be tested only at single points, so nothing is certain about a policy with circles. */
const drawsCircles = ({ set }: WarningInput, at: number) =>
  circlesOf({ ...set, policies: set.policies.slice(at, at + 1) }).length > 0

async function covered(looked: WarningInput, at: number): Promise<Warning[]> {
  const { set, space, say } = looked
  if (drawsCircles(looked, at)) return []
  const earlier = set.policies.flatMap(({ content }, place) =>
    place < at && content.state === policyStates.on && !drawsCircles(looked, place) ? [place] : [],
  )
  if ((await findFactsFor(space, { met: [at], unmet: [] })) === 'none') return []
  const one = await firstThat(
    earlier,
    async place => (await findFactsFor(space, { met: [at], unmet: [place] })) === 'none',
  )
  if (one !== undefined) {
    const other = nameAt(looked, one)
    return [
      {
        kind: 'covered',
        condition: null,
        other,
        says: say('This policy never applies, because “{policy}” comes first and matches the same uses', {
          policy: other.name,
        }),
      },
    ]
  }
  if (earlier.length < 2 || (await findFactsFor(space, { met: [at], unmet: earlier })) !== 'none') return []
  const says = say('This policy never applies, because the policies before it already match all its uses')
  return [{ kind: 'covered', condition: null, other: null, says }]
}

const people = ['users', 'groups', 'units'] as const
const samePeople = (one: PolicyContent, other: PolicyContent) =>
  people.some(condition => one[condition].length > 0) &&
  people.every(condition => sameIds(one[condition], other[condition]))

const sameIds = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every(id => other.includes(id))

/**
 * Opposite decisions for the same users, neither an exception to the other: which one applies is accidental.
 */
async function contradicts(looked: WarningInput, at: number): Promise<Warning[]> {
  const own = looked.set.policies[at]?.content
  const found: Warning[] = []
  if (own?.state !== policyStates.on) return found
  for (const [place, { content }] of looked.set.policies.entries()) {
    const opposite = content.state === policyStates.on && content.action !== own.action
    if (opposite && samePeople(own, content) && (await isAccident(looked, at, place)))
      found.push(contradiction(looked, at, place))
  }
  return found
}

/** Whether both apply to some use and the first is not an exception to the second. */
async function isAccident({ space }: WarningInput, at: number, place: number): Promise<boolean> {
  const [first, later] = inOrder(at, place)
  const both = await findFactsFor(space, { met: [first, later], unmet: [] })
  if (typeof both === 'string' || !space.meets(both).has(first) || !space.meets(both).has(later)) return false
  const firstAlone = await findFactsFor(space, { met: [first], unmet: [later] })
  // An exception that precedes its rule is intended
  return firstAlone !== 'none' || (await findFactsFor(space, { met: [later], unmet: [first] })) === 'none'
}

const inOrder = (one: number, other: number): [number, number] => (one < other ? [one, other] : [other, one])

function contradiction(looked: WarningInput, at: number, place: number): Warning {
  const other = nameAt(looked, place)
  const says = looked.say(
    '“{other}” has the opposite action for the same users. Where both match, “{first}” applies because it comes first',
    { other: other.name, first: nameAt(looked, inOrder(at, place)[0]).name },
  )
  return { kind: 'contradicts', condition: null, other, says }
}

async function everybody(looked: WarningInput, at: number): Promise<Warning[]> {
  const content = looked.set.policies[at]?.content
  const bare = content && everyCondition.every(condition => !isFilled(content, condition))
  if (!bare && (drawsCircles(looked, at) || (await findFactsFor(looked.space, { met: [], unmet: [at] })) !== 'none'))
    return []
  const says = looked.say('This policy applies to all users, with any key, anywhere, at any time')
  return [{ kind: 'everybody', condition: null, other: null, says }]
}

function listsOf({ set, lists }: WarningInput, content: PolicyContent) {
  return everyCondition.flatMap(condition => {
    const value = content[condition]
    if (!('lists' in value)) return []
    return value.lists.flatMap(id => {
      const list = set.lists.find(one => one.id === id)
      return list ? [{ condition, list, name: lists.get(id) ?? { id, name: '' } }] : []
    })
  })
}

const emptyLists = (looked: WarningInput, content: PolicyContent): Warning[] =>
  listsOf(looked, content).flatMap(({ condition, list, name }): Warning[] =>
    list.entries.length > 0
      ? []
      : [
          {
            kind: 'empty-list',
            condition,
            other: name,
            says: looked.say("The list “{list}” is empty and doesn't match anything", { list: name.name }),
          },
        ],
  )

function overlaps(looked: WarningInput, content: PolicyContent): Warning[] {
  const { say } = looked
  const inLists = listsOf(looked, content).flatMap(({ condition, list, name }): Warning[] => {
    const found = entriesOverlap(list.type, list.entries)
    const says = found && say('In the list “{list}”, {inner} is already part of {outer}', { list: name.name, ...found })
    return says ? [{ kind: 'overlaps', condition, other: name, says }] : []
  })
  const written = writtenIn(content).flatMap(({ condition, entries }): Warning[] => {
    const found = entriesOverlap(typeOf[condition], entries)
    return found
      ? [{ kind: 'overlaps', condition, other: null, says: say('{inner} is already part of {outer}', { ...found }) }]
      : []
  })
  return [...inLists, ...written]
}

const entriesOf = (values: readonly string[]): ListEntry[] => values.map(value => ({ value, label: '' }))

const writtenIn = (content: PolicyContent) =>
  [
    { condition: 'ipRestriction', entries: entriesOf(content.ipRestriction.values) },
    { condition: 'rpRestriction', entries: entriesOf(content.rpRestriction.values) },
    {
      condition: 'timeLimits',
      entries: entriesOf(
        content.timeLimits.spans.map(
          ({ days, from, to }) => `${days.toSorted((one, other) => one - other).join(',')} ${from}-${to}`,
        ),
      ),
    },
  ] as const

const mayBeUnknown = [
  'rpRestriction',
  'appRestriction',
  'ipRestriction',
  'locationRestriction',
  'devices',
] as const satisfies readonly ConditionName[]

function unknownPasses({ say }: WarningInput, content: PolicyContent): Warning[] {
  const blocks = content.action === policyActions.block
  return mayBeUnknown.flatMap((condition): Warning[] => {
    const passes = isFilled(content, condition) && content[condition].unknown === !blocks
    if (!passes) return []
    const says = blocks
      ? say("The policy doesn't block uses if this value is unknown")
      : say('The policy allows uses even if this value is unknown')
    return [{ kind: 'unknown-passes', condition, other: null, says }]
  })
}

function noLocation(looked: WarningInput, content: PolicyContent): Warning[] {
  const { say } = looked
  if (!isFilled(content, 'locationRestriction')) return []
  const alone: PolicySet = { ...looked.set, policies: [{ id: '', version: 0, content }] }
  const kinds = content.securityKeyDeviceType
  const warning = (says: string): Warning => ({
    kind: 'no-location',
    condition: 'locationRestriction',
    other: null,
    says,
  })
  return [
    ...(countriesOf(alone).length > 0
      ? [warning(say('Private network addresses have no country, so their location is unknown'))]
      : []),
    ...(circlesOf(alone).length > 0 && kinds.length > 0 && !kinds.includes(keyKinds.smartphone)
      ? [warning(say("Only phones send their position, and this policy doesn't apply to phones"))]
      : []),
  ]
}
