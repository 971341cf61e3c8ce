import { sql } from 'kysely'
import type pg from 'pg'
import { isAway, notReady } from './pool/connection-lost.ts'
import { type Ask, type Db, preparedStatement, queriesOn } from './db.ts'
import { runInClass } from './pool/admission-gate.ts'
import type { StatementPart } from './parts.ts'
import type { MergeableStatement } from './pool/merge-statements.ts'
import { batchStatement } from './pool/statement-batcher.ts'
import { withLine } from './pool/connection-lease.ts'
import type { Lease } from './pool/lease.ts'
import { withReadLease } from './pool/read-lease.ts'
import { sendTogether } from './pipeline.ts'
import { checkedId } from '../ids.ts'
import { Problem, problem, problemOfDatabase } from '../problem.ts'
import type {
  Actor,
  ApiKeyActor,
  AutocommitContext,
  TransactionContext,
  RequestFacts,
  UserActor,
  AppContext,
} from '../app-context.ts'

export interface AuthContext {
  actor: Actor
  request: RequestFacts
  workspace?: string | undefined
  everywhere?: boolean
  /** Limits the transaction, by row-level security, to users in the units that this user administers. */
  unitsOf?: string | undefined
}

export const beginIn = (workspace: string | undefined): string =>
  workspace === undefined ? 'begin' : `begin; set local app.workspace = '${checkedId(workspace)}'`

/** Switches to the role whose policies show only one administrator's units, until the transaction ends. */
export const limitTo = (administrator: string) =>
  `set local role claviger_unit; set local app.administrator = '${checkedId(administrator)}'`

/** Tells the database whose transaction it is, for what it places in accounts: a session, or the user who started a job. */
function placerOf(actor: Actor): string {
  if (actor.kind === 'user') return `; set local app.session = '${checkedId(actor.sessionId)}'`
  if (actor.kind !== 'api-key' && actor.kind !== 'operator') return ''
  return actor.id === undefined ? '' : `; set local app.placer = '${checkedId(actor.id)}'`
}

export const transact = <T>(
  world: AppContext,
  from: AuthContext,
  work: (ctx: TransactionContext) => Promise<T> | T,
): Promise<T> =>
  inTransaction(
    world,
    from.everywhere ?? false,
    async line => {
      const limit = from.unitsOf !== undefined && !from.everywhere ? `; ${limitTo(from.unitsOf)}` : ''
      const begun = line.ask({ text: `${beginIn(from.workspace)}${placerOf(from.actor)}${limit}` })
      begun.catch(() => undefined)
      // The first statement is pipelined after BEGIN: if BEGIN failed, there would be no workspace, so it would fail
      // too. Without a workspace as a safeguard, wait for BEGIN
      if (from.workspace === undefined || from.everywhere) await begun
      return { from, begun }
    },
    work,
  )

/**
 * A statement that authenticates the caller and returns the row. It sets the workspace until the commit, or runs after
 * `workspace` is set.
 */
export interface EntryStatement {
  workspace?: string
  name: string
  text: string
  values: unknown[]
}

/**
 * Runs work in a transaction whose context is derived from the first statement's rows: `stand` receives them and can
 * refuse by throwing.
 */
export const transactAfter = <T, S extends AuthContext>(
  world: AppContext,
  everywhere: boolean,
  enter: EntryStatement,
  stand: (rows: unknown[]) => S,
  work: (ctx: TransactionContext, from: S) => Promise<T> | T,
): Promise<T> =>
  inTransaction(
    world,
    everywhere,
    async line => {
      const [, { rows }] = await sendTogether(line.ask({ text: beginIn(enter.workspace) }), line.ask(enter))
      const from = stand(rows)
      if (from.unitsOf !== undefined && !everywhere) await line.ask({ text: limitTo(from.unitsOf) })
      return { from }
    },
    work,
  )

async function inTransaction<T, S extends AuthContext>(
  world: AppContext,
  everywhere: boolean,
  enter: (line: Lease) => Promise<{ from: S; begun?: Promise<unknown> }>,
  work: (ctx: TransactionContext, from: S) => Promise<T> | T,
): Promise<T> {
  return withWorkspaceLock(world, everywhere ? world.superPool : world.pool, async (line, standing) => {
    const entered = await enter(line)
    standing(entered.from)
    const afterwards: (() => void)[] = []
    const result = await work(contextOn(world, line, entered.from, afterwards), entered.from)
    await line.end()
    await entered.begun
    await (line.committing ?? line.commit())
    for (const each of afterwards) each()
    return result
  })
}

type Outcome<T> = { result: T } | { error: unknown }

export async function outcomeOf<T>(work: () => Promise<T> | T): Promise<Outcome<T>> {
  try {
    return { result: await work() }
  } catch (error) {
    return { error }
  }
}

export function resultOf<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw outcome.error
  return outcome.result
}

/**
 * Runs one statement inside the caller's workspace and returns its rows: one round trip, committed when complete,
 * possibly batched with other statements of the workspace. No connection is held between two such calls, so the
 * second must verify again what the first one found.
 */
