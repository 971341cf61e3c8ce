import type { StatementContext } from '../app-context.ts'
import { run } from './db.ts'
import type { StatementPart } from './parts.ts'
import { runSingleStatement } from './transaction.ts'

/**
 * Runs a statement in whatever context its caller has: on the connection of a transaction, or by itself if there is
 * none. So a change is written once, as guards and parts, and a caller that must check more opens a transaction first.
 */
export async function runStatement<Row>(ctx: StatementContext, statement: StatementPart): Promise<Row[]> {
  if (ctx.db === undefined) return runSingleStatement<Row>(ctx, statement)
  return (await run<Row>(ctx.db, statement.text, [...statement.values])).rows
}
