import type { Kept } from './directory.ts'

/** What a round of a delta query tells stays the same while its pages are asked for. */
export class Rounds {
  readonly #open = new Map<string, Kept[]>()
  of(type: string, since: number, until: number, read: () => Kept[]): Kept[] {
    const key = `${type} ${String(since)} ${String(until)}`
    const open = this.#open.get(key)
    if (open) return open
    if (this.#open.size >= 4) this.#open.clear()
    const fresh = read()
    this.#open.set(key, fresh)
    return fresh
  }
}