export async function runSingleStatement<Row>(at: AutocommitContext, { text, values }: StatementPart): Promise<Row[]> {
  try {
    const { rows } = await batchStatement(at.pool, at.log, at.workspace, preparedStatement(text, values))
    return rows as Row[]
  } catch (error) {
    throw toldPlainly(error, true)
  }
}

/**
 * Runs a statement that can do the work of several callers: those that would share a transaction become one statement.
 * Returns the rows of its own item.
 */
export async function runMergeableStatement<Row>(
  at: AutocommitContext,
  { text, item }: MergeableStatement,
): Promise<Row[]> {
  try {
    const { rows } = await batchStatement(at.pool, at.log, at.workspace, preparedStatement(text, []), { item })
    return rows as Row[]
  } catch (error) {
    throw toldPlainly(error, true)
  }
}

const toldPlainly = (error: unknown, changes: boolean): unknown =>
  problemOfDatabase(error) ?? (isAway(error, changes) ? notReady(error) : error)

export async function runAutocommit<T>(
  world: AppContext,
  from: AuthContext & { workspace: string },
  work: (at: AutocommitContext) => Promise<T>,
): Promise<T> {
  const { actor, request, workspace } = from
  try {
    return await work(
      Object.assign(Object.create(world) as AutocommitContext, { actor, request, workspace, db: undefined }),
    )
  } catch (error) {
    await keep(world, from, error)
    throw error
  }
}

/**
 * Holds a place of a pool during work, and its connection unless short reads share it. Records attached to a refusal
 * are written after the place was returned, because that needs a connection too.
 */
export async function withWorkspaceLock<T>(
  world: AppContext,
  pool: pg.Pool,
  work: (line: Lease, standing: (from: AuthContext) => void) => Promise<T>,
): Promise<T> {
  let from: AuthContext | undefined
  try {
    const lease = pool === world.readPool ? withReadLease : withLine
    return await lease(pool, world.log, (line: Lease) => work(line, known => (from = known)))
  } catch (error) {
    if (from) await keep(world, from, error)
    throw toldPlainly(error, pool === world.pool || pool === world.superPool)
  }
}

export function contextOn(
  world: AppContext,
  line: Lease,
  from: AuthContext,
  afterwards: (() => void)[] = [],
  ask: Ask = line.ask,
): TransactionContext {
  return Object.assign(Object.create(world) as TransactionContext, {
    db: queriesOn(ask, from.everywhere ? 'all workspaces' : 'one workspace'),
    actor: from.actor,
    request: from.request,
    workspace: from.workspace,
    unitsOf: from.unitsOf,
    commitBehind: () => line.commitBehind(),
    whenCommitted: (work: () => void) => void afterwards.push(work),
  })
}

/** Writes what must survive the rollback: the log entry of a refused sign-in, or a counted attempt. */
async function keep(world: AppContext, from: AuthContext, error: unknown): Promise<void> {
  if (!(error instanceof Problem) || !error.stays) return
  const { workspace, work } = error.stays
  // Highest priority, so that an attacker can't escape the count by causing load
  await runInClass('entry', () => transact(world, { ...from, workspace, everywhere: false }, work))
}

/** Moves a transaction without a workspace into one. */
export async function enterWorkspace(ctx: TransactionContext, workspace: string): Promise<void> {
  await sql`select set_config('app.workspace', ${checkedId(workspace)}, true)`.execute(ctx.db)
  ctx.workspace = workspace
}

/** Restricts a transaction that saw all workspaces to its current one, until it ends. */
export async function leaveAllWorkspaces(ctx: TransactionContext): Promise<void> {
  await sql`set local role claviger_app`.execute(ctx.db)
}

/**
 * Moves a transaction that saw all workspaces into one for the rest of it. Functions of other modules rely on seeing one
 * workspace only.
 */
export async function enterOnly(ctx: TransactionContext, workspace: string): Promise<void> {
  await enterWorkspace(ctx, workspace)
  await leaveAllWorkspaces(ctx)
}

/** The transaction's workspace. @throws if it has none */
export function workspaceOf(ctx: { workspace: string | undefined }): string {
  if (ctx.workspace === undefined) throw new Error('this work needs a workspace')
  return ctx.workspace
}

/**
 * The signed-in user; an internal error if the endpoint doesn't require one.
 * @throws not-permitted for an API key, which can't act as a user
 */
export function userOf(ctx: { actor: Actor }): UserActor {
  if (ctx.actor.kind === 'api-key') throw problem('not-permitted', "API keys can't do this. Sign in instead")
  if (ctx.actor.kind !== 'user') throw new Error('this work needs a signed-in user')
  return ctx.actor
}

/** The acting administrator, user or API key; an internal error if the endpoint doesn't require one. */
export function administratorOf(ctx: { actor: Actor }): UserActor | ApiKeyActor {
  return ctx.actor.kind === 'api-key' ? ctx.actor : userOf(ctx)
}

/** Rolls back only this work if it fails, and rethrows; the transaction can continue. */
export async function orNothing(db: Db, work: () => Promise<void>): Promise<void> {
  await sql`savepoint several`.execute(db)
  try {
    await work()
    await sql`release savepoint several`.execute(db)
  } catch (error) {
    await sql`rollback to savepoint several`.execute(db)
    throw error
  }
}
