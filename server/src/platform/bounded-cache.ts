export class BoundedCache<T> {
  readonly #all = new Map<string, T>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(name: string): T | undefined {
    const one = this.#all.get(name)
    if (one === undefined) return undefined
    this.#all.delete(name)
    this.#all.set(name, one)
    return one
  }

  set(name: string, one: T): void {
    this.#all.delete(name)
    this.#all.set(name, one)
    const [oldest] = this.#all.keys()
    if (this.#all.size > this.#most && oldest !== undefined) this.#all.delete(oldest)
  }

  /** Removes the entry only if it is still `meant`, not a newer one. */
  forget(name: string, meant?: T): void {
    if (meant === undefined || this.#all.get(name) === meant) this.#all.delete(name)
  }

  forgetAll(meant: (one: T) => boolean): void {
    for (const [name, one] of this.#all) if (meant(one)) this.#all.delete(name)
  }
}
