import { doneReply } from '@claviger/contract/platform/fields'
import type { ProblemCode } from '@claviger/contract/platform/problems'
import { keyStatus } from '@claviger/contract/keys/security-keys'
import { type KeyAct, type KeyReason, keyReasons, type SinglePinResetMethod } from '@claviger/contract/keys/key-acts'
import { verifications } from '@claviger/contract/keys/token-policies'
import { userPermissions } from '@claviger/contract/tenancy/workspace-settings'
import { mustBeFresh } from '#platform/freshness.ts'
import { deferText } from '#platform/languages.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { mustKeepSignInMethod } from '../credentials/credentials.own.ts'
import { pinMustFit } from '../key-assignment/key-assignment.activated.ts'
import { pinColumns, renewPin } from '../security-keys/security-keys.pins.ts'
import { notifyOwnerOfKey } from '../security-keys/security-keys.mails.ts'
import { keyChanged } from '../security-keys/security-keys.own.ts'
import {
  cardOf,
  changeKey,
  forgetKey,
  keyById,
  type SecurityKeyRow,
  objectOf,
  pinConfigOfKeys,
  unblockKey,
} from '../security-keys/security-keys.ts'
import { proofDateOf, checkProofOfKey } from '../security-keys/security-keys.proof.ts'
import { actOnKeys } from './key-acts.ts'

const refusals: Partial<Record<KeyReason, ProblemCode>> = {
  unknown: 'not-found',
  'above-you': 'above-you',
  'own-key': 'own-account',
}

const thisKey = (reason: KeyReason) =>
  deferText('This key {reason}', { reason: deferText(keyReasons[reason], { count: 1 }) })

const toOne = (act: KeyAct) => async (ctx: TransactionContext, input: { id: string }) => {
  const asked = { act, by: askerOf(ctx), now: ctx.clock.now(), verification: null, pins: null }
  const [acted] = await actOnKeys(ctx, asked, [input.id])
  const reason = acted?.reason
  if (reason) throw problem(refusals[reason] ?? 'change-refused', refusals[reason] ? undefined : thisKey(reason))
  return doneReply
}

// The acts write the log lines, one per key
export const suspendKey = toOne('suspend')
export const activateSuspended = toOne('activate')

export async function unblockOne(ctx: TransactionContext, input: { id: string }) {
  const { key } = await keyChanged(ctx, input.id, noRight)
  await notifyOwnerOfKey(ctx, 'unblocked', await unblockKey(ctx, key.id))
  return doneReply
}

const noRight = -1

/**
 * Deletes a key with its passkeys: an administrator another user's, a user an own one that is not the last
 * sign-in method.
 * @throws not-found, above-you, own-account, own-keys-only, verify-first, last-way-in
 */
export async function removeKey(ctx: TransactionContext, input: { id: string }) {
  const { key, own } = await keyChanged(ctx, input.id, userPermissions.delete)
  if (own) await mustKeepSignInMethod(ctx, key.id)
  else if (ctx.actor.kind === 'user' && ctx.actor.id === key.user_id) throw problem('own-account')
  await forget(ctx, key, 'security-key.deleted')
  return doneReply
}

/**
 * Removes a key from a user; a pending one has its activation canceled (decision G36).
 * @throws not-found, above-you, own-account
 */
export async function removeKeyFromUser(ctx: TransactionContext, input: { id: string; deviceId: string }) {
  const seen = await keyById(ctx, input.deviceId)
  if (!seen || seen.user_id !== input.id) throw problem('not-found')
  const { key } = await keyChanged(ctx, input.deviceId, noRight)
  const waits = key.status === keyStatus.pending
  if (!waits && ctx.actor.kind === 'user' && ctx.actor.id === key.user_id) throw problem('own-account')
  await forget(ctx, key, waits ? 'security-key.cancelled' : 'security-key.revoked')
  return doneReply
}

async function forget(
  ctx: TransactionContext,
  key: SecurityKeyRow,
  action: 'security-key.deleted' | 'security-key.cancelled' | 'security-key.revoked',
): Promise<void> {
  await forgetKey(ctx, key)
  await record(ctx, { action, object: objectOf(key), before: { owner: key.user_id } })
  if (key.status !== keyStatus.pending) await notifyOwnerOfKey(ctx, 'deleted', key)
}

/**
 * Sets a given PIN, or ends the PIN so that the user gets a new one in the chosen way.
 * @throws not-found, above-you, own-keys-only, verify-first, pin-unfit, no-email; change-refused for a key
 * without a server-side PIN, or a link without a card page
 */
export async function resetPin(
  ctx: TransactionContext,
  input: { deviceId: string; pin?: string | undefined; pins: SinglePinResetMethod },
) {
  const { key, own } = await keyChanged(ctx, input.deviceId, userPermissions.resetPin)
  if (!own) mustBeFresh(ctx, 'keys.write')
  if (key.verification !== verifications.pin) throw problem('change-refused', thisKey('no-pin'))
  if (key.status === keyStatus.pending) throw problem('change-refused', thisKey('is-pending'))
  if (input.pin !== undefined) pinMustFit(await pinConfigOfKeys(ctx), input.pin, await cardOf(ctx, key))
  await record(ctx, {
    action: 'security-key.pin-reset',
    object: objectOf(key),
    after: { by: own ? 'owner' : 'administrator' },
  })
  if (input.pin === undefined) return { ...doneReply, ...(await renewPin(ctx, key, input.pins)) }
  const columns = await pinColumns(ctx, key, input.pin)
  await checkProofOfKey(ctx, await changeKey(ctx.db, key.id, { ...columns, ...proofDateOf(ctx, key.user_id) }))
  await notifyOwnerOfKey(ctx, 'pin-changed', key)
  return { ...doneReply, pin: null, mailed: false }
}
