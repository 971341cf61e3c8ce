import { workspaceOf } from '#platform/db/transaction.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import type { ApiApplicationRow } from './api-applications.store.ts'

/** Client secret, API token, or the key of a certificate. */
export interface ApiApplicationSecrets {
  secret?: string
  privateKey?: string
}

const about = (ctx: TransactionContext, id: string): SealedSubject =>
  `api_applications:sealed:${id} of ${workspaceOf(ctx)}`

/** Encrypts a connection's secrets with the workspace's key. */
export const sealApiApplicationSecrets = async (
  ctx: TransactionContext,
  id: string,
  secrets: ApiApplicationSecrets,
): Promise<Buffer> => (await sealerOfWorkspace(ctx)).seal(JSON.stringify(secrets), about(ctx, id))

export const openSecrets = async (
  ctx: TransactionContext,
  row: Pick<ApiApplicationRow, 'id' | 'sealed'>,
): Promise<ApiApplicationSecrets> =>
  JSON.parse((await sealerOfWorkspace(ctx)).open(row.sealed, about(ctx, row.id)).toString()) as ApiApplicationSecrets
