import { workspaceOf } from '../../../ground/db/transaction.ts'
import { sealer, type Sealer } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'

/** Seals and opens by the key of the transaction's workspace, which the master key guards. */
export async function sealerOfWorkspace(ctx: Ctx): Promise<Sealer> {
  const workspace = workspaceOf(ctx)
  const row = await ctx.db
    .selectFrom('workspaces')
    .select('sealed_key')
    .where('id', '=', workspace)
    .executeTakeFirstOrThrow()
  return sealer([ctx.sealer.open(row.sealed_key, `workspaces:sealed_key:${workspace}`)])
}
