import type { Logger } from 'pino'
import type pg from 'pg'
import type { Language } from '@claviger/contract/platform/languages'
import type { AccountRole, Permission, WorkspaceRole } from '@claviger/contract/platform/permissions'
import type { TargetKind } from '@claviger/contract/people/dependents'
import type { OutgoingFeature } from '@claviger/contract/tenancy/private-targets'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { StatementPart } from './db/parts.ts'
import type { References } from './secrets/references.ts'
import type { Sealer } from './secrets/seal.ts'

export interface AppContext {
  readonly config: Config
  readonly log: Logger
  readonly clock: Clock
  /** Connections that see one workspace at a time. */
  readonly pool: pg.Pool
  /** Read-only connections that see one workspace at a time. */
  readonly readPool: pg.Pool
  /** Connections that see all workspaces: super administration, jobs, and the command line. */
  readonly superPool: pg.Pool
  readonly replica?: Replica | undefined
  readonly databaseHealth: DatabaseHealth
  readonly jobs: Jobs
  readonly sealer: Sealer
  readonly references: References
  /** Says which private addresses may be called. */
  readonly outgoing: Outgoing
  /** Asked before something is removed that policies can name. */
  readonly removals: Removals
  readonly hashKey: Uint8Array
  /** Observes every call and job in tests; undefined in production. */
  readonly auditProbe?: AuditProbe
}

/** Says which private addresses the server may call, for which feature of which workspace. */
export interface Outgoing {
  /**
   * Whether a host and port may be called: allowed by an owner, blocked until one allows it, or closed by the operator.
   * Asked for each connection; what is blocked is noted.
   */
  mayReach(target: {
    readonly workspace: string
    readonly feature: OutgoingFeature
    readonly host: string
    readonly port: number
  }): Promise<'allowed' | 'blocked' | 'closed'>
}

export interface Removal {
  readonly kind: TargetKind
  readonly ids: readonly string[]
}

/** Says who would lose access by a removal. The rules of policies are on a higher layer than what they name. */
export interface Removals {
  preview(
    ctx: TransactionContext,
    removed: Removal,
  ): Promise<{ lockedOut: { readonly id: string; readonly name: string }[]; refused: boolean }>
  /** Call before writing. @throws still-blocks, owners-locked-out */
  mustBeSafe(ctx: TransactionContext, removed: Removal, lockOutSeen: boolean | undefined): Promise<void>
  /** Call before an authentication strength changes, with all strengths as they will be. @throws owners-locked-out */
  mustStayMet(
    ctx: TransactionContext,
    strengths: readonly { readonly id: string; readonly content: unknown }[],
    lockOutSeen: boolean | undefined,
  ): Promise<void>
}

export interface DatabaseHealth {
  readonly answers: boolean
  stop(): void
}

export interface Replica {
  readonly pool: pg.Pool
  /** False while the replica doesn't respond or recently lagged too far behind. */
  readonly answers: boolean
  fellBehind(): void
  close(): Promise<void>
}

/** Work after commit: retried with growing delays, kept for inspection if it fails permanently. */
export interface JobKind<D extends object = object> {
  readonly name: string
  readonly work: (world: AppContext, data: D) => Promise<void>
  /** Five-field cron expression in UTC. */
  readonly cron?: string
  /** Number of parallel workers, for kinds where one hanging job must not block the next. */
  readonly takers?: number
  /** How long to retry, if the default of eight minutes is too short. */
  readonly patience?: RequestPatience
  readonly silent?: Silence
}

export interface RequestPatience {
  tries: number
  /** In seconds. The delay between retries doubles up to this limit. */
  longestWait: number
}

export interface Jobs {
  /** Adds a job in the running transaction: it is committed or rolled back with it. */
  announce<D extends object>(ctx: TransactionContext, kind: JobKind<D>, data: D): Promise<void>
  part<D extends object>(kind: JobKind<D>, data: D): Promise<StatementPart>
  /** Notifies the workers of a job kind. Without it they take the job up to two seconds later. */
  wake(kind: JobKind<never>): void
  work(world: AppContext, kinds: readonly JobKind<never>[]): void
  counts(): Promise<{ name: string; waiting: number; running: number; failed: number }[]>
  stuck(): Promise<StuckJob[]>
  again(kind: string, id: string): Promise<boolean>
  stop(): Promise<void>
}

