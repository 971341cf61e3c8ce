import type { Endpoint } from '@claviger/contract/ground/endpoint'
import type { Expected, Standpoint } from '../ground/db/transaction.ts'
import type { ApiKeyActor, RequestFacts, UserActor } from '../ground/world.ts'
import type { Claim } from './authenticate.ts'

export type Kept = Extract<Claim, { kind: 'session' | 'api-key' }>

const most = 5000

/**
 * Who was behind the sessions and keys that called last. It decides nothing: who asks is looked up at each call, and
 * what was begun for somebody else is thrown away. It lets a call that reads ask the database once instead of twice.
 */
export class LastSeen {
  readonly #known = new Map<string, { print: string; actor: UserActor | ApiKeyActor }>()

  /** Whoever was last behind a claim, where they might make this call. */
  expected(claim: Kept, { may, fresh }: Endpoint, request: RequestFacts): Expected | undefined {
    const known = this.#known.get(nameOf(claim))
    if (!known || fresh || !known.actor.permissions.has(may)) return undefined
    return {
      from: { actor: known.actor, request, workspace: claim.workspace },
      holds: ([row]) => printOf(row) === known.print,
    }
  }

  /** Keeps whom a call turned out to be from; nobody who administers units, for that limit must be set first. */
  note(claim: Kept, [row]: unknown[], { actor }: Standpoint): void {
    const name = nameOf(claim)
    this.#known.delete(name)
    if ((actor.kind !== 'user' || actor.unitsOnly) && actor.kind !== 'api-key') return
    const [oldest] = this.#known.keys()
    if (this.#known.size >= most && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(name, { print: printOf(row), actor })
  }

  /** Forgets whoever was refused. */
  forget(claim: Kept): void {
    this.#known.delete(nameOf(claim))
  }
}

const nameOf = (claim: Kept) => `${claim.workspace} ${claim.kind === 'session' ? claim.session : claim.key}`

/** A row as text, without what changes nothing about who it is. */
function printOf(row: unknown): string {
  const { cached: _cached, last_used_at: _at, ...rest } = (row ?? {}) as Record<string, unknown>
  return JSON.stringify(rest)
}
