import { accountRoles } from '@claviger/contract/platform/permissions'
import type { credentials } from '@claviger/contract/keys/credentials'
import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { userPermissions } from '@claviger/contract/tenancy/workspace-settings'
import { endUserPermissions } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { userOf } from '#platform/db/transaction.ts'
import type { TransactionContext, UserActor } from '#platform/app-context.ts'
import { userById } from '#features/people/users/users.ts'
import { mustHaveFreeKeySlot } from '../key-assignment/key-assignment.room.ts'
import { forgetKeyOfPasskey, renameKeyOfPasskey } from '../security-keys/security-keys.passkeys.ts'
import { notifyOwner } from './credentials.mails.ts'
import { deletePasskey, lockPasskeys, passkeyRows, renamePasskey } from './credentials.store.ts'
import { knownPasskeys, passkeyOf, passkeysOf, storePasskey } from './credentials.ts'
import { newChallenge, requestFor } from './expected-challenge.ts'
import { mustBeFresh } from '#platform/freshness.ts'
import { creationFor, verifiedPasskey } from './new-passkey.ts'
import { ownChallenge, consumeOwnChallenge } from './own-challenge.ts'

type InputFor<Call extends keyof typeof credentials.calls> = OutputOf<(typeof credentials.calls)[Call]['input']>

export const listOwn = async (ctx: TransactionContext) => ({ items: await passkeysOf(ctx, userOf(ctx).id) })

/**
 * Options for the browser to create a passkey or confirm the user with one. `request` is omitted if there is
 * no passkey yet. Adding another passkey needs a confirmed user, which is checked before the browser creates
 * it.
 * @throws verify-first
 */
export async function beginOwn(ctx: TransactionContext, input: InputFor<'challenge'>) {
  const actor = userOf(ctx)
  const challenge = newChallenge()
  const known = await knownPasskeys(ctx, actor.id)
  if (input.purpose === 'add' && known.length > 0) mustBeFresh(ctx)
  const user = { id: actor.id, name: actor.email ?? actor.name, displayName: actor.name }
  const authInfo =
    input.purpose === 'add'
      ? { creation: creationFor(ctx, { user, challenge, attachment: 'any', exclude: known }) }
      : known.length > 0
        ? { request: requestFor(ctx, challenge, known) }
        : {}
  return { challenge: challenge.toString('base64url'), session: ownChallenge(ctx, input.purpose, challenge), authInfo }
}

/**
 * Stores the user's new passkey. The first one needs no confirmation, because only a passkey can confirm a
 * user.
 * @throws verify-first, challenge-refused, passkey-*, limits-exceeded
 */
export async function addOwn(ctx: TransactionContext, input: InputFor<'add'>) {
  await lockPasskeys(ctx.db, userOf(ctx).id)
  if ((await knownPasskeys(ctx, userOf(ctx).id)).length > 0) mustBeFresh(ctx)
  const { session, name, ...response } = input
  const challenge = await consumeOwnChallenge(ctx, 'add', session)
  const passkey = verifiedPasskey(ctx, { response, challenge })
  if ((await passkeyRows(ctx.db, userOf(ctx).id)).length > 0) await mustBeLetTo(ctx, userPermissions.edit)
  await mustHaveFreeKeySlot(ctx, userOf(ctx).id)
  return { result: await storePasskey(ctx, userOf(ctx).id, passkey, { name }) }
}

export async function renameOwn(ctx: TransactionContext, input: InputFor<'rename'>) {
  mustBeFresh(ctx)
  await mustBeLetTo(ctx, userPermissions.edit)
  const { id } = userOf(ctx)
  const before = await renamePasskey(ctx.db, id, input.id, input.name)
  if (before === undefined) throw problem('not-found')
  if (before !== input.name) {
    await renameKeyOfPasskey(ctx, input.id, input.name)
    await record(ctx, {
      action: 'passkey.renamed',
      object: { type: 'passkey', id: input.id, name: input.name },
      before: { name: before },
      after: { name: input.name },
    })
    await notify(ctx, 'renamed', input.name)
  }
  const row = (await passkeyRows(ctx.db, id)).find(one => one.id === input.id)
  if (!row) throw problem('not-found')
  return passkeyOf(row)
}

/**
 * Deletes the user's own passkey, never the last sign-in method.
 * @throws verify-first, own-keys-only, not-found, last-way-in
 */
export async function removeOwn(ctx: TransactionContext, input: InputFor<'remove'>) {
  mustBeFresh(ctx)
  await mustBeLetTo(ctx, userPermissions.delete)
  const { going, others } = await heldPasskey(ctx, input.id)
  if (others === 0 && !(await mayComeInByCode(ctx, userOf(ctx)))) throw problem('last-way-in')
  return letGo(ctx, going, 'deleted')
}

/**
 * Deletes a passkey that the user reports as lost or not theirs, regardless of workspace settings and even if
 * it is the last. Confirmation is required only if another passkey exists.
 * @throws not-found, verify-first
 */
export async function reportOwn(ctx: TransactionContext, input: InputFor<'report'>) {
  const { going, others } = await heldPasskey(ctx, input.id)
  if (others > 0) mustBeFresh(ctx)
  return letGo(ctx, going, 'disowned')
}

/**
 * One of the user's passkeys and the number of others, locked against concurrent additions and deletions.
 * @throws not-found
 */
async function heldPasskey(ctx: TransactionContext, id: string) {
  const actor = userOf(ctx)
  await lockPasskeys(ctx.db, actor.id)
  const all = await passkeyRows(ctx.db, actor.id)
  const going = all.find(one => one.id === id)
  if (!going) throw problem('not-found')
  return { going, others: all.length - 1 }
}

async function letGo(
  ctx: TransactionContext,
  going: Awaited<ReturnType<typeof heldPasskey>>['going'],
  how: 'deleted' | 'disowned',
) {
  await deletePasskey(ctx.db, going.id)
  await forgetKeyOfPasskey(ctx, going.security_key_id)
  await record(ctx, {
    action: `passkey.${how}`,
    object: { type: 'passkey', id: going.id, name: going.name },
    before: { name: going.name },
  })
  await notify(ctx, how, going.name)
  return { ok: true as const }
}

/**
 * The workspace decides which own keys users can change (101 to 104). Administrators who can change all keys
 * can also change their own.
 */
async function mustBeLetTo(ctx: TransactionContext, right: number): Promise<void> {
  if (userOf(ctx).permissions.has('keys.write')) return
  if (!(await endUserPermissions(ctx)).includes(right)) throw problem('own-keys-only')
}

export async function mustKeepSignInMethod(ctx: TransactionContext, key: string): Promise<void> {
  const actor = userOf(ctx)
  await lockPasskeys(ctx.db, actor.id)
  const all = await passkeyRows(ctx.db, actor.id)
  const lost = all.some(one => one.security_key_id === key) && all.every(one => one.security_key_id === key)
  if (lost && !(await mayComeInByCode(ctx, actor))) throw problem('last-way-in')
}

/** Email is a sufficient sign-in method for a user, but administrators must keep a passkey. */
async function mayComeInByCode(ctx: TransactionContext, actor: UserActor): Promise<boolean> {
  if (actor.workspaceRole !== null || actor.accountRole === accountRoles.superAdmin) return false
  const user = await userById(ctx, actor.id)
  return user !== undefined && user.email !== null && user.email_verified_at !== null
}

async function notify(
  ctx: TransactionContext,
  change: 'renamed' | 'deleted' | 'disowned',
  name: string,
): Promise<void> {
  const owner = await userById(ctx, userOf(ctx).id)
  if (owner) await notifyOwner(ctx, owner, change, name)
}
