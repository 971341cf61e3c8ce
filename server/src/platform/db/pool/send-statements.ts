import pg from 'pg'
import { checkedId } from '#platform/ids.ts'
import { type Columns, columnsFrom, type ColumnDescription } from './result-columns.ts'
import { NamelessClient } from './statement-names.ts'

interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  close(what: { type: 'S'; name: string }): void
  parse(statement: { name: string; text: string }): void
  bind(values: { portal: string; statement: string; values: unknown[] }): void
  describe(what: { type: 'P'; name: string }): void
  execute(portal: { portal: string }): void
  sync(): void
}

interface DriversQuery {
  text: string
  name?: string | undefined
  callback: (error: Error | null) => void
}
const DriversQuery = pg.Query as unknown as new (text: string) => DriversQuery
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils

export type StatementResult = Pick<pg.QueryResult, 'rows' | 'rowCount' | 'command'>

interface Question extends pg.QueryConfig {
  /** Returns no rows, so its columns are not described. */
  rowless?: boolean
}

const inside = {
  name: 'inside',
  text: `select where set_config('app.workspace', $1, true) is null`,
  rowless: true,
}

// A statement waiting for a lock delays its whole batch: so a batch fails fast, and its statements then run
// separately
const insideTogether = {
  name: 'inside together',
  text: `select where (set_config('app.workspace', $1, true) || set_config('lock_timeout', '50ms', true)) is null`,
  rowless: true,
}

interface Known {
  readonly statements: Map<string, { text: string; columns: Columns }>
}
const known = new WeakMap<Wire, Known>()
function knownTo(wire: Wire): Known {
  const found = known.get(wire) ?? { statements: new Map() }
  known.set(wire, found)
  return found
}

// The prepared statement no longer exists, or its columns changed: prepared again, the next execution succeeds
const outdated = new Set(['26000', '0A000'])

class Step {
  readonly answer: StatementResult = { rows: [], rowCount: null, command: '' }
  readonly name: string | undefined
  readonly text: string
  readonly #values: readonly unknown[]
  readonly #rowless: boolean
  #columns: Columns | undefined
  fault: Error | undefined

  constructor({ name, text, values, rowless = false }: Question, keepsNames: boolean) {
    this.name = keepsNames ? name : undefined
    this.text = text
    this.#values = (values ?? []) as unknown[]
    this.#rowless = rowless
  }

  clash({ statements }: Known): Error | undefined {
    const before = this.name === undefined ? undefined : statements.get(this.name)
    return before && before.text !== this.text ? new Error(`${this.name} is the name of another statement`) : undefined
  }

