import { doneReply } from '@claviger/contract/platform/fields'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { userToChange } from '#features/people/users/users.rank.ts'
import { removeHeldPasskey } from '../held-keys/held-keys.ts'
import { forgetKeyOfPasskey } from '../security-keys/security-keys.passkeys.ts'
import { notifyOwner } from './credentials.mails.ts'
import { deletePasskey, lockPasskeys, passkeyRows } from './credentials.store.ts'

/**
 * Deletes another user's passkey; a key without other passkeys is deleted too.
 * @throws not-found; above-you if the user has a higher role; own-account, because own passkeys are deleted on
 * the profile after verification
 */
export async function removePasskey(ctx: TransactionContext, input: { id: string; credentialId: string }) {
  const owner = await userToChange(ctx, input.id)
  if (ctx.actor.kind === 'user' && ctx.actor.id === owner.id) throw problem('own-account')
  await lockPasskeys(ctx.db, owner.id)
  const going = (await passkeyRows(ctx.db, owner.id)).find(one => one.id === input.credentialId)
  if (!going) {
    const { site } = await removeHeldPasskey(ctx, owner.id, input.credentialId)
    await notifyOwner(ctx, owner, 'deleted-from-card', site)
    return doneReply
  }
  await deletePasskey(ctx.db, going.id)
  await forgetKeyOfPasskey(ctx, going.security_key_id)
  await record(ctx, {
    action: 'passkey.deleted',
    object: { type: 'passkey', id: going.id, name: going.name },
    before: { name: going.name, owner: `${owner.first_name} ${owner.last_name}` },
  })
  await notifyOwner(ctx, owner, 'deleted', going.name)
  return doneReply
}
