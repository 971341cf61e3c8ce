export interface Waiter {
  network: string
  until: number
}

/** A queue that alternates between networks, so that a network with many callers delays only its own. */
export class FairQueue<T extends Waiter> {
  readonly #byNetwork = new Map<string, T[]>()
  size = 0

  push(one: T): void {
    const own = this.#byNetwork.get(one.network)
    if (own) own.push(one)
    else this.#byNetwork.set(one.network, [one])
    this.size++
  }

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

  takeAll(): T[] {
    const all = [...this.#byNetwork.values()].flat()
    this.#byNetwork.clear()
    this.size = 0
    return all
  }
}
