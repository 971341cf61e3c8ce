/** Somebody who waits, until when, and the network that they come from. */
export interface Waiting {
  network: string
  until: number
}

/** A queue that serves one network after the other, so that whoever sends many callers keeps only their own waiting. */
export class FairQueue<T extends Waiting> {
  // In the order in which they are next
  readonly #byNetwork = new Map<string, T[]>()
  size = 0

  push(one: T): void {
    const own = this.#byNetwork.get(one.network)
    if (own) own.push(one)
    else this.#byNetwork.set(one.network, [one])
    this.size++
  }

  /** Whoever is next. */
  take(): T | undefined {
    for (const [network, own] of this.#byNetwork) {
      const one = own.shift()
      this.#byNetwork.delete(network)
      if (own.length > 0) this.#byNetwork.set(network, own)
      this.size--
      return one
    }
    return undefined
  }

  /**
   * Lets somebody into a queue that is full, in place of the last of the network with most; answers who lost their
   * place, which is the newcomer where nobody has more.
   */
  pushOut(one: T): T {
    const own = this.#byNetwork.get(one.network)?.length ?? 0
    let longest: T[] = []
    for (const all of this.#byNetwork.values()) if (all.length > longest.length) longest = all
    if (longest.length <= own + 1) return one
    const last = longest.pop()
    if (last === undefined) return one
    this.size--
    this.push(one)
    return last
  }

  /** Takes out whoever has waited too long. */
  takeLate(now: number): T[] {
    const late: T[] = []
    for (const [network, own] of this.#byNetwork) {
      if (!own.some(one => one.until <= now)) continue
      late.push(...own.filter(one => one.until <= now))
      const left = own.filter(one => one.until > now)
      if (left.length > 0) this.#byNetwork.set(network, left)
      else this.#byNetwork.delete(network)
    }
    this.size -= late.length
    return late
  }

  /** Takes everybody out. */
  takeAll(): T[] {
    const all = [...this.#byNetwork.values()].flat()
    this.#byNetwork.clear()
    this.size = 0
    return all
  }
}
