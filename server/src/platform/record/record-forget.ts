import { sql } from 'kysely'
import type { Ctx } from '../world.ts'

/** Deletes log lines permanently. Requires a transaction that sees all workspaces. */
export async function forgetEntries(ctx: Ctx, workspace: string, ids: readonly string[]): Promise<void> {
  await sql`delete from activities where workspace_id = ${workspace} and id = any(${ids}::uuid[])`.execute(ctx.db)
}

export async function forgetLog(ctx: Ctx, workspace: string): Promise<void> {
  await sql`delete from activities where workspace_id = ${workspace}`.execute(ctx.db)
}
