import { sql } from 'kysely'
import pg from 'pg'
import { queriesOn } from './db.ts'
import { checkedId } from '../ids.ts'
import { problem, Problem, problemOfDatabase } from '../problem.ts'
import type { Actor, ApiKeyActor, Ctx, RequestFacts, UserActor, World } from '../world.ts'

/** Who asks, from where, and in which workspace. */
export interface Standpoint {
  actor: Actor
  request: RequestFacts
  workspace?: string | undefined
  /** Sees all workspaces. */
  everywhere?: boolean
  /** Sees and changes only the people of the units that this user administers, by the policies of the database. */
  unitsOf?: string | undefined
}

/** The statements that begin a transaction, inside a workspace where one is given, in one round trip. */
export const beginIn = (workspace: string | undefined): string =>
  workspace === undefined ? 'begin' : `begin; set local app.workspace = '${checkedId(workspace)}'`

/** Until its end the transaction acts as the role whose policies let through one administrator's units only. */
const limitTo = (administrator: string) =>
  `set local role claviger_unit; set local app.administrator = '${checkedId(administrator)}'`

/** Runs work in one transaction: committed when it returns, rolled back when it throws. */
export const transact = <T>(world: World, from: Standpoint, work: (ctx: Ctx) => Promise<T> | T): Promise<T> =>
  inTransaction(
    world,
    from.everywhere ?? false,
    async client => {
      const limit = from.unitsOf !== undefined && !from.everywhere ? `; ${limitTo(from.unitsOf)}` : ''
      const begun = client.query(`${beginIn(from.workspace)}${limit}`)
      begun.catch(() => undefined)
      // The first statement of the work goes out right behind: were there no transaction, there would be no workspace
      // either, and it would fail as well. Where no workspace guards, it waits
      if (from.workspace === undefined || from.everywhere) await begun
      return { from, begun }
    },
    work,
  )

/** A statement that sets the workspace of whoever asks, and answers the row of who that is. */
export interface Entering {
  name: string
  text: string
  values: unknown[]
}

/**
 * The same where the standpoint follows from what the first statement answers: `stand` gets its rows and may refuse by
 * throwing.
 */
export const transactAfter = <T>(
  world: World,
  everywhere: boolean,
  enter: Entering,
  stand: (rows: unknown[]) => Standpoint,
  work: (ctx: Ctx) => Promise<T> | T,
): Promise<T> =>
  inTransaction(
    world,
    everywhere,
    async client => {
      const begun = client.query('begin')
      begun.catch(() => undefined)
      const [{ rows }] = await Promise.all([client.query(enter), begun])
      const from = stand(rows)
      if (from.unitsOf !== undefined && !everywhere) await client.query(limitTo(from.unitsOf))
      return { from }
    },
    work,
  )

async function inTransaction<T>(
  world: World,
  everywhere: boolean,
  enter: (client: pg.PoolClient) => Promise<{ from: Standpoint; begun?: Promise<unknown> }>,
  work: (ctx: Ctx) => Promise<T> | T,
): Promise<T> {
  const client = await (everywhere ? world.superPool : world.pool).connect()
  let broken: Error | undefined
  let from: Standpoint | undefined
  try {
    const entered = await enter(client)
    from = entered.from
    const ctx = contextOn(world, client, from)
    const result = await work(ctx)
    await entered.begun
    await (committing.get(ctx) ?? client.query('commit'))
    return result
  } catch (error) {
    broken = await rollback(client)
    if (from) await keep(world, from, error)
    throw problemOfDatabase(error) ?? error
  } finally {
    client.release(broken)
  }
}

/**
 * Runs work that only reads, without a transaction: each statement sees what is committed when it begins, as it would
 * in one. `enter` sets the workspace and answers the row of who asks; `stand` gets it and may refuse by throwing. A
 * write here is an error of the database.
 */
