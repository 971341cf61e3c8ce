import type { Endpoint } from '@claviger/contract/platform/endpoint'
import type { ExpectedCaller } from '../platform/db/reading/read-as.ts'
import type { AuthContext } from '../platform/db/transaction.ts'
import type { ApiKeyActor, RequestFacts, UserActor } from '../platform/app-context.ts'
import type { CallerClaim } from './authenticate.ts'

export type SeenClaim = Extract<CallerClaim, { kind: 'session' | 'api-key' }>

const most = 5000

/**
 * The last known actors of sessions and keys. It decides nothing: each call looks up its actor, and work begun
 * for another actor is discarded. It lets a reading call query the database once instead of twice.
 */
export class LastSeen {
  readonly #known = new Map<string, { row: Row; actor: UserActor | ApiKeyActor }>()

  expected(claim: SeenClaim, { may, fresh }: Endpoint, request: RequestFacts): ExpectedCaller | undefined {
    const known = this.#known.get(nameOf(claim))
    if (!known || fresh || !known.actor.permissions.has(may)) return undefined
    return {
      from: { actor: known.actor, request, workspace: claim.workspace },
      holds: ([row]) => saysTheSame((row ?? {}) as Row, known.row),
    }
  }

  /** Caches the actor of a call, except unit administrators, whose limit must be set first. */
  note(claim: SeenClaim, [row]: unknown[], { actor }: AuthContext): void {
    const name = nameOf(claim)
    const known = this.#known.get(name)
    if (known && saysTheSame((row ?? {}) as Row, known.row)) return
    this.#known.delete(name)
    if ((actor.kind !== 'user' || actor.unitsOnly) && actor.kind !== 'api-key') return
    const [oldest] = this.#known.keys()
    if (this.#known.size >= most && oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(name, { row: (row ?? {}) as Row, actor })
  }

  forget(claim: SeenClaim): void {
    this.#known.delete(nameOf(claim))
  }
}

// A key including its secret: knowing only its ID must not start any work
const nameOf = (claim: SeenClaim) =>
  claim.workspace + (claim.kind === 'session' ? claim.session : claim.key + claim.hash.toString('base64'))

type Row = Readonly<Record<string, unknown>>

const besides = new Set(['cached', 'last_used_at'])

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
