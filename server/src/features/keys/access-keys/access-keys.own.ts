import { keyedHash } from '#platform/secrets/seal.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { hashOfAccessKey } from './access-keys.ts'
import { ensureApp } from './access-keys.store.ts'

/**
 * The sign-in page as a card reader program, one per workspace, so that cards treat it like any other program.
 * It has its workspace's ID and appears in no list.
 */
export async function ownApp(ctx: TransactionContext): Promise<{ id: string; hash: Buffer }> {
  const workspace = workspaceOf(ctx)
  const hash = hashOfAccessKey(ctx, keyedHash(ctx.hashKey, 'own-site', workspace))
  await ensureApp(ctx.db, {
    workspace_id: workspace,
    id: workspace,
    name: 'Claviger',
    computer_id: 'sign-in',
    hash,
    platform: 'web',
    client: 'sign-in',
    version: '',
    api_key_id: workspace,
    api_key_name: '',
    created_at: ctx.clock.now(),
  })
  return { id: workspace, hash }
}
