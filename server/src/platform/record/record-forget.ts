import { sql } from 'kysely'
import type { TransactionContext } from '../app-context.ts'

/** Deletes log lines permanently. Requires a transaction that sees all workspaces. */
export async function forgetEntries(ctx: TransactionContext, workspace: string, ids: readonly string[]): Promise<void> {
  await sql`delete from activities where workspace_id = ${workspace} and id = any(${ids}::uuid[])`.execute(ctx.db)
}

export async function forgetLog(ctx: TransactionContext, workspace: string): Promise<void> {
  await sql`delete from activities where workspace_id = ${workspace}`.execute(ctx.db)
}
