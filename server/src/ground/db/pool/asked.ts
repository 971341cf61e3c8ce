import pg from 'pg'
import { checkedId } from '../../ids.ts'
import { type Columns, columnsFrom, type Field } from './columns.ts'
import { NamelessClient } from './names.ts'

/** The driver's own words to the database, of which it says only the first to others. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  close(what: { type: 'S'; name: string }): void
  parse(statement: { name: string; text: string }): void
  bind(values: { portal: string; statement: string; values: unknown[] }): void
  describe(what: { type: 'P'; name: string }): void
  execute(portal: { portal: string }): void
  sync(): void
}

/** What the driver lets others be in place of its own question. */
interface DriversQuery {
  text: string
  name?: string | undefined
  callback: (error: Error | null) => void
}
const DriversQuery = pg.Query as unknown as new (text: string) => DriversQuery
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils

export type Answer = Pick<pg.QueryResult, 'rows' | 'rowCount' | 'command'>

// Sets the workspace and answers no row
const inside = { name: 'inside', text: `select where set_config('app.workspace', $1, true) is null` }

interface Known {
  /** The columns of the statements that the connection has prepared, by their names. */
  readonly statements: Map<string, { text: string; columns: Columns }>
  /** Whether it has prepared the one that sets the workspace. */
  enters: boolean
}
const known = new WeakMap<Wire, Known>()
function knownTo(wire: Wire): Known {
  const found = known.get(wire) ?? { statements: new Map(), enters: false }
  known.set(wire, found)
  return found
}

// A name that means nothing there any more, or columns that are others since: prepared anew, the next answer is right
const outdated = new Set(['26000', '0A000'])

/**
 * One question in the driver's row of questions. The columns of a statement that the connection knows by name cannot
 * change (PostgreSQL refuses it instead), so they are asked for once, where the driver asks each time.
 */
class Asked extends DriversQuery {
  readonly answer: Answer = { rows: [], rowCount: null, command: '' }
  readonly #values: readonly unknown[]
  readonly #workspace: string | undefined
  readonly #inside: string
  #columns: Columns | undefined
  #known: Known | undefined
  /** So many statements in front of ours are still to be answered. */
  #before = 0
  #fault: Error | undefined

  constructor({ name, text, values }: pg.QueryConfig, keepsNames: boolean, workspace: string | undefined) {
    super(text)
    this.name = keepsNames ? name : undefined
    this.#inside = keepsNames ? inside.name : ''
    this.#values = (values ?? []) as unknown[]
    this.#workspace = workspace
  }

  submit(wire: Wire): Error | null {
    const values = this.#values.map(prepareValue)
    this.#known = knownTo(wire)
    const before = this.name === undefined ? undefined : this.#known.statements.get(this.name)
    if (before && before.text !== this.text) return new Error(`${this.name} is the name of another statement`)
    this.#columns = before?.columns
    const statement = this.name ?? ''
    wire.stream.cork()
    try {
      if (this.#workspace !== undefined) this.#enter(wire, this.#workspace)
      if (!before) prepare(wire, statement, this.text)
      wire.bind({ portal: '', statement, values })
      if (!before) wire.describe({ type: 'P', name: '' })
      wire.execute({ portal: '' })
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
    return null
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#columns = columnsFrom(this.name, fields)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#fault || !this.#columns) return
    try {
      this.answer.rows.push(this.#columns.read(fields))
    } catch (error) {
      this.#fault = error as Error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    if (this.#before-- > 0) {
      if (this.#known && this.#inside !== '') this.#known.enters = true
      return
    }
    const [command = '', ...numbers] = text.split(' ')
    const last = numbers.at(-1)
    this.answer.command = command
    this.answer.rowCount = last !== undefined && /^\d+$/.test(last) ? Number(last) : null
    if (this.name === undefined || this.#known?.statements.has(this.name)) return
    this.#known?.statements.set(this.name, { text: this.text, columns: this.#columns ?? columnsFrom(this.name, []) })
  }

  handleError(error: Error): void {
    if (this.#known && error instanceof pg.DatabaseError && outdated.has(error.code ?? '')) {
      this.#known.statements.delete(this.name ?? '')
      this.#known.enters = false
    }
    this.callback(error)
  }

  handleReadyForQuery(): void {
    this.callback(this.#fault ?? null)
  }

  /**
   * Setting the workspace goes out before the statement and waits for no Sync of its own: PostgreSQL commits at the
   * Sync behind both ("Pipelining" in its description of the protocol), and until then keeps what was set for this
   * transaction.
   */
  #enter(wire: Wire, workspace: string): void {
    this.#before = 1
    if (this.#inside === '' || !this.#known?.enters) prepare(wire, this.#inside, inside.text)
    wire.bind({ portal: '', statement: this.#inside, values: [workspace] })
    wire.execute({ portal: '' })
  }
}

/** Under a name nothing else may stand; to close what is not there is no error. */
function prepare(wire: Wire, name: string, text: string): void {
  if (name !== '') wire.close({ type: 'S', name })
  wire.parse({ name, text })
}

/**
 * Asks one statement; with a workspace in a transaction inside it, that begins and ends with the statement. A text
 * without values may hold several statements.
 */
export async function ask(client: pg.ClientBase, query: pg.QueryConfig, workspace?: string): Promise<Answer> {
  if (query.values === undefined && workspace === undefined) return client.query(query)
  if (workspace !== undefined) checkedId(workspace)
  const asked = new Asked(query, !(client instanceof NamelessClient), workspace)
  try {
    await new Promise<void>((done, failed) => {
      asked.callback = error => (error ? failed(error) : done())
      client.query(asked as unknown as pg.Submittable)
    })
  } catch (error) {
    // Who asked, and not how the answer came in
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
  return asked.answer
}
