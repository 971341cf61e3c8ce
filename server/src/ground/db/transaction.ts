import { sql } from 'kysely'
import type pg from 'pg'
import { isAway, notReady } from './pool/away.ts'
import { type Ask, type Db, named, queriesOn } from './db.ts'
import { as } from './pool/gate.ts'
import type { Part } from './parts.ts'
import { askInCompany } from './pool/flights.ts'
import { type Line, withLine } from './pool/line.ts'
import { together } from './together.ts'
import { checkedId } from '../ids.ts'
import { Problem, problem, problemOfDatabase } from '../problem.ts'
import type { Actor, ApiKeyActor, Apart, Ctx, RequestFacts, UserActor, World } from '../world.ts'

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

/** Tells the database whose transaction it is, for what it places in accounts: a session, or whoever began the work of a job. */
function placerOf(actor: Actor): string {
  if (actor.kind === 'user') return `; set local app.session = '${checkedId(actor.sessionId)}'`
  if (actor.kind !== 'api-key' && actor.kind !== 'operator') return ''
  return actor.id === undefined ? '' : `; set local app.placer = '${checkedId(actor.id)}'`
}

/** Runs work in one transaction: committed when it returns, rolled back when it throws. */
export const transact = <T>(world: World, from: Standpoint, work: (ctx: Ctx) => Promise<T> | T): Promise<T> =>
  inTransaction(
    world,
    from.everywhere ?? false,
    async line => {
      const limit = from.unitsOf !== undefined && !from.everywhere ? `; ${limitTo(from.unitsOf)}` : ''
      const begun = line.ask({ text: `${beginIn(from.workspace)}${placerOf(from.actor)}${limit}` })
      begun.catch(() => undefined)
      // The first statement of the work goes out right behind: were there no transaction, there would be no workspace
      // either, and it would fail as well. Where no workspace guards, it waits
      if (from.workspace === undefined || from.everywhere) await begun
      return { from, begun }
    },
    work,
  )

/** A statement that asks inside a workspace who it is that calls, and answers the row; the workspace is set until it is committed. */
export interface Entering {
  name: string
  text: string
  values: unknown[]
}

/**
 * Runs work in a transaction whose standpoint follows from what the first statement answers: `stand` gets its rows and may refuse by
 * throwing.
 */
export const transactAfter = <T, S extends Standpoint>(
  world: World,
  everywhere: boolean,
  enter: Entering,
  stand: (rows: unknown[]) => S,
  work: (ctx: Ctx, from: S) => Promise<T> | T,
): Promise<T> =>
  inTransaction(
    world,
    everywhere,
    async line => {
      const [, { rows }] = await together(line.ask({ text: 'begin' }), line.ask(enter))
      const from = stand(rows)
      if (from.unitsOf !== undefined && !everywhere) await line.ask({ text: limitTo(from.unitsOf) })
      return { from }
    },
    work,
  )

