import type { CompiledPolicySet } from './evaluator.ts'

/** Maximum memory for the cached sets of all workspaces in a process. */
export const mostBytes = 128 * 1024 * 1024

export class KeptSets {
  readonly #sets = new Map<string, CompiledPolicySet>()
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

  get(workspace: string, version: number): CompiledPolicySet | undefined {
    const set = this.#sets.get(workspace)
    if (set?.version !== version) return undefined
    this.#sets.delete(workspace)
    this.#sets.set(workspace, set)
    return set
  }

  put(workspace: string, set: CompiledPolicySet): void {
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
