/** Seeded pseudo-random numbers, so that every demo looks the same. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  below(below: number): number
  pick<T>(from: readonly T[]): T
  bytes(length: number): Buffer
}

/** A 32-bit generator (mulberry32); for demo data only, never for secrets. */
export function random(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick<T>(from: readonly T[]): T {
      const found = from[below(from.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
    bytes: length => Buffer.from(Array.from({ length }, () => below(256))),
  }
}

export function shuffled<T>(things: readonly T[], chance: Random): T[] {
  return things
    .map(thing => ({ thing, place: chance.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ thing }) => thing)
}
