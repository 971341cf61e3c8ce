import { keyedHash } from '../../../ground/secrets/seal.ts'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import type { Ctx } from '../../../ground/world.ts'
import { hashOf } from './access-keys.ts'
import { ensureApp } from './access-keys.store.ts'

/**
 * Our own sign-in page as a program that reads cards, one in each workspace: so a card answers it by the same rules as
 * any other program. It has the id of its workspace, and no list shows it.
 */
export async function ownApp(ctx: Ctx): Promise<{ id: string; hash: Buffer }> {
  const workspace = workspaceOf(ctx)
  const hash = hashOf(ctx, keyedHash(ctx.hashKey, 'own-site', workspace))
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
