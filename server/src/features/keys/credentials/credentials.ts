import { describeAuthenticator } from '@claviger/contract/keys/authenticators'
import type { Passkey } from '@claviger/contract/keys/credentials'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { userById } from '#features/people/users/users.ts'
import { checkModel } from '../key-models/key-models.ts'
import { keyById, isProofDue } from '../security-keys/security-keys.ts'
import { keyOfPasskey } from '../security-keys/security-keys.passkeys.ts'
import type { ExistingCredential } from '../ceremony/ceremony.options.ts'
import { notifyOwner } from './credentials.mails.ts'
import * as store from './credentials.store.ts'
import type { PasskeyRow } from './credentials.store.ts'
import type { NewPasskey } from './new-passkey.ts'

export { useAssertion, withAssertion } from './passkey-assertion.ts'
export { newChallenge, requestFor } from './expected-challenge.ts'
export { creationFor, type NewPasskey, provesPasskey, verifiedPasskey } from './new-passkey.ts'
export { ownChallenge, readOwnChallenge, consumeOwnChallenge as takeOwnChallenge } from './own-challenge.ts'
export { rpIdOf, userOfHandle } from '../ceremony/ceremony.options.ts'

/**
 * Stores a verified passkey on the named security key, or else a pending or new one, and notifies the user by
 * email.
 * @throws passkey-taken; model-denied, attestation-demanded by the workspace's rules
 */
export async function storePasskey(
  ctx: TransactionContext,
  userId: string,
  passkey: NewPasskey,
  { name, key, proof = 'own' }: { name?: string | undefined; key?: string; proof?: 'own' | 'address' } = {},
): Promise<Passkey> {
  const owner = await userById(ctx, userId)
  if (!owner) throw problem('not-found')
  const attestation = await checkModel(ctx, passkey, owner)
  await store.lockPasskeys(ctx.db, userId)
  const id = newId()
  const by = { id: userId, name: `${owner.first_name} ${owner.last_name}` }
  const credentialId = Buffer.from(passkey.credentialId, 'base64url')
  const made = {
    id,
    name: name || describeAuthenticator(passkey.aaguid).name,
    aaguid: passkey.aaguid,
    transports: [...passkey.transports],
  }
  const row = {
    ...made,
    security_key_id: key ?? (await keyOfPasskey(ctx, { ...made, credentialId, user: userId, by, proof })),
    credential_id: credentialId,
    backup_state: passkey.backupState,
    created_at: ctx.clock.now(),
    last_used_at: null,
  }
  await store.insertPasskey(ctx.db, {
    ...row,
    workspace_id: workspaceOf(ctx),
    user_id: userId,
    public_key: Buffer.from(passkey.publicKey, 'base64url'),
    algorithm: passkey.algorithm,
    sign_count: passkey.signCount,
    backup_eligible: passkey.backupEligible,
    attestation,
  })
  await record(ctx, {
    action: 'passkey.added',
    ...(ctx.actor.kind !== 'user' && { by }),
    object: { type: 'passkey', id: row.id, name: row.name },
    after: { name: row.name, model: describeAuthenticator(row.aaguid).name, synced: row.backup_state },
  })
  await notifyOwner(ctx, owner, 'added', row.name)
  return passkeyOf(row)
}

/** When a passkey starts to work; null if unknown, undefined if it isn't waiting. */
export async function passkeyWaits(
  ctx: TransactionContext,
  userId: string,
  id: string,
): Promise<Date | null | undefined> {
  const row = (await store.passkeyRows(ctx.db, userId)).find(one => one.id === id)
  const key = row && (await keyById(ctx, row.security_key_id))
  return key && isProofDue(key, ctx.clock.now()) ? key.proof_counts_at : undefined
}

export const passkeyOf = (row: PasskeyRow): Passkey => {
  const { name: model, kind } = describeAuthenticator(row.aaguid)
  return {
    id: row.id,
    name: row.name,
    model,
    kind,
    aaguid: row.aaguid,
    synced: row.backup_state,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}

export const passkeysOf = async (ctx: TransactionContext, userId: string): Promise<Passkey[]> =>
  (await store.passkeyRows(ctx.db, userId)).map(passkeyOf)

export const knownPasskeys = async (ctx: TransactionContext, userId: string): Promise<ExistingCredential[]> =>
  (await store.passkeysByRank(ctx.db, userId)).map(row => ({
    id: row.credential_id.toString('base64url'),
    transports: row.transports,
  }))

export const passkeysOn = async (ctx: TransactionContext, userId: string, key: string): Promise<Buffer[]> =>
  (await store.passkeyRows(ctx.db, userId)).filter(row => row.security_key_id === key).map(row => row.credential_id)

export async function passkeysOnCards(
  ctx: TransactionContext,
  users: readonly string[],
): Promise<Map<string, Buffer[]>> {
  const rows = await store.passkeysHeldFor(ctx.db, users, ctx.clock.now())
  const of = Map.groupBy(rows, row => row.user_id)
  return new Map([...of].map(([user, all]) => [user, all.map(row => row.credential_id)]))
}

export async function spendChallenge(ctx: TransactionContext, challenge: Uint8Array, endsAt: Date): Promise<void> {
  if (!(await store.insertSpent(ctx.db, challenge, endsAt))) throw problem('challenge-refused')
}