export interface StuckJob {
  id: string
  kind: string
  failed: boolean
  tries: number
  since: Date
  error: string
}

/** Runs an act and fails if it changed something without an activity log entry. */
export type AuditProbe = <T>(act: Act, work: () => Promise<T>) => Promise<T>

export interface Silence {
  readonly tables: readonly string[]
  readonly because: string
}

export interface Act {
  readonly name: string
  readonly silent: string | Silence | undefined
}

export interface RequestFacts {
  readonly id: string
  readonly ip: string
  readonly userAgent: string
  readonly language?: Language
  readonly program?: { readonly platform: string; readonly client: string; readonly version: string }
  readonly upload?: AsyncIterable<Uint8Array>
}

export interface UserActor {
  readonly kind: 'user'
  readonly id: string
  readonly sessionId: string
  readonly name: string
  readonly email: string | null
  readonly accountRole: AccountRole
  readonly workspaceRole: WorkspaceRole | null
  readonly permissions: ReadonlySet<Permission>
  readonly verifiedAt: Date | null
  readonly workspaceType: number
  /** An administrator of organization units, who sees and changes only users of those units. */
  readonly unitsOnly: boolean
  /** A super administrator who looks into a workspace with the consent of its owner; not a user of it. */
  readonly support?: { readonly id: string; readonly endsAt: Date }
}

/**
 * A program with an API key. An Admin key has the permissions that are in its scopes and that its responsible
 * administrator holds.
 */
export interface ApiKeyActor {
  readonly kind: 'api-key'
  readonly id: string
  readonly name: string
  readonly keeper: string | null
  readonly permissions: ReadonlySet<Permission>
  /** Permissions for whose sensitive acts an owner granted the key. */
  readonly granted: ReadonlySet<Permission>
  readonly workspaceType: number
  readonly limited: boolean
}

/** Holder of a short-lived session that precedes the real one; `payload` is the target of its reference. */
export interface PassingActor {
  readonly kind:
    | 'passkey'
    | 'email'
    | 'registration'
    | 'link'
    | 'reader'
    | 'agent'
    | 'self-service'
    | 'approval'
    | 'kiosk'
    | 'kiosk-link'
  readonly payload: Uint8Array
  readonly endsAt: Date
}

export interface AnonymousActor {
  readonly kind: 'nobody'
}

/** The command line without an account, or the actor in whose name a job continues. */
export interface OperatorActor {
  readonly kind: 'operator'
  readonly id?: string
  readonly name: string
}

export type Actor = UserActor | ApiKeyActor | PassingActor | AnonymousActor | OperatorActor

export interface TransactionContext extends AppContext {
  readonly db: Db
  readonly request: RequestFacts
  readonly actor: Actor
  workspace: string | undefined
  /** The unit administrator to whose users the transaction is limited; jobs added by it have the same limit. */
  readonly unitsOf: string | undefined
  /**
   * Sends the commit together with the last statements, which saves a round trip. If one of them fails,
   * everything is rolled back, so a statement must fail if its result must not persist. Run no statement
   * afterwards.
   */
  commitBehind(): void
  whenCommitted(work: () => void): void
}

/** Within a workspace but outside any transaction: each statement commits by itself. */
export interface AutocommitContext extends AppContext {
  readonly request: RequestFacts
  readonly actor: Actor
  readonly workspace: string
  /** Tells it from a transaction. */
  readonly db?: undefined
}

/** Where a statement can run: in a transaction, or by itself. */
export type StatementContext = AutocommitContext | TransactionContext

/** A handler that hashes or calls external services gets no transaction, only a way to open short ones. */
export interface RequestContext extends AppContext {
  readonly request: RequestFacts
  readonly actor: Actor
  readonly workspace: string | undefined
  readonly unitsOf: string | undefined
  transact<T>(work: (ctx: TransactionContext) => Promise<T>): Promise<T>
  /** For large reads: uses the replica if it is current enough. */
  read<T>(work: (ctx: TransactionContext) => Promise<T>): Promise<T>
}
