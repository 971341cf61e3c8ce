import { beginOf, type Network, networkOf, networkText } from '#features/decide/evaluator/evaluator.networks.ts'

interface Range {
  readonly first: bigint
  readonly last: bigint
  readonly words: number
}

const numberOf = (words: readonly number[]) => words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n)

function rangeOf(network: Network): Range {
  const first = numberOf(beginOf(network).words)
  const free = BigInt(network.words.length * 32 - network.bits)
  return { first, last: first + (1n << free) - 1n, words: network.words.length }
}

const addressText = (at: bigint, words: number) =>
  networkText({
    words: Array.from({ length: words }, (_, place) => Number((at >> BigInt((words - 1 - place) * 32)) & 0xffff_ffffn)),
    bits: words * 32,
  })

function rangesOf(texts: readonly string[], words: number): Range[] {
  const all = texts.flatMap(text => {
    const network = networkOf(text)
    return network && network.words.length === words ? [rangeOf(network)] : []
  })
  const sorted = all.toSorted((one, other) =>
    one.first < other.first ? -1 : one.first > other.first ? 1 : one.last > other.last ? -1 : 1,
  )
  return sorted.filter((one, at) => one.first !== sorted[at - 1]?.first || one.last !== sorted[at - 1]?.last)
}

/**
 * Representative addresses: for each network one that is in none of its subnetworks, if possible, and one of
 * each family outside all networks.
 */
export function addressesFor(texts: readonly string[]): string[] {
  return [
    ...ofFamily(texts, 1, [0xc612_0001n, 0x0808_0808n, 0x0100_0001n]),
    ...ofFamily(texts, 4, [0x2001_0db8n << 96n, 0x2a00n << 112n, 1n]),
  ]
}

function ofFamily(texts: readonly string[], words: number, outside: readonly bigint[]): string[] {
  const ranges = rangesOf(texts, words)
  const own = ranges.flatMap((range, at) => {
    // Subnetworks follow their network in the order
    let free = range.first
    for (let next = at + 1; next < ranges.length; next++) {
      const inner = ranges[next] as Range
      if (inner.first > free) break
      if (inner.last >= free) free = inner.last + 1n
    }
    return free <= range.last ? [addressText(free, words)] : []
  })
  const most = (1n << BigInt(words * 32)) - 1n
  const isFree = (at: bigint) => at <= most && !ranges.some(({ first, last }) => first <= at && at <= last)
  const free = [...outside, ...ranges.map(({ last }) => last + 1n)].find(isFree) ?? (isFree(0n) ? 0n : undefined)
  return free === undefined ? own : [...own, addressText(free, words)]
}
