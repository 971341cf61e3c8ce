import { workspaceOf } from '#platform/db/transaction.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import type { TargetRow } from '../targets.store.ts'

const about = (ctx: TransactionContext, id: string): SealedSubject =>
  `provisioning_targets:sealed:${id} of ${workspaceOf(ctx)}`

export const sealBearer = async (ctx: TransactionContext, id: string, bearer: string): Promise<Buffer> =>
  (await sealerOfWorkspace(ctx)).seal(bearer, about(ctx, id))

export const bearerOf = async (
  ctx: TransactionContext,
  { id, sealed }: Pick<TargetRow, 'id' | 'sealed'>,
): Promise<string> => (await sealerOfWorkspace(ctx)).open(sealed, about(ctx, id)).toString()
