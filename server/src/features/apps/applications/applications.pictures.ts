import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { pictureDigest } from './people.store.ts'

/** Address of an application's icon, by content digest; null if it has none. */
export const pictureAddress = (ctx: Pick<TransactionContext, 'workspace'>, digest: string | null): string | null =>
  digest === null ? null : `/api/application-picture/${workspaceOf(ctx)}/${digest}`

export const pictureFor = async (ctx: TransactionContext, application: { id: string }): Promise<string | null> =>
  pictureAddress(ctx, await pictureDigest(ctx.db, application.id))
