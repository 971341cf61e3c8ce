import {
  CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import type { Tables } from './db.types.ts'
import { mustHoldNone } from './line.ts'

export type Db = Kysely<Tables>
export type Connection = pg.ClientConfig
export type DatabaseRole = 'claviger_app' | 'claviger_super'

// bigint and numeric arrive as text otherwise; ours stay far below 2^53. Dates without a time stay text.
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1700, Number)
pg.types.setTypeParser(1082, text => text)

/** A pool whose sessions act as one of the two roles that own nothing. */
export function openPool(
  connection: Connection,
  role: DatabaseRole,
  max: number,
  onError: (error: Error) => void,
  more = '',
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max,
    // Statements that do not wait for each other go out at once, and their answers come in their order
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    // Many callers share the processors: starting workers for one of them costs more than a page of a list takes
    options: `-c role=${role} -c statement_timeout=30000 -c idle_in_transaction_session_timeout=60000 -c max_parallel_workers_per_gather=0 ${more}`,
    application_name: `claviger ${role.slice(9)}`,
  })
  // Whatever a connection dies of, idle or in use, would otherwise stop the process
  pool.on('error', onError)
  pool.on('connect', client => client.on('error', () => undefined))
  return holdingOne(pool)
}

type Taken = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void

/** A pool that gives no second connection to whoever holds one. */
function holdingOne(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool) as (taken?: Taken) => Promise<pg.PoolClient>
  const guarded = (taken?: Taken) => {
    try {
      mustHoldNone()
    } catch (error) {
      if (!taken) return Promise.reject(error)
      return taken(error as Error)
    }
    return connect(taken)
  }
  return Object.assign(pool, { connect: guarded })
}

const names = new Map<string, string>()
const mostNames = 2000

/** Begins statements whose best plan depends on who asks for what: none is kept of them. */
export const plannedAnew = '/* planned anew */ '

// Naming a statement lets PostgreSQL keep its plan; the bound keeps generated statements from filling memory
function nameOf(sql: string): string | undefined {
  if (sql.startsWith(plannedAnew)) return undefined
  const known = names.get(sql)
  if (known !== undefined) return known
  if (names.size >= mostNames) return undefined
  const name = `q${names.size}`
  names.set(sql, name)
  return name
}

/**
 * Runs a statement that is written out whole, for those that every sign-in waits for: putting one together again from
 * its parts costs as much as sending it. Answers its rows and how many rows it changed.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only whoever writes a statement knows its rows
export async function run<Row>(db: Db, text: string, values: unknown[]): Promise<{ rows: Row[]; changed: number }> {
  const { rows, numAffectedRows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values))
  return { rows, changed: Number(numAffectedRows ?? 0n) }
}

/** Sends one statement and answers what came. */
export type Ask = (query: pg.QueryConfig) => Promise<pg.QueryResult>

class OneConnection implements DatabaseConnection {
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = nameOf(query.sql)
    const result = await this.#ask({
      ...(name && { name }),
      text: query.sql,
      values: query.parameters as unknown[],
    })
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  streamQuery(): never {
    throw new Error('streams go through a cursor')
  }
}

const compiler = new PostgresQueryCompiler()
const adapter = new PostgresAdapter()
const begunElsewhere = () => Promise.reject(new Error('the shell begins and ends transactions'))
const driver: Driver = {
  init: () => Promise.resolve(),
  acquireConnection: begunElsewhere,
  beginTransaction: begunElsewhere,
  commitTransaction: begunElsewhere,
  rollbackTransaction: begunElsewhere,
  releaseConnection: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
}
const dialect: Dialect = {
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: db => new PostgresIntrospector(db),
  createDriver: () => driver,
}
const config = { dialect }

/** The query builder over one connection: what it runs is part of the transaction there. */
export function queriesOn(ask: Ask): Db {
  const connection = new OneConnection(ask)
  const executor = new DefaultQueryExecutor(compiler, adapter, { provideConnection: work => work(connection) })
  return new Kysely<Tables>({ config, dialect, driver, executor })
}
