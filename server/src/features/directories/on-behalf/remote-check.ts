import { record } from '#platform/record/record.ts'
import { removeRejectedPasskey } from '#features/keys/held-keys/held-keys.on-behalf.ts'
import type { TransactionWorld } from '#features/work/works/works.ts'
import { lockPasskey, type RemotePasskeyRow, updatePasskey } from './on-behalf.store.ts'
import { searchOfPasskey, remoteAccountOf } from './remote-lookup.ts'

/**
 * Checks whether a passkey is still registered at the provider. One deleted there stays on its card but is marked as
 * gone, so that another one can be registered. Returns true if gone.
 * @throws the provider's errors
 */
export async function findRemotePasskeys(world: TransactionWorld, row: RemotePasskeyRow): Promise<boolean> {
  if (row.credential_id === null) return false
  const there = await remoteAccountOf(world, row)
  if ((await there.find(searchOfPasskey(row, row.credential_id))) !== undefined) return false
  return world.transact(async ctx => {
    const now = await lockPasskey(ctx.db, row.id)
    if (now?.state !== 'registered') return false
    await updatePasskey(ctx.db, row.id, { state: 'gone', remote_id: null, changed_at: ctx.clock.now() })
    if (now.held_id) await removeRejectedPasskey(ctx, now.held_id)
    await record(ctx, {
      action: 'on-behalf.gone',
      object: { type: 'user', id: row.user_id, name: row.user_name },
      before: { service: row.service },
    })
    return true
  })
}
