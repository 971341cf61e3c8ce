import type { Facts } from '@claviger/contract/decide/decisions'
import type { FactName } from '@claviger/contract/decide/entry-points'
import {
  type ConditionName,
  type ListType,
  policyActions,
  type PolicyContent,
} from '@claviger/contract/decide/policy-content'
import { isMarked, mark, markAll, type Marks, noMarks } from './marks.ts'

export interface GatheredCondition {
  readonly name: ConditionName
  readonly filled: Marks
  hold(facts: Facts, marks: Marks): void
  readonly parts: readonly ConditionPart[]
}

export interface ConditionPart {
  /** Undefined for the local time, which no entry point declares. */
  readonly fact: FactName | undefined
  isMissing(facts: Facts): boolean
  readonly live: Marks
  /** Policies that a use with an unknown fact matches. */
  readonly lenient: Marks
  /** Policies that explicitly match a missing fact, even where it can't be known. */
  readonly explicit: Marks
}

interface List {
  readonly id: string
  readonly type: ListType
  readonly entries: readonly { readonly value: string }[]
}

/**
 * Collects one condition of all policies. An item's source is a number: a policy's index or, after those, a list's; a
 * list marks all policies that use it.
 */
export class Gathering {
  readonly policies: readonly PolicyContent[]
  readonly filled: Marks
  readonly #lists: ReadonlyMap<string, List>
  readonly #type: ListType | undefined
  readonly #places = new Map<string, number>()
  readonly naming: Marks[] = []
  readonly #lenient: (content: PolicyContent) => boolean | undefined

  constructor(
    policies: readonly PolicyContent[],
    lists: ReadonlyMap<string, List>,
    type: ListType | undefined,
    lenient: (content: PolicyContent) => boolean | undefined,
  ) {
    this.policies = policies
    this.filled = noMarks(policies.length)
    this.#lists = lists
    this.#type = type
    this.#lenient = lenient
  }

  listsOf(place: number, ids: readonly string[]): { source: number; list: List }[] {
    return ids.flatMap(id => {
      const list = this.#lists.get(id.toLowerCase())
      if (!list || list.type !== this.#type) return []
      const at = this.#places.get(list.id) ?? this.naming.length
      this.#places.set(list.id, at)
      const naming = (this.naming[at] ??= noMarks(this.policies.length))
      mark(naming, place)
      return [{ source: this.policies.length + at, list }]
    })
  }

  take(marks: Marks, source: number): void {
    const place = source - this.policies.length
    if (place < 0) mark(marks, source)
    else markAll(marks, this.naming[place] as Marks)
  }

  part(live: Marks, fact: ConditionPart['fact'], isMissing: ConditionPart['isMissing']): ConditionPart {
    const lenient = noMarks(this.policies.length)
    const explicit = noMarks(this.policies.length)
    this.policies.forEach((content, place) => {
      if (!isMarked(live, place)) return
      const said = this.#lenient(content)
      // Defaults to the safe side of the action
      if (said ?? content.action === policyActions.block) mark(lenient, place)
      if (said === true) mark(explicit, place)
    })
    return { fact, live, lenient, explicit, isMissing }
  }
}

export class Items<K> {
  readonly #sources = new Map<K, number | number[]>()
  readonly live: Marks
  readonly #gathering: Gathering

  constructor(gathering: Gathering) {
    this.#gathering = gathering
    this.live = noMarks(gathering.policies.length)
  }

  add(value: K, source: number): void {
    const known = this.#sources.get(value)
    if (known === undefined) this.#sources.set(value, source)
    else if (typeof known === 'number') {
      if (known !== source) this.#sources.set(value, [known, source])
    } else if (known.at(-1) !== source) known.push(source)
  }

  take(marks: Marks, value: K): void {
    const sources = this.#sources.get(value)
    if (sources === undefined) return
    if (typeof sources === 'number') this.#gathering.take(marks, sources)
    else for (const source of sources) this.#gathering.take(marks, source)
  }
}

const valuesOf = ({ entries }: List): string[] => entries.map(({ value }) => value)

/** Parses a value of a policy or list; undefined if it can never match. */
export type ValueReader<T> = (value: string) => T | undefined

/** Parses each item of all policies and lists once, and marks the policies with items. */
export function gatherCondition<T>(
  gathering: Gathering,
  parts: (content: PolicyContent) => { values: readonly string[]; lists: readonly string[] },
  live: Marks,
  read: ValueReader<T>,
  add: (item: T, source: number) => void,
): void {
  const withItems = new Map<number, boolean>()
  const addAll = (values: readonly string[], source: number) => {
    let some = false
    for (const value of values) {
      const item = read(value)
      if (item === undefined) continue
      add(item, source)
      some = true
    }
    return some
  }
  gathering.policies.forEach((content, place) => {
    const { values, lists } = parts(content)
    if (addAll(values, place)) mark(live, place)
    for (const { source, list } of gathering.listsOf(place, lists)) {
      const some = withItems.get(source) ?? addAll(valuesOf(list), source)
      withItems.set(source, some)
      if (some) mark(live, place)
    }
  })
}

export const gatherFilled = (gathering: Gathering, isFilled: (content: PolicyContent) => boolean) =>
  gathering.policies.forEach((content, place) => isFilled(content) && mark(gathering.filled, place))
