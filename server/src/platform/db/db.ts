import {
  type BinaryOperationNode,
  CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type DeleteQueryNode,
  type Dialect,
  type Driver,
  Kysely,
  type OperationNode,
  OperatorNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryResult,
  type SelectQueryNode,
  type UpdateQueryNode,
} from 'kysely'
import pg from 'pg'
import type { Tables } from './db.types.ts'
import { allWithin } from './list-containment.ts'

export type Db = Kysely<Tables>
export type ConnectionConfig = pg.ClientConfig

// bigint and numeric would be parsed as text; ours stay far below 2^53. Dates without a time stay text.
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1700, Number)
pg.types.setTypeParser(1082, text => text)

const names = new Map<string, string>()
const mostNames = 2000

export const replanned = '/* planned again */ '

// A named statement's plan is cached by PostgreSQL; the limit keeps generated statements from filling its memory
function nameOf(sql: string): string | undefined {
  if (sql.startsWith(replanned)) return undefined
  const known = names.get(sql)
  if (known !== undefined) return known
  if (names.size >= mostNames) return undefined
  const name = `q${names.size}`
  names.set(sql, name)
  return name
}

export function preparedStatement(text: string, values: readonly unknown[]): pg.QueryConfig {
  const name = nameOf(text)
  return { ...(name && { name }), text, values: values as unknown[] }
}

/**
 * Runs a constant SQL text, for statements that every sign-in waits for: building one with the query builder costs as
 * much as sending it. Returns its rows and the number of changed rows.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the author of a statement knows its rows
export async function run<Row>(db: Db, text: string, values: unknown[]): Promise<{ rows: Row[]; changed: number }> {
  const { rows, numAffectedRows } = await db.executeQuery<Row>(CompiledQuery.raw(text, values))
  return { rows, changed: Number(numAffectedRows ?? 0n) }
}

export type Ask = (query: pg.QueryConfig) => Promise<Pick<pg.QueryResult, 'rows' | 'rowCount'>>

class OneConnection implements DatabaseConnection {
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#ask(preparedStatement(query.sql, query.parameters))
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  }

  streamQuery(): never {
    throw new Error('streams go through a cursor')
  }
}

const isEmpty = (node: OperationNode) => PrimitiveValueListNode.is(node) && node.values.length === 0

/** Compiles `in ()` to false, because PostgreSQL doesn't accept empty lists. */
class Compiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const operator = OperatorNode.is(node.operator) ? node.operator.operator : ''
    if (!/^(not )?in$/.test(operator) || !isEmpty(node.rightOperand)) super.visitBinaryOperation(node)
    else this.append(operator === 'in' ? 'false' : 'true')
  }
}

/** Adds the workspace condition to each statement, in addition to row-level security. */
class CompilerWithin extends Compiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    super.visitSelectQuery(allWithin(node))
  }
  protected override visitUpdateQuery(node: UpdateQueryNode): void {
    super.visitUpdateQuery(allWithin(node))
  }
  protected override visitDeleteQuery(node: DeleteQueryNode): void {
    super.visitDeleteQuery(allWithin(node))
  }
}

/** Refuses to change all rows of a table: in a transaction that sees all workspaces, that is a forgotten condition. */
class CompilerForAll extends Compiler {
  protected override visitUpdateQuery(node: UpdateQueryNode): void {
    mustHaveCondition(node)
    super.visitUpdateQuery(node)
  }
  protected override visitDeleteQuery(node: DeleteQueryNode): void {
    mustHaveCondition(node)
    super.visitDeleteQuery(node)
  }
}

function mustHaveCondition({ where }: UpdateQueryNode | DeleteQueryNode): void {
  if (!where) throw new Error('a statement that sees all workspaces must say which rows it changes')
}

const compiler = new Compiler()
const compilerForAll = new CompilerForAll()
const compilerWithin = new CompilerWithin()
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

/**
 * Query builder on one connection; its statements belong to the connection's transaction. If the transaction sees one
 * workspace, each table in a statement gets the workspace condition.
 */
export function queriesOn(ask: Ask, sees: 'one workspace' | 'all workspaces'): Db {
  const connection = new OneConnection(ask)
  const own = sees === 'one workspace' ? compilerWithin : compilerForAll
  const executor = new DefaultQueryExecutor(own, adapter, { provideConnection: work => work(connection) })
  return new Kysely<Tables>({ config, dialect, driver, executor })
}
