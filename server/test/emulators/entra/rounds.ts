import type { DirectoryStore } from './directory.ts'

/** Keeps the results of a delta round stable across its pages. */
export class Rounds {
  readonly #open = new Map<string, DirectoryStore[]>()
  of(type: string, since: number, until: number, read: () => DirectoryStore[]): DirectoryStore[] {
    const key = `${type} ${String(since)} ${String(until)}`
    const open = this.#open.get(key)
    if (open) return open
    if (this.#open.size >= 4) this.#open.clear()
    const fresh = read()
    this.#open.set(key, fresh)
    return fresh
  }
}
