import type pg from 'pg'
import { checkedId } from '../../ids.ts'
import { NamelessClient } from './names.ts'

/** The driver's own words to the database, of which it says only the first to others. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  parse(statement: { name: string; text: string }): void
  bind(values: { portal: string; statement: string; values: string[] }): void
  execute(portal: { portal: string }): void
}

// Sets the workspace and answers no row: the answer of the statement behind it stays the only one that has any
const name = 'inside'
const text = `select where set_config('app.workspace', $1, true) is null`
const knowing = new WeakSet<Wire>()

/**
 * Asks one statement inside a workspace, in a transaction that begins and ends with it. Setting the workspace goes out
 * before the statement and waits for no Sync of its own: PostgreSQL commits at the Sync behind both ("Pipelining" in its
 * description of the protocol), and until then keeps what was set for this transaction.
 */
export async function askInside(
  client: pg.ClientBase,
  workspace: string,
  query: pg.QueryConfig,
): Promise<pg.QueryResult> {
  const wire = (client as unknown as { connection: Wire }).connection
  const values = [checkedId(workspace)]
  wire.stream.cork()
  const statement = client instanceof NamelessClient ? '' : name
  let answers: Promise<pg.QueryResult>
  try {
    if (statement === '' || !knowing.has(wire)) wire.parse({ name: statement, text })
    knowing.add(wire)
    wire.bind({ portal: '', statement, values })
    wire.execute({ portal: '' })
    answers = client.query(query)
  } finally {
    wire.stream.uncork()
  }
  // One for each of the two, as the driver has it for several statements in one text
  const both = (await answers) as unknown as pg.QueryResult[]
  return both[1] as pg.QueryResult
}
