import type { Logger } from 'pino'
import type pg from 'pg'
import type { Language } from '@claviger/contract/ground/languages'
import type { AccountRole, Permission, WorkspaceRole } from '@claviger/contract/ground/permissions'
import type { OutgoingFeature } from '@claviger/contract/tenancy/private-targets'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/db.ts'
import type { Part } from './db/parts.ts'
import type { References } from './secrets/references.ts'
import type { Sealer } from './secrets/seal.ts'

/** What a server process is made of; put together once in `open.ts`. */
export interface World {
  readonly config: Config
  readonly log: Logger
  readonly clock: Clock
  /** Sessions that see one workspace at a time. */
  readonly pool: pg.Pool
  /** Sessions that only read, one workspace at a time. */
  readonly readPool: pg.Pool
  /** Sessions that see all workspaces: super administration, jobs and the command line. */
  readonly superPool: pg.Pool
  /** A copy of the database to read from, where there is one. */
  readonly replica?: Replica | undefined
  /** Whether the database answers. */
  readonly pulse: Pulse
  readonly jobs: Jobs
  readonly sealer: Sealer
  readonly references: References
  /** Says which private addresses may be called. */
  readonly outgoing: Outgoing
  /** Key for hashing codes and link secrets. */
  readonly hashKey: Uint8Array
  /** Runs each call and job where somebody watches what it does, as tests do; absent where the product runs. */
  readonly witness?: Witness
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

/** Whether the database is there. */
export interface Pulse {
  /** False while the database does not answer. */
  readonly answers: boolean
  stop(): Promise<void>
}

/** A copy of the database that follows it. */
export interface Replica {
  /** Sessions that only read, one workspace at a time. */
  readonly pool: pg.Pool
  /** False while it does not answer, or was too far behind a moment ago. */
  readonly answers: boolean
  /** To be called where it had not come as far as it must have. */
  fellBehind(): void
  close(): Promise<void>
}

/** Work that happens after commit: tried again with growing delays, kept for inspection when it fails for good. */
export interface JobKind<D extends object = object> {
  readonly name: string
  readonly work: (world: World, data: D) => Promise<void>
  /** Five-field cron line in UTC, for work that comes by itself. */
  readonly cron?: string
  /** So many take jobs beside each other, where one that hangs must not keep the next ones waiting. */
  readonly takers?: number
  /** How long it goes on trying, where the usual eight minutes are too few. */
  readonly patience?: Patience
  /** What it may change and leave no line in the activity log. */
  readonly silent?: Silence
}

export interface Patience {
  tries: number
  /** In seconds; between tries it waits twice as long each time, and never longer than this. */
  longestWait: number
}

export interface Jobs {
  /** Leaves a job in the running transaction: it commits or vanishes with it. */
  announce<D extends object>(ctx: Ctx, kind: JobKind<D>, data: D): Promise<void>
  /** A job as a part of a statement that several rooms share; `wake` is called once that is committed. */
  part<D extends object>(kind: JobKind<D>, data: D): Promise<Part>
  /** Tells those who take jobs of a kind that there is one; without it they look every two seconds. */
  wake(kind: JobKind<never>): void
  /** Begins to take jobs; several processes share them, each job runs in one. */
  work(world: World, kinds: readonly JobKind<never>[]): Promise<void>
  /** How many jobs wait, run or failed for good, by kind. */
  counts(): Promise<{ name: string; waiting: number; running: number; failed: number }[]>
  /** Jobs that are being tried again, or have failed for good: the newest 100, with their last error. */
  stuck(): Promise<StuckJob[]>
  /** Gives a job that failed for good a new set of tries. Answers false where there is none. */
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

/** Runs an act, and faults when it changed something of which the activity log knows nothing. */
export type Witness = <T>(act: Act, work: () => Promise<T>) => Promise<T>

export interface Silence {
  readonly tables: readonly string[]
  readonly because: string
}

export interface Act {
  readonly name: string
  /** Why it may change something and leave no line: whatever it is, or rows of these tables. */
  readonly silent: string | Silence | undefined
}

export interface RequestFacts {
  readonly id: string
  readonly ip: string
  readonly userAgent: string
  /** What the caller reads; absent where nobody called. */
  readonly language?: Language
  /** What the program of the caller says about itself. */
  readonly program?: { readonly platform: string; readonly client: string; readonly version: string }
  /** The raw body, of a call that takes a file. */
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
  /** An administrator of organization units: sees and changes their people only. */
  readonly unitsOnly: boolean
}

/** A program that carries an API key; an Admin key may what its scopes and its keeper's rights have in common. */
export interface ApiKeyActor {
  readonly kind: 'api-key'
  /** Of the key. */
  readonly id: string
  readonly name: string
  /** Its keeper, whose rights it never exceeds. */
  readonly keeper: string | null
  readonly permissions: ReadonlySet<Permission>
  /** Permissions whose sensitive acts an owner granted it. */
  readonly granted: ReadonlySet<Permission>
  readonly workspaceType: number
  /** Narrower than its type: by scopes, an end, or addresses. */
  readonly limited: boolean
}

/** Holder of a short session on the way to a real one; `payload` is what its reference points to. */
export interface PassingActor {
  readonly kind: 'passkey' | 'email' | 'registration' | 'link' | 'reader' | 'agent' | 'self-service' | 'approval'
  readonly payload: Uint8Array
  readonly endsAt: Date
}

export interface NobodyActor {
  readonly kind: 'nobody'
}

/** Who runs the command line and has no account here, or in whose name a job goes on with what was asked for. */
export interface OperatorActor {
  readonly kind: 'operator'
  /** Of the person or API key that asked for what a job does. */
  readonly id?: string
  readonly name: string
}

export type Actor = UserActor | ApiKeyActor | PassingActor | NobodyActor | OperatorActor

/** A running transaction and whoever asked for it. */
export interface Ctx extends World {
  readonly db: Db
  readonly request: RequestFacts
  readonly actor: Actor
  /** Set when the transaction is inside a workspace. */
  workspace: string | undefined
  /** The unit administrator whose people only the transaction sees; jobs that it leaves keep to the same. */
  readonly unitsOf: string | undefined
  /**
   * Sends the commit right behind the last statements of the transaction instead of when they are answered, which saves a
   * round trip. It undoes all where one of them fails, so whatever must not stay has to fail; nothing may be asked after it.
   */
  commitBehind(): void
  /** Does something once the transaction is committed, and never where it is not. */
  whenCommitted(work: () => void): void
}

/** Whoever asks, inside a workspace and outside any transaction: each statement brings its own. */
export interface Apart extends World {
  readonly request: RequestFacts
  readonly actor: Actor
  readonly workspace: string
}

/** A handler that hashes or talks to strangers gets no transaction, only a way to open one briefly. */
export interface RequestCtx extends World {
  readonly request: RequestFacts
  readonly actor: Actor
  readonly workspace: string | undefined
  readonly unitsOf: string | undefined
  transact<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
  /** For much that is only read: from a copy of the database where there is one that has come as far. */
  read<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>
}
