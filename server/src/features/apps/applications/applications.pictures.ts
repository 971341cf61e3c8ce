import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { pictureDigest } from './people.store.ts'

/** Where the picture of an application is, by the name of its bytes; null where it has none. */
export const pictureAddress = (ctx: Pick<Ctx, 'workspace'>, digest: string | null): string | null =>
  digest === null ? null : `/api/application-picture/${workspaceOf(ctx)}/${digest}`

/** Where the picture of one application is, for pages that are no part of the console. */
export const pictureFor = async (ctx: Ctx, application: { id: string }): Promise<string | null> =>
  pictureAddress(ctx, await pictureDigest(ctx.db, application.id))
