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

interface Question extends pg.QueryConfig {
  /** It answers no row, so nothing is asked of its columns. */
  rowless?: boolean
}

const inside = {
  name: 'inside',
  text: `select where set_config('app.workspace', $1, true) is null`,
  rowless: true,
}

// Whoever waits for a lock makes all wait who share its transaction: then each goes alone, and waits alone
const insideTogether = {
  name: 'inside together',
  text: `select where (set_config('app.workspace', $1, true) || set_config('lock_timeout', '50ms', true)) is null`,
  rowless: true,
}

interface Known {
  /** The columns of the statements that the connection has prepared, by their names. */
  readonly statements: Map<string, { text: string; columns: Columns }>
}
const known = new WeakMap<Wire, Known>()
function knownTo(wire: Wire): Known {
  const found = known.get(wire) ?? { statements: new Map() }
  known.set(wire, found)
  return found
}

// A name that means nothing there any more, or columns that are others since: prepared anew, the next answer is right
const outdated = new Set(['26000', '0A000'])

/** One statement of a question. */
class Step {
  readonly answer: Answer = { rows: [], rowCount: null, command: '' }
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

  /** The fault where its name is that of another statement on the connection. */
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

  describedBy(fields: readonly Field[]): void {
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
 * One question in the driver's row of questions: one statement, or several behind which one Sync stands, so they are one
 * transaction ("Pipelining" in PostgreSQL's description of the protocol). The columns of a statement that the connection
 * knows by name cannot change (PostgreSQL refuses it instead), so they are asked for once, where the driver asks each
 * time.
 */
class Asked extends DriversQuery {
  /** Its statements, for whoever watches the connection. */
  readonly texts: readonly string[]
  readonly #steps: readonly Step[]
  readonly #completed: ((answer: Answer) => void)[]
  #at = 0
  #known: Known = { statements: new Map() }

  /** `completed` are called in the order of the steps, each as soon as its step has its answer. */
  constructor(steps: readonly Step[], completed: ((answer: Answer) => void)[]) {
    super(steps.at(-1)?.text ?? '')
    // The driver notes by it what the connection has prepared; its own questions bear the same names
    this.name = steps.at(-1)?.name
    this.#steps = steps
    this.texts = steps.map(({ text }) => text).filter(text => text !== inside.text && text !== insideTogether.text)
    this.#completed = completed
  }

  submit(wire: Wire): Error | null {
    // What a value cannot be is found before anything is sent
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

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
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
  const front = workspace === undefined ? [] : [{ ...inside, values: [workspace] }]
  return lastOf(await submitted(client, [...front, query], []))
}

/**
 * Asks statements of several callers inside a workspace, in one transaction that ends with the last: where one fails none
 * of them did anything. None of them waits long for a lock.
 */
export async function askTogether(
  client: pg.ClientBase,
  queries: readonly pg.QueryConfig[],
  workspace: string,
): Promise<Answer[]> {
  const front = { ...insideTogether, values: [checkedId(workspace)] }
  return (await submitted(client, [front, ...queries], [])).slice(1).map(({ answer }) => answer)
}

/**
 * Asks two statements in one transaction that ends with the second; what the first sets holds for both. `first` is
 * settled as soon as that one is answered, whatever becomes of the second.
 */
export function askBoth(
  client: pg.ClientBase,
  front: pg.QueryConfig,
  query: pg.QueryConfig,
): { first: Promise<Answer>; second: Promise<Answer> } {
  let answered = (_answer: Answer): void => undefined
  let failed = (_error: unknown): void => undefined
  const first = new Promise<Answer>((done, refuse) => {
    answered = done
    failed = refuse
  })
  const second = submitted(client, [front, query], [answered]).then(lastOf)
  // Where the first failed the second did
  second.catch(failed)
  return { first, second }
}

const lastOf = (steps: readonly Step[]): Answer => (steps.at(-1) as Step).answer

async function submitted(
  client: pg.ClientBase,
  queries: readonly Question[],
  completed: ((answer: Answer) => void)[],
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
    // Who asked, and not how the answer came in
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
  return steps
}