async function inTransaction<T, S extends Standpoint>(
  world: World,
  everywhere: boolean,
  enter: (line: Line) => Promise<{ from: S; begun?: Promise<unknown> }>,
  work: (ctx: Ctx, from: S) => Promise<T> | T,
): Promise<T> {
  return holding(world, everywhere ? world.superPool : world.pool, async (line, standing) => {
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

/** Whoever most likely asks: work may begin for them, but its result counts only where the rows say that they do. */
export interface Expected {
  from: Standpoint
  holds: (rows: unknown[]) => boolean
}

/**
 * Runs work that only reads, without a transaction: each statement sees what is committed when it begins, as it would
 * in one. `enter` answers the row of who asks; `stand` gets it and may refuse by throwing. A write here is an error of
 * the database. Work for somebody who is `expected` goes out with `enter` at once: its first statement in the same
 * transaction, for which `enter` has set the workspace already.
 */
export async function readAs<T>(
  world: World,
  enter: Entering,
  stand: (rows: unknown[]) => Standpoint,
  work: (ctx: Ctx) => Promise<T> | T,
  expected?: Expected,
): Promise<T> {
  return holding(world, world.readPool, async (line, standing) => {
    const front = new Front(line, enter)
    const guess =
      expected &&
      contextOn(
        world,
        line,
        expected.from,
        [],
        query => front.before(query) ?? line.ask(query, expected.from.workspace),
      )
    const early = guess && outcomeOf(() => work(guess))
    const entered = await outcomeOf(() => front.answered(early))
    // Whatever becomes of the caller, what was begun for them is over before the connection goes back
    const found = await early
    const { rows } = resultOf(entered)
    const from = stand(rows)
    standing(from)
    // Nothing was begun under a limit, so nothing counts for whoever has one
    if (found && from.unitsOf === undefined && expected?.holds(rows)) {
      await line.end()
      return resultOf(found)
    }
    return readFor(world, line, from, work)
  })
}

/** The question who asks, which goes out with the first statement of what is begun meanwhile, or alone. */
class Front {
  readonly #line: Line
  readonly #enter: Entering
  #sent: ReturnType<Line['ask']> | undefined
  #noteSent = (): void => undefined

  constructor(line: Line, enter: Entering) {
    this.#line = line
    this.#enter = enter
  }

  /** Sends it before this statement and answers that; undefined where it is sent already. */
  before(query: Parameters<Line['ask']>[0]): ReturnType<Line['ask']> | undefined {
    if (this.#sent) return undefined
    const { first, second } = this.#line.askBoth(this.#enter, query)
    void this.#note(first)
    return second
  }

  /** Its own answer; what is begun meanwhile has until the end of this turn of the event loop to ask something. */
  async answered(meanwhile: Promise<unknown> | undefined): ReturnType<Line['ask']> {
    if (meanwhile && !this.#sent)
      await new Promise<void>(done => {
        this.#noteSent = done
        void meanwhile.then(this.#noteSent)
        setImmediate(done)
      })
    return this.#sent ?? this.#note(this.#line.ask(this.#enter))
  }

  #note(sent: ReturnType<Line['ask']>): ReturnType<Line['ask']> {
    this.#sent = sent
    // Whoever waits for it hears of a failure
    sent.catch(() => undefined)
    this.#noteSent()
    return sent
  }
}

/** Runs work that only reads, on a connection, for whoever was found to ask. */
export async function readFor<T>(
  world: World,
  line: Line,
  from: Standpoint,
  work: (ctx: Ctx) => Promise<T> | T,
): Promise<T> {
  // Only a transaction can take the limit off again by itself
  if (from.unitsOf !== undefined) await line.ask({ text: `${beginIn(from.workspace)}; ${limitTo(from.unitsOf)}` })
  const result = await work(from.unitsOf === undefined ? readingOn(world, line, from) : contextOn(world, line, from))
  await line.end()
  if (from.unitsOf !== undefined) await line.commit()
  return result
}

type Outcome<T> = { result: T } | { error: unknown }

/** What came of some work, to be looked at later. */
export async function outcomeOf<T>(work: () => Promise<T> | T): Promise<Outcome<T>> {
  try {
    return { result: await work() }
  } catch (error) {
    return { error }
  }
}

/** Answers it, or throws it. */
export function resultOf<T>(outcome: Outcome<T>): T {
  if ('error' in outcome) throw outcome.error
  return outcome.result
}

/**
 * Runs one statement inside the workspace of whoever asks, and answers its rows: in one flight, committed when it is
 * answered, alone or with what others of the workspace ask at the same time. Whoever works between two of these holds no
 * connection meanwhile, so what was true at the first is asked again by the second.
 */
export async function atOnce<Row>(at: Apart, { text, values }: Part): Promise<Row[]> {
  try {
    const { rows } = await askInCompany(at.pool, at.log, at.workspace, named(text, values))
    return rows as Row[]
  } catch (error) {
    throw toldPlainly(error, true)
  }
}

/** The refusal that an error of the database stands for; the error where it stands for none. */
const toldPlainly = (error: unknown, changes: boolean): unknown =>
  problemOfDatabase(error) ?? (isAway(error, changes) ? notReady(error) : error)

/** Whoever asks apart from any transaction, for work that may have to read: each statement brings its own, and none where nothing is asked. */
export const readingApart = (at: Apart): Ctx =>
  Object.assign(Object.create(at) as Ctx, {
    db: queriesOn(
      query =>
        holding(at, at.readPool, async line => {
          const result = await line.ask(query, at.workspace)
          await line.end()
          return result
        }),
      'one workspace',
    ),
    unitsOf: undefined,
  })

/** Does work apart from any transaction, inside a workspace; what a refusal leaves is kept. */
export async function apart<T>(
  world: World,
  from: Standpoint & { workspace: string },
  work: (at: Apart) => Promise<T>,
): Promise<T> {
  const { actor, request, workspace } = from
  try {
    return await work(Object.assign(Object.create(world) as Apart, { actor, request, workspace }))
  } catch (error) {
    await keep(world, from, error)
    throw error
  }
}

/**
 * Has a connection while work goes on. What a refusal leaves is kept when the connection is given back, for that takes
 * one too.
 */
export async function holding<T>(
  world: World,
  pool: pg.Pool,
  work: (line: Line, standing: (from: Standpoint) => void) => Promise<T>,
): Promise<T> {
  let from: Standpoint | undefined
  try {
    return await withLine(pool, world.log, line => work(line, known => (from = known)))
  } catch (error) {
    if (from) await keep(world, from, error)
    throw toldPlainly(error, pool === world.pool || pool === world.superPool)
  }
}

/** Each statement is inside the workspace by itself: nothing stays set on a connection that others have next. */
export const readingOn = (world: World, line: Line, from: Standpoint): Ctx =>
  contextOn(world, line, from, [], query => line.ask(query, from.workspace))

function contextOn(
  world: World,
  line: Line,
  from: Standpoint,
  afterwards: (() => void)[] = [],
  ask: Ask = line.ask,
): Ctx {
  return Object.assign(Object.create(world) as Ctx, {
    db: queriesOn(ask, from.everywhere ? 'all workspaces' : 'one workspace'),
    actor: from.actor,
    request: from.request,
    workspace: from.workspace,
    unitsOf: from.unitsOf,
    commitBehind: () => line.commitBehind(),
    whenCommitted: (work: () => void) => void afterwards.push(work),
  })
}

/** What must stay although the transaction was undone: a refused sign-in in the log, a wrong try counted. */
async function keep(world: World, from: Standpoint, error: unknown): Promise<void> {
  if (!(error instanceof Problem) || !error.stays) return
  const { workspace, work } = error.stays
  // Whoever tried to get in is not let off because many try
  await as('entry', () => transact(world, { ...from, workspace, everywhere: false }, work))
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
  if (ctx.actor.kind === 'api-key') throw problem('not-permitted', "API keys can't do this. Sign in instead")
  if (ctx.actor.kind !== 'user') throw new Error('this work needs somebody signed in')
  return ctx.actor
}

/** Whoever acts as an administrator, person or API key; a fault where the endpoint did not ask for one. */
export function administratorOf(ctx: { actor: Actor }): UserActor | ApiKeyActor {
  return ctx.actor.kind === 'api-key' ? ctx.actor : userOf(ctx)
}

/** Undoes some work alone, and throws, where it fails; the transaction goes on. */
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
