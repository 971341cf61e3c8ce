import type { credentials } from '@claviger/contract/keys/credentials'
import type { OutputOf } from '@claviger/contract/ground/endpoint'
import { userPermissions } from '@claviger/contract/tenancy/workspace-settings'
import { endUserPermissions } from '../../tenancy/workspace-settings/workspace-settings.ts'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record/record.ts'
import { userOf } from '../../../ground/db/transaction.ts'
import type { Ctx, UserActor } from '../../../ground/world.ts'
import { userById } from '../../people/users/users.ts'
import { mustHaveRoom } from '../key-assignment/key-assignment.room.ts'
import { forgetKeyOfPasskey, renameKeyOfPasskey } from '../security-keys/security-keys.passkeys.ts'
import { notifyOwner } from './credentials.letters.ts'
import { deletePasskey, lockPasskeys, passkeyRows, renamePasskey } from './credentials.store.ts'
import { knownPasskeys, passkeyOf, passkeysOf, storePasskey } from './credentials.ts'
import { newChallenge, requestFor } from './expected.ts'
import { mustBeFresh } from '../../../ground/freshness.ts'
import { creationFor, verifiedPasskey } from './new-passkey.ts'
import { ownChallenge, takeOwnChallenge } from './own-challenge.ts'

type InputFor<Call extends keyof typeof credentials.calls> = OutputOf<(typeof credentials.calls)[Call]['input']>

/** The passkeys of whoever asks. */
export const listOwn = async (ctx: Ctx) => ({ items: await passkeysOf(ctx, userOf(ctx).id) })

/**
 * Options for the browser: to make a passkey, or to confirm who is there with one.
 * Without a passkey there is nothing to ask for, and `request` is left out. Another passkey is made by somebody confirmed
 * only, which is asked before the browser makes it. Throws verify-first.
 */
export async function beginOwn(ctx: Ctx, input: InputFor<'challenge'>) {
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
 * Keeps a passkey that the person has just made; the first one without another to confirm it, for nothing but a passkey
 * confirms anybody. Throws verify-first, challenge-refused, passkey-*, limits-exceeded.
 */
export async function addOwn(ctx: Ctx, input: InputFor<'add'>) {
  await lockPasskeys(ctx.db, userOf(ctx).id)
  if ((await knownPasskeys(ctx, userOf(ctx).id)).length > 0) mustBeFresh(ctx)
  const { session, name, ...response } = input
  const challenge = await takeOwnChallenge(ctx, 'add', session)
  const passkey = verifiedPasskey(ctx, { response, challenge })
  if ((await passkeyRows(ctx.db, userOf(ctx).id)).length > 0) await mustBeLetTo(ctx, userPermissions.edit)
  await mustHaveRoom(ctx, userOf(ctx).id)
  return { result: await storePasskey(ctx, userOf(ctx).id, passkey, { name }) }
}

/** Renames an own passkey. Throws verify-first, own-keys-only and not-found. */
export async function renameOwn(ctx: Ctx, input: InputFor<'rename'>) {
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

/** Deletes an own passkey, never the last way in. Throws verify-first, own-keys-only, not-found and last-way-in. */
export async function removeOwn(ctx: Ctx, input: InputFor<'remove'>) {
  mustBeFresh(ctx)
  await mustBeLetTo(ctx, userPermissions.delete)
  const { going, others } = await heldPasskey(ctx, input.id)
  if (others === 0 && !(await mayComeInByCode(ctx, userOf(ctx)))) throw problem('last-way-in')
  return letGo(ctx, going, 'deleted')
}

/**
 * A passkey is not the person's, or not any more: it is deleted, whatever the workspace lets its users do, also where it
 * is the last. It asks for a passkey only where there is another than the stolen one. Throws not-found and verify-first.
 */
export async function reportOwn(ctx: Ctx, input: InputFor<'report'>) {
  const { going, others } = await heldPasskey(ctx, input.id)
  if (others > 0) mustBeFresh(ctx)
  return letGo(ctx, going, 'disowned')
}

/** One of the own passkeys, and how many others there are while nobody else adds or deletes any. Throws not-found. */
async function heldPasskey(ctx: Ctx, id: string) {
  const actor = userOf(ctx)
  await lockPasskeys(ctx.db, actor.id)
  const all = await passkeyRows(ctx.db, actor.id)
  const going = all.find(one => one.id === id)
  if (!going) throw problem('not-found')
  return { going, others: all.length - 1 }
}

async function letGo(ctx: Ctx, going: Awaited<ReturnType<typeof heldPasskey>>['going'], how: 'deleted' | 'disowned') {
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

/** Users change their own keys as the workspace lets them (101 to 104); who may change all keys, their own too. */
async function mustBeLetTo(ctx: Ctx, right: number): Promise<void> {
  if (userOf(ctx).permissions.has('keys.write')) return
  if (!(await endUserPermissions(ctx)).includes(right)) throw problem('own-keys-only')
}

/** Refuses to let the last way in go with an own key. Throws last-way-in. */
export async function keepWayIn(ctx: Ctx, key: string): Promise<void> {
  const actor = userOf(ctx)
  await lockPasskeys(ctx.db, actor.id)
  const all = await passkeyRows(ctx.db, actor.id)
  const lost = all.some(one => one.security_key_id === key) && all.every(one => one.security_key_id === key)
  if (lost && !(await mayComeInByCode(ctx, actor))) throw problem('last-way-in')
}

/** A mailbox is way in enough for a user, but whoever looks after others keeps a passkey. */
async function mayComeInByCode(ctx: Ctx, actor: UserActor): Promise<boolean> {
  if (actor.workspaceRole !== null || actor.accountRole === 0) return false
  const user = await userById(ctx, actor.id)
  return user !== undefined && user.email !== null && user.email_verified_at !== null
}

async function notify(ctx: Ctx, change: 'renamed' | 'deleted' | 'disowned', name: string): Promise<void> {
  const owner = await userById(ctx, userOf(ctx).id)
  if (owner) await notifyOwner(ctx, owner, change, name)
}
