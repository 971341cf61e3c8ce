import type { Facts } from '@claviger/contract/decide/decisions'
import {
  type ConditionName,
  type ListType,
  policyActions,
  type PolicyContent,
} from '@claviger/contract/decide/policy-content'
import { isMarked, mark, markAll, type Marks, noMarks } from './marks.ts'

/** What one condition asks for in all policies of a set at once. */
export interface Condition {
  readonly name: ConditionName
  /** Policies that fill it in. */
  readonly filled: Marks
  /** Marks the policies for which it holds by what is known. */
  hold(facts: Facts, marks: Marks): void
  readonly parts: readonly Part[]
}

/** What is asked of one fact. */
export interface Part {
  isUnknown(facts: Facts): boolean
  /** Policies of which some item could hold if it were known. */
  readonly live: Marks
  /** Those of them for which the unknown counts as met. */
  readonly lenient: Marks
}

interface List {
  readonly id: string
  readonly type: ListType
  readonly entries: readonly { readonly value: string }[]
}

/**
 * Gathers one condition of all policies. Whose an item is, is a number: a policy's place, or behind them a list of the
 * type; a list marks all policies that name it.
 */
export class Gathering {
  readonly policies: readonly PolicyContent[]
  readonly filled: Marks
  readonly #lists: ReadonlyMap<string, List>
  readonly #type: ListType | undefined
  readonly #places = new Map<string, number>()
  /** What each list marks. */
  readonly naming: Marks[] = []
  readonly #lenient: (content: PolicyContent) => boolean

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
    // What nobody chose is the safe side of the action
    this.#lenient = content => lenient(content) ?? content.action === policyActions.block
  }

  /** The lists of the right type that a policy names, with whose their entries are. */
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

  /** Marks whose an item is. */
  take(marks: Marks, source: number): void {
    const place = source - this.policies.length
    if (place < 0) mark(marks, source)
    else markAll(marks, this.naming[place] as Marks)
  }

  part(live: Marks, isUnknown: Part['isUnknown']): Part {
    const lenient = noMarks(this.policies.length)
    this.policies.forEach((content, place) => {
      if (isMarked(live, place) && this.#lenient(content)) mark(lenient, place)
    })
    return { live, lenient, isUnknown }
  }
}

/** Values with whose they are. */
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

/** Reads a value that stands in a policy or a list; undefined for what can never hold. */
export type Reading<T> = (value: string) => T | undefined

/** Reads the items of every policy and list, once each, and marks whose policies have any. */
export function gather<T>(
  gathering: Gathering,
  parts: (content: PolicyContent) => { values: readonly string[]; lists: readonly string[] },
  live: Marks,
  read: Reading<T>,
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

/** Marks the policies that fill the condition in. */
export const fill = (gathering: Gathering, isFilled: (content: PolicyContent) => boolean) =>
  gathering.policies.forEach((content, place) => isFilled(content) && mark(gathering.filled, place))
