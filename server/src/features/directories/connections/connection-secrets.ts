import { workspaceOf } from '#platform/db/transaction.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'

const about = (ctx: TransactionContext, id: string): SealedSubject =>
  `directory_connections:sealed:${id} of ${workspaceOf(ctx)}`

export const sealSecret = async (ctx: TransactionContext, id: string, secret: string): Promise<Buffer> =>
  (await sealerOfWorkspace(ctx)).seal(secret, about(ctx, id))

export const openSecret = async (ctx: TransactionContext, id: string, sealed: Uint8Array): Promise<string> =>
  (await sealerOfWorkspace(ctx)).open(sealed, about(ctx, id)).toString()