export async function readAs<T>(
  world: World,
  enter: Entering,
  stand: (rows: unknown[]) => Standpoint,
  work: (ctx: Ctx) => Promise<T> | T,
): Promise<T> {
  const client = await world.readPool.connect()
  let broken: Error | undefined
  let from: Standpoint | undefined
  try {
    // The pool's sessions keep the workspace of the last caller, so this comes first, always
    const entered = await client.query(enter)
    from = stand(entered.rows)
    if (from.unitsOf === undefined) return await work(contextOn(world, client, from))
    // Only a transaction can take the limit off again by itself
    await client.query(`begin; ${limitTo(from.unitsOf)}`)
    const result = await work(contextOn(world, client, from))
    await client.query('commit')
    return result
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof pg.DatabaseError)) broken = error as Error
    else if (from?.unitsOf !== undefined) broken = await rollback(client)
    if (from) await keep(world, from, error)
    throw problemOfDatabase(error) ?? error
  } finally {
    client.release(broken)
  }
}

const clients = new WeakMap<Ctx, pg.ClientBase>()
const committing = new WeakMap<Ctx, Promise<unknown>>()

/**
 * Sends the commit right behind the last statements of a transaction instead of when they are answered, which saves a
 * round trip. It undoes all where one of them fails, so whatever must not stay has to fail; nothing may be asked after it.
 */
export function commitBehind(ctx: Ctx): void {
  const client = clients.get(ctx)
  if (!client) throw new Error('there is no transaction to end')
  const ended = committed(client)
  ended.catch(() => undefined)
  committing.set(ctx, ended)
}

async function committed(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('the transaction was undone')
}

function contextOn(world: World, client: pg.ClientBase, from: Standpoint): Ctx {
  const ctx = Object.assign(Object.create(world) as Ctx, {
    db: queriesOn(client),
    actor: from.actor,
    request: from.request,
    workspace: from.workspace,
    unitsOf: from.unitsOf,
  })
  clients.set(ctx, client)
  return ctx
}

async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    // The connection itself is gone: it must not go back to the pool
    return error as Error
  }
}

/** What must stay although the transaction was undone: a refused sign-in in the log, a wrong try counted. */
async function keep(world: World, from: Standpoint, error: unknown): Promise<void> {
  if (!(error instanceof Problem) || !error.stays) return
  const { workspace, work } = error.stays
  await transact(world, { ...from, workspace, everywhere: false }, work)
}

/** Moves a transaction that began outside any workspace into one. */
export async function enterWorkspace(ctx: Ctx, workspace: string): Promise<void> {
  await sql`select set_config('app.workspace', ${checkedId(workspace)}, true)`.execute(ctx.db)
  ctx.workspace = workspace
}

/** A transaction that saw all workspaces sees the one it is in, and no other, until its end. */
export async function leaveAllWorkspaces(ctx: Ctx): Promise<void> {
  await sql`set local role claviger_app`.execute(ctx.db)
}

/** The workspace that a transaction is in; a fault when it is in none. */
export function workspaceOf(ctx: { workspace: string | undefined }): string {
  if (ctx.workspace === undefined) throw new Error('this work needs a workspace')
  return ctx.workspace
}

/**
 * The signed-in person; a fault where the endpoint did not ask for one. Throws not-permitted for an API key: what
 * needs a person is no work for a program.
 */
export function userOf(ctx: { actor: Actor }): UserActor {
  if (ctx.actor.kind === 'api-key') throw problem('not-permitted', 'An API key cannot do this. Sign in to do it')
  if (ctx.actor.kind !== 'user') throw new Error('this work needs somebody signed in')
  return ctx.actor
}

/** Whoever acts as an administrator, person or API key; a fault where the endpoint did not ask for one. */
export function administratorOf(ctx: { actor: Actor }): UserActor | ApiKeyActor {
  return ctx.actor.kind === 'api-key' ? ctx.actor : userOf(ctx)
}
