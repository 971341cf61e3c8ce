import { isIP } from 'node:net'

/** An address or network as 32-bit words (one for IPv4, four for IPv6) and its prefix length. */
export interface Network {
  readonly words: readonly number[]
  readonly bits: number
}

const [dot, colon, zero] = [46, 58, 48]

/** Parses IPv4 into a word; undefined if invalid, including numbers with leading zeros. */
function wordOf4(text: string): number | undefined {
  let word = 0
  let value = -1
  let dots = 0
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - zero
    if (digit === dot - zero) {
      if (value === -1 || ++dots > 3) return undefined
      word = word * 256 + value
      value = -1
    } else if (digit < 0 || digit > 9 || value === 0) return undefined
    else {
      value = value === -1 ? digit : value * 10 + digit
      if (value > 255) return undefined
    }
  }
  return dots === 3 && value !== -1 ? word * 256 + value : undefined
}

function wordsOf6(text: string): number[] {
  const dotted = text.includes('.')
  const end = dotted ? text.lastIndexOf(':') + 1 : text.length
  const groups: number[] = []
  let gap = -1
  let begun = 0
  for (let at = 0; at <= end; at++) {
    if (at < end && text.charCodeAt(at) !== colon) continue
    if (at > begun) groups.push(Number.parseInt(text.slice(begun, at), 16))
    if (at < end && text.charCodeAt(at + 1) === colon) gap = groups.length
    begun = at + 1
  }
  if (dotted) {
    const low = wordOf4(text.slice(end)) ?? 0
    groups.push(low >>> 16, low & 0xffff)
  }
  while (groups.length < 8) groups.splice(gap, 0, 0)
  return [0, 2, 4, 6].map(at => (((groups[at] ?? 0) << 16) | (groups[at + 1] ?? 0)) >>> 0)
}

const isMapped = (words: readonly number[]) => words[0] === 0 && words[1] === 0 && words[2] === 0xffff

function wordsAsWritten(text: string): number[] | undefined {
  const word = wordOf4(text)
  if (word !== undefined) return [word]
  return text.includes(':') && !text.includes('%') && isIP(text) === 6 ? wordsOf6(text) : undefined
}

// Several conditions and policies parse the same address in succession
let lastText = ''
let lastWords: readonly number[] | undefined

/** Parses an address; IPv4-mapped IPv6 becomes IPv4. Undefined with a port, a zone, or a name. */
export function addressOf(text: string): readonly number[] | undefined {
  if (text === lastText) return lastWords
  const words = wordsAsWritten(text)
  lastText = text
  lastWords = words?.length === 4 && isMapped(words) ? words.slice(3) : words
  return lastWords
}

/** Parses an address or network as written, including host bits; undefined if invalid. */
export function networkOf(text: string): Network | undefined {
  const slash = text.indexOf('/')
  const words = wordsAsWritten(slash === -1 ? text : text.slice(0, slash))
  if (!words) return undefined
  const most = words.length * 32
  const given = slash === -1 ? String(most) : text.slice(slash + 1)
  if (!/^(?:0|[1-9]\d{0,2})$/.test(given) || Number(given) > most) return undefined
  const bits = Number(given)
  return words.length === 4 && bits >= 96 && isMapped(words)
    ? { words: words.slice(3), bits: bits - 96 }
    : { words, bits }
}

const maskOf = (bits: number, word: number): number => {
  const here = Math.min(32, Math.max(0, bits - word * 32))
  return here === 0 ? 0 : (0xffff_ffff << (32 - here)) >>> 0
}

export const beginOf = ({ words, bits }: Network): Network => ({
  words: words.map((word, at) => (word & maskOf(bits, at)) >>> 0),
  bits,
})

export function networkText({ words, bits }: Network): string {
  const [first = 0] = words
  const address =
    words.length === 1
      ? [first >>> 24, (first >>> 16) & 255, (first >>> 8) & 255, first & 255].join('.')
      : new URL(
          `http://[${words.map(word => `${(word >>> 16).toString(16)}:${(word & 0xffff).toString(16)}`).join(':')}]`,
        ).hostname.slice(1, -1)
  return bits === words.length * 32 ? address : `${address}/${bits}`
}

interface Named extends Network {
  readonly source: number
}

const inOrder = (one: Network, other: Network): number => {
  for (let at = 0; at < one.words.length; at++) {
    const apart = (one.words[at] ?? 0) - (other.words[at] ?? 0)
    if (apart !== 0) return apart
  }
  return one.bits - other.bits
}

/**
 * Networks of one address family. Any two are nested or disjoint, so each has a closest enclosing network, and all
 * networks that contain an address are found from the last one that starts before it.
 */
class Family {
  readonly #width: number
  readonly #begins: Uint32Array
  readonly #bits: Uint8Array
  readonly #around: Int32Array
  readonly #sources: (number | number[])[] = []

  constructor(width: number, named: readonly Named[]) {
    const sorted = named.toSorted(inOrder)
    const own = sorted.filter((one, at) => at === 0 || inOrder(sorted[at - 1] as Named, one) !== 0)
    this.#width = width
    this.#begins = new Uint32Array(own.length * width)
    this.#bits = new Uint8Array(own.length)
    this.#around = new Int32Array(own.length)
    own.forEach(({ words, bits }, at) => {
      this.#begins.set(words, at * width)
      this.#bits[at] = bits
      let around = at - 1
      while (around >= 0 && !this.#holds(around, words)) around = this.#around[around] ?? -1
      this.#around[at] = around
    })
    let at = -1
    sorted.forEach((one, place) => {
      const before = sorted[place - 1]
      const known = this.#sources[at]
      if (!before || inOrder(before, one) !== 0) this.#sources[++at] = one.source
      else if (typeof known === 'number') this.#sources[at] = known === one.source ? known : [known, one.source]
      else if (known && !known.includes(one.source)) known.push(one.source)
    })
  }

  #holds(at: number, words: readonly number[]): boolean {
    const bits = this.#bits[at] ?? 0
    for (let word = 0; word * 32 < bits; word++)
      if ((((words[word] ?? 0) ^ (this.#begins[at * this.#width + word] ?? 0)) & maskOf(bits, word)) !== 0) return false
    return true
  }

  #beginsBehind(at: number, words: readonly number[]): boolean {
    for (let word = 0; word < this.#width; word++) {
      const apart = (this.#begins[at * this.#width + word] ?? 0) - (words[word] ?? 0)
      if (apart !== 0) return apart > 0
    }
    return false
  }

  each(words: readonly number[], found: (source: number) => void): void {
    let low = 0
    let high = this.#bits.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#beginsBehind(middle, words)) high = middle
      else low = middle + 1
    }
    for (let at = low - 1; at >= 0; at = this.#around[at] ?? -1) {
      if (!this.#holds(at, words)) continue
      const sources = this.#sources[at] as number | number[]
      if (typeof sources === 'number') found(sources)
      else sources.forEach(found)
    }
  }
}

export class Networks {
  readonly #four: Family
  readonly #six: Family

  constructor(named: readonly { network: Network; source: number }[]) {
    const all = named.map(({ network, source }) => ({ ...beginOf(network), source }))
    this.#four = new Family(
      1,
      all.filter(({ words }) => words.length === 1),
    )
    this.#six = new Family(
      4,
      all.filter(({ words }) => words.length === 4),
    )
  }

  each(address: readonly number[], found: (source: number) => void): void {
    const family = address.length === 1 ? this.#four : this.#six
    family.each(address, found)
  }
}
