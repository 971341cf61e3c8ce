import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { About } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'
import { sealerOfWorkspace } from '../../tenancy/workspaces/workspaces.key.ts'
import type { ApplicationRow } from './api-applications.store.ts'

/** Client secret, API token, or the key of a certificate. */
export interface Secrets {
  secret?: string
  privateKey?: string
}

const about = (ctx: Ctx, id: string): About => `api_applications:sealed:${id} of ${workspaceOf(ctx)}`

/** Encrypts a connection's secrets with the workspace's key. */
export const sealSecrets = async (ctx: Ctx, id: string, secrets: Secrets): Promise<Buffer> =>
  (await sealerOfWorkspace(ctx)).seal(JSON.stringify(secrets), about(ctx, id))

export const openSecrets = async (ctx: Ctx, row: Pick<ApplicationRow, 'id' | 'sealed'>): Promise<Secrets> =>
  JSON.parse((await sealerOfWorkspace(ctx)).open(row.sealed, about(ctx, row.id)).toString()) as Secrets
