import { refuse } from '../protocol/scim-refusal.ts'
import { comparisons, type Comparison, type ScimFilter, type Value } from './filter-tree.ts'
import { type FilterToken, wordsOf } from './filter-tokens.ts'
import { parserLimits } from '#platform/parsing/parser-limits.ts'

const isComparison = (text: string): text is Comparison => (comparisons as readonly string[]).includes(text)

const joining: ReadonlySet<string> = new Set(['and', 'or', 'not'])

/** Parses a filter; precedence: `not`, `and`, `or`. @throws invalidFilter */
export const readFilter = (text: string): ScimFilter => new Reader(wordsOf(text)).whole()

class Reader {
  readonly #words: readonly FilterToken[]
  #at = 0
  #nots = 0

  constructor(words: readonly FilterToken[]) {
    this.#words = words
  }

  whole(): ScimFilter {
    if (this.#words.length === 0) throw refuse('invalidFilter', 'The filter is empty')
    const filter = this.#any()
    if (this.#at < this.#words.length) throw this.#unexpected()
    return filter
  }

  #any(): ScimFilter {
    const of = [this.#all()]
    while (this.#takes('or')) of.push(this.#all())
    return of.length === 1 ? (of[0] as ScimFilter) : { op: 'or', of }
  }

  #all(): ScimFilter {
    const of = [this.#one()]
    while (this.#takes('and')) of.push(this.#one())
    return of.length === 1 ? (of[0] as ScimFilter) : { op: 'and', of }
  }

  #one(): ScimFilter {
    if (this.#takes('not')) {
      if (++this.#nots > parserLimits.scimFilterNots)
        throw refuse('invalidFilter', `A filter has at most ${parserLimits.scimFilterNots} times “not”`)
      if (!this.#isNext('(')) throw refuse('invalidFilter', 'Behind “not” stands a bracket')
      return { op: 'not', of: this.#one() }
    }
    if (this.#isNext('(')) {
      this.#at++
      const inside = this.#any()
      this.#close(')')
      return inside
    }
    return this.#expression()
  }

  #expression(): ScimFilter {
    const path = this.#name('the name of an attribute')
    if (!this.#isNext('[')) return this.#compared(path)
    this.#at++
    const inside = this.#any()
    this.#close(']')
    const next = this.#words[this.#at]
    if (next?.is !== 'name' || !next.text.startsWith('.')) return { op: 'has', path, of: inside }
    this.#at++
    // The sub-attribute after the bracket applies to the same value
    return { op: 'has', path, of: { op: 'and', of: [inside, this.#compared(next.text.slice(1))] } }
  }

  #compared(path: string): ScimFilter {
    const op = this.#name('an operator').toLowerCase()
    if (op === 'pr') return { op, path }
    if (!isComparison(op)) throw refuse('invalidFilter', `“${op.slice(0, 20)}” is no operator`)
    return { op, path, value: this.#value() }
  }

  #value(): Value {
    const word = this.#words[this.#at++]
    if (word?.is === 'value') return word.value
    // Entra ID sends True and False, and Microsoft's collection texts without quotes
    const text = word?.is === 'name' ? word.text.toLowerCase() : ''
    if (text === 'true' || text === 'false') return text === 'true'
    if (text === 'null') return null
    if (word?.is === 'name' && !joining.has(text)) return word.text
    this.#at--
    throw refuse('invalidFilter', 'Behind an operator stands a value: a text in quotes, a number, true, false or null')
  }

  #name(what: string): string {
    const word = this.#words[this.#at]
    if (word?.is !== 'name' || word.text.startsWith('.')) throw this.#unexpected(what)
    this.#at++
    return word.text
  }

  #takes(name: string): boolean {
    const word = this.#words[this.#at]
    if (word?.is !== 'name' || word.text.toLowerCase() !== name) return false
    this.#at++
    return true
  }

  #isNext = (mark: '(' | ')' | '[' | ']') => this.#words[this.#at]?.is === mark

  #close(mark: ')' | ']'): void {
    if (!this.#isNext(mark)) throw this.#unexpected(`“${mark}”`)
    this.#at++
  }

  #unexpected(wanted = 'the end'): Error {
    const word = this.#words[this.#at]
    const there = !word
      ? 'the end'
      : word.is === 'name'
        ? word.text
        : word.is === 'value'
          ? String(word.value)
          : word.is
    return refuse('invalidFilter', `The filter has “${there.slice(0, 60)}” where ${wanted} is expected`)
  }
}
