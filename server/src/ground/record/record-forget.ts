import { sql } from 'kysely'
import type { Ctx } from '../world.ts'

/** Takes lines out of the log for good; only a transaction that sees all workspaces may. */
export async function forgetEntries(ctx: Ctx, workspace: string, ids: readonly string[]): Promise<void> {
  await sql`delete from activities where workspace_id = ${workspace} and id = any(${ids}::uuid[])`.execute(ctx.db)
}

/** Takes the whole log of a workspace away, which goes with it. */
export async function forgetLog(ctx: Ctx, workspace: string): Promise<void> {
  await sql`delete from activities where workspace_id = ${workspace}`.execute(ctx.db)
}
