import { workspaceOf } from '#platform/db/transaction.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { Ctx } from '#platform/world.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import type { TargetRow } from '../targets.store.ts'

const about = (ctx: Ctx, id: string): SealedSubject => `provisioning_targets:sealed:${id} of ${workspaceOf(ctx)}`

export const sealBearer = async (ctx: Ctx, id: string, bearer: string): Promise<Buffer> =>
  (await sealerOfWorkspace(ctx)).seal(bearer, about(ctx, id))

export const bearerOf = async (ctx: Ctx, { id, sealed }: Pick<TargetRow, 'id' | 'sealed'>): Promise<string> =>
  (await sealerOfWorkspace(ctx)).open(sealed, about(ctx, id)).toString()
