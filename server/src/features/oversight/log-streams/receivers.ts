import { workspaceOf } from '#platform/db/transaction.ts'
import type { SealedSubject } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { slugOf, type StreamRow } from './log-streams.store.ts'
import type { LogReceiver, StreamSecrets } from './sending/receiver.ts'

const about = (ctx: TransactionContext, id: string): SealedSubject => `log_streams:sealed:${id} of ${workspaceOf(ctx)}`

export const sealSecrets = async (ctx: TransactionContext, id: string, secrets: StreamSecrets): Promise<Buffer> =>
  (await sealerOfWorkspace(ctx)).seal(JSON.stringify(secrets), about(ctx, id))

export const openReceiverSecrets = async (
  ctx: TransactionContext,
  row: Pick<StreamRow, 'id' | 'sealed'>,
): Promise<StreamSecrets> =>
  JSON.parse((await sealerOfWorkspace(ctx)).open(row.sealed, about(ctx, row.id)).toString()) as StreamSecrets

export async function receiverOf(ctx: TransactionContext, row: StreamRow): Promise<LogReceiver> {
  const secrets = await openReceiverSecrets(ctx, row)
  return {
    id: row.id,
    kind: row.kind === 'https' ? 'https' : 'syslog',
    address: row.address,
    workspace: await slugOf(ctx.db, row.workspace_id),
    secrets,
    config: ctx.config,
    guard: ctx,
    purpose: { workspace: row.workspace_id, feature: 'log-streams' },
    tls: {
      ...(row.authority !== null && { ca: row.authority }),
      ...(row.certificate !== null && { cert: row.certificate }),
      ...(secrets.privateKey !== undefined && { key: secrets.privateKey }),
    },
  }
}