  send(wire: Wire, { statements }: Known, values: readonly unknown[]): void {
    const before = this.name === undefined ? undefined : statements.get(this.name)
    const statement = this.name ?? ''
    this.#columns = before?.columns
    if (!before) prepare(wire, statement, this.text)
    wire.bind({ portal: '', statement, values: [...values] })
    if (!before && !this.#rowless) wire.describe({ type: 'P', name: '' })
    wire.execute({ portal: '' })
  }

  prepared(): unknown[] {
    return this.#values.map(prepareValue)
  }

  describedBy(fields: readonly ColumnDescription[]): void {
    this.#columns = columnsFrom(this.name, fields)
  }

  read(fields: readonly (string | null)[]): void {
    if (this.fault || !this.#columns) return
    try {
      this.answer.rows.push(this.#columns.read(fields))
    } catch (error) {
      this.fault = error as Error
    }
  }

  completed(text: string, { statements }: Known): void {
    const [command = '', ...numbers] = text.split(' ')
    const last = numbers.at(-1)
    this.answer.command = command
    this.answer.rowCount = last !== undefined && /^\d+$/.test(last) ? Number(last) : null
    if (this.name === undefined || statements.has(this.name)) return
    statements.set(this.name, { text: this.text, columns: this.#columns ?? columnsFrom(this.name, []) })
  }
}

/**
 * A request in the driver's queue: one statement, or several followed by a single Sync and therefore one transaction
 * ("Pipelining" in PostgreSQL's protocol documentation). The columns of a prepared statement can't change (PostgreSQL
 * refuses it instead), so they are described once, while the driver does it each time.
 */
class Asked extends DriversQuery {
  readonly texts: readonly string[]
  readonly #steps: readonly Step[]
  readonly #completed: ((answer: StatementResult) => void)[]
  #at = 0
  #known: Known = { statements: new Map() }

  constructor(steps: readonly Step[], completed: ((answer: StatementResult) => void)[]) {
    super(steps.at(-1)?.text ?? '')
    // The driver records prepared statements under this name; its own queries use the same names
    this.name = steps.at(-1)?.name
    this.#steps = steps
    this.texts = steps.map(({ text }) => text).filter(text => text !== inside.text && text !== insideTogether.text)
    this.#completed = completed
  }

  submit(wire: Wire): Error | null {
    // Invalid values must be detected before anything is sent
    const values = this.#steps.map(step => step.prepared())
    this.#known = knownTo(wire)
    for (const step of this.#steps) {
      const clash = step.clash(this.#known)
      if (clash) return clash
    }
    wire.stream.cork()
    try {
      this.#steps.forEach((step, at) => step.send(wire, this.#known, values[at] ?? []))
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
    return null
  }

  handleRowDescription({ fields }: { fields: readonly ColumnDescription[] }): void {
    this.#steps[this.#at]?.describedBy(fields)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#steps[this.#at]?.read(fields)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const step = this.#steps[this.#at]
    step?.completed(text, this.#known)
    if (step && !step.fault) this.#completed[this.#at]?.(step.answer)
    this.#at++
  }

  handleError(error: Error): void {
    if (error instanceof pg.DatabaseError && outdated.has(error.code ?? ''))
      for (const { name } of this.#steps) this.#known.statements.delete(name ?? '')
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(this.#steps.find(step => step.fault)?.fault ?? null)
  }
}

/** Closes the name first, because it may be in use; closing an unknown name is not an error. */
function prepare(wire: Wire, name: string, text: string): void {
  if (name !== '') wire.close({ type: 'S', name })
  wire.parse({ name, text })
}

/**
 * Runs one statement; with a workspace, in its own transaction inside that workspace. A text without values may
 * contain several statements.
 */
export async function ask(client: pg.ClientBase, query: pg.QueryConfig, workspace?: string): Promise<StatementResult> {
  if (query.values === undefined && workspace === undefined) return client.query(query)
  const front = workspace === undefined ? [] : [insideOf(workspace)]
  return lastOf(await submitted(client, [...front, query], []))
}

/**
 * Runs statements of several callers in one transaction inside a workspace: if one fails, none has an effect. Waits
 * for locks only briefly.
 */
export async function sendInOneTransaction(
  client: pg.ClientBase,
  queries: readonly pg.QueryConfig[],
  workspace: string,
): Promise<StatementResult[]> {
  const front = { ...insideTogether, values: [checkedId(workspace)] }
  return (await submitted(client, [front, ...queries], [])).slice(1).map(({ answer }) => answer)
}

/**
 * Runs two statements in one transaction that ends with the second, inside a workspace if there is one; settings of the
 * first apply to both. `first` settles as soon as it is complete, whatever happens to the second.
 */
export function sendPair(
  client: pg.ClientBase,
  front: pg.QueryConfig,
  query: pg.QueryConfig,
  workspace?: string,
): { first: Promise<StatementResult>; second: Promise<StatementResult> } {
  let answered = (_answer: StatementResult): void => undefined
  let failed = (_error: unknown): void => undefined
  const first = new Promise<StatementResult>((done, refuse) => {
    answered = done
    failed = refuse
  })
  const before = workspace === undefined ? [] : [insideOf(workspace)]
  const completed = [...before.map(() => () => undefined), (answer: StatementResult) => answered(answer)]
  const second = submitted(client, [...before, front, query], completed).then(lastOf)
  // If the first failed, so did the second
  second.catch(failed)
  return { first, second }
}

const insideOf = (workspace: string): Question => ({ ...inside, values: [checkedId(workspace)] })

const lastOf = (steps: readonly Step[]): StatementResult => (steps.at(-1) as Step).answer

async function submitted(
  client: pg.ClientBase,
  queries: readonly Question[],
  completed: ((answer: StatementResult) => void)[],
): Promise<Step[]> {
  const keepsNames = !(client instanceof NamelessClient)
  const steps = queries.map(query => new Step(query, keepsNames))
  const asked = new Asked(steps, completed)
  try {
    await new Promise<void>((done, failed) => {
      asked.callback = error => (error ? failed(error) : done())
      client.query(asked as unknown as pg.Submittable)
    })
  } catch (error) {
    // The stack trace of the caller is useful, that of the protocol parser is not
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
  return steps
}
