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
  readonly #known = new Map<string, { row: Row; actor: UserActor | ApiKeyActor }>()

  /** Whoever was last behind a claim, where they might make this call. */
  expected(claim: Kept, { may, fresh }: Endpoint, request: RequestFacts): Expected | undefined {
    const known = this.#known.get(nameOf(claim))
    if (!known || fresh || !known.actor.permissions.has(may)) return undefined
    return {
      from: { actor: known.actor, request, workspace: claim.workspace },
      holds: ([row]) => saysTheSame((row ?? {}) as Row, known.row),
    }
  }

  /** Keeps whom a call turned out to be from; nobody who administers units, for that limit must be set first. */
  note(claim: Kept, [row]: unknown[], { actor }: Standpoint): void {
    const name = nameOf(claim)
    const known = this.#known.get(name)
    if (known && saysTheSame((row ?? {}) as Row, known.row)) return
    this.#known.delete(name)
    if ((actor.kind !== 'user' || actor.unitsOnly) && actor.kind !== 'api-key') return
    const [oldest] = this.#known.keys()
    if (this.#known.size >= most && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(name, { row: (row ?? {}) as Row, actor })
  }

  /** Forgets whoever was refused. */
  forget(claim: Kept): void {
    this.#known.delete(nameOf(claim))
  }
}

// A key with its secret: whoever merely knows its id is nobody's guess, and has nothing begun
const nameOf = (claim: Kept) =>
  claim.workspace + (claim.kind === 'session' ? claim.session : claim.key + claim.hash.toString('base64'))

type Row = Readonly<Record<string, unknown>>

// They change nothing about who it is
const besides = new Set(['cached', 'last_used_at'])

/** Whether two rows of one statement say the same of who asks. */
function saysTheSame(one: Row, other: Row): boolean {
  for (const name in one) if (!besides.has(name) && !isSame(one[name], other[name])) return false
  return true
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime()
  if (Array.isArray(one) && one.length === 0) return Array.isArray(other) && other.length === 0
  return typeof one === 'object' && one !== null && JSON.stringify(one) === JSON.stringify(other)
}
