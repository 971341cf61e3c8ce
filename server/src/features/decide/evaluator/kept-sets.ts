import type { Compiled } from './evaluator.ts'

/** So much memory the sets of all workspaces may take in one process. */
export const mostBytes = 128 * 1024 * 1024

/** Sets that were made ready, the one asked last at the end; those asked longest ago go where they become too many. */
export class KeptSets {
  readonly #sets = new Map<string, Compiled>()
  readonly #most: number
  #bytes = 0

  constructor(most: number = mostBytes) {
    this.#most = most
  }

  get bytes(): number {
    return this.#bytes
  }

  get count(): number {
    return this.#sets.size
  }

  get(workspace: string, version: number): Compiled | undefined {
    const set = this.#sets.get(workspace)
    if (set?.version !== version) return undefined
    this.#sets.delete(workspace)
    this.#sets.set(workspace, set)
    return set
  }

  /** Keeps a set in the place of what the workspace had before. */
  put(workspace: string, set: Compiled): void {
    this.#drop(workspace)
    this.#sets.set(workspace, set)
    this.#bytes += set.bytes
    for (const first of this.#sets.keys()) {
      if (this.#bytes <= this.#most || this.#sets.size === 1) break
      this.#drop(first)
    }
  }

  #drop(workspace: string): void {
    this.#bytes -= this.#sets.get(workspace)?.bytes ?? 0
    this.#sets.delete(workspace)
  }
}
