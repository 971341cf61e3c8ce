import { activations } from '@claviger/contract/keys/key-assignment'
import { type KeyKind, keyStatus } from '@claviger/contract/keys/security-keys'
import { type PinConfig } from '@claviger/contract/platform/pin'
import { workspaceOf } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { type SealedSubject, keyedHash } from '#platform/secrets/seal.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { keysChanged } from '#features/people/users/users.ts'
import { pinConfig } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import { notifyOwnerOfKey } from './security-keys.mails.ts'
import { type KeyProof, proofDateOf, checkProofOfKey } from './security-keys.proof.ts'
import type { KeySettings } from '../token-policies/token-policies.ts'
import { settingsFor } from '../token-policies/token-policies.ts'
import * as store from './security-keys.store.ts'
import type { SecurityKeyRow } from './security-keys.store.ts'

export type { KeyChange, SecurityKeyRow } from './security-keys.store.ts'
export {
  changeKey,
  changeKeys,
  deleteKeys,
  lockKeysOf,
  keysOf,
  lockKey,
  lockKeys,
  setDefaultKey,
  applyPolicy,
} from './security-keys.store.ts'
export { keyCountSums } from './filters.store.ts'
export { hasUsableKey, isProofDue } from './security-keys.proof.ts'

interface NewKey {
  id?: string
  user: string
  kind: KeyKind
  name: string
  settings?: KeySettings
  /** Active immediately, or pending until activated: 1 now, 2 by the user, 3 later. */
  status: typeof keyStatus.active | typeof keyStatus.pending
  activation?: 1 | 2 | 3
  card?: string
  aaguid?: string
  pin?: { pin_sealed: Buffer | null; pin_set_at: Date; pin_due: boolean }
  by: { id: string | null; name: string }
  /** Evidence that the owner wanted the key, other than their own recently confirmed act. */
  proof?: KeyProof | undefined
}

/** Adds a key for a user; the caller logs it. @throws card-taken, fingerprint-taken (from constraints) */
export async function addKey(ctx: TransactionContext, key: NewKey): Promise<SecurityKeyRow> {
  const now = ctx.clock.now()
  const id = key.id ?? newId()
  await store.lockKeysOf(ctx.db, key.user)
  const settings = key.settings ?? (await settingsFor(ctx, key.user, key.kind))
  const row = await store.insertKey(ctx.db, {
    ...settings,
    ...(key.card !== undefined && (await cardColumns(ctx, id, key.user, key.card))),
    ...key.pin,
    ...proofDateOf(ctx, key.user, key.proof),
    workspace_id: workspaceOf(ctx),
    id,
    user_id: key.user,
    kind: key.kind,
    name: key.name,
    status: key.status,
    aaguid: key.aaguid ?? null,
    activation: key.activation ?? activations.now,
    made_by: key.by.id,
    made_by_name: key.by.name.slice(0, 260),
    created_at: now,
    changed_at: now,
    activated_at: key.status === keyStatus.active ? now : null,
  })
  await keysChanged(ctx, [key.user])
  return checkProofOfKey(ctx, row, key.proof)
}

/** The key of a passkey for this installation shares the passkey's ID. */
export const addKeyOfPasskey = (
  ctx: TransactionContext,
  made: Omit<NewKey, 'settings' | 'status' | 'activation' | 'card' | 'pin'>,
): Promise<SecurityKeyRow> => addKey(ctx, { ...made, status: keyStatus.active })

export const keyById = (ctx: TransactionContext, id: string): Promise<SecurityKeyRow | undefined> =>
  store.findKey(ctx.db, id)

export const keyToChange = (ctx: TransactionContext, id: string): Promise<SecurityKeyRow | undefined> =>
  store.lockKey(ctx.db, id)

/** The key of a card by canonical number, including deleted owners (`binned`). */
export const keyOfCard = (ctx: TransactionContext, card: string): Promise<SecurityKeyRow | undefined> =>
  store.findKeyOfCard(ctx.db, hashOfCard(ctx, card))

export const pendingKeyOf = async (
  ctx: TransactionContext,
  user: string,
  kind: number,
): Promise<SecurityKeyRow | undefined> =>
  (await store.keysOf(ctx.db, user)).find(key => key.kind === kind && key.status === keyStatus.pending)

/**
 * Activates and logs a pending key: with a card number, or `held` without one.
 * @throws not-found; change-refused if the key isn't pending; card-taken
 */
export async function activateKey(
  ctx: TransactionContext,
  id: string,
  with_: {
    card?: string
    held?: true
    aaguid?: string
    by?: { id: string | null; name: string }
    proof?: KeyProof | undefined
  } = {},
): Promise<SecurityKeyRow> {
  const key = await store.lockKey(ctx.db, id)
  if (!key) throw problem('not-found')
  if (key.status !== keyStatus.pending) throw problem('change-refused', 'This key is already activated')
  const now = ctx.clock.now()
  const row = await store.changeKey(ctx.db, id, {
    status: keyStatus.active,
    activated_at: now,
    changed_at: now,
    ...(with_.card !== undefined && (await cardColumns(ctx, id, key.user_id, with_.card))),
    ...(with_.held && { card_hash: hashOfCard(ctx, handleOfKey(id)) }),
    ...(with_.aaguid !== undefined && { aaguid: with_.aaguid }),
    ...proofDateOf(ctx, key.user_id, with_.proof),
  })
  await keysChanged(ctx, [key.user_id])
  await record(ctx, { action: 'security-key.activated', object: objectOf(row), ...(with_.by && { by: with_.by }) })
  return checkProofOfKey(ctx, row, with_.proof)
}

/** Records the use of a key, at most hourly; passkeys for this installation record it themselves. */
export async function keyUsed(
  ctx: TransactionContext,
  key: Pick<SecurityKeyRow, 'id' | 'last_used_at'>,
): Promise<void> {
  const now = ctx.clock.now()
  if (key.last_used_at && now.getTime() - key.last_used_at.getTime() < 3_600_000) return
  await store.changeKey(ctx.db, key.id, { last_used_at: now })
}

export async function blockKey(ctx: TransactionContext, id: string, by?: { id: string; name: string }): Promise<void> {
  const key = await store.lockKey(ctx.db, id)
  if (!key || key.blocked_at !== null) return
  await store.changeKey(ctx.db, id, { blocked_at: ctx.clock.now() })
  await record(ctx, { action: 'security-key.blocked', object: objectOf(key), ...(by && { by }) })
  await notifyOwnerOfKey(ctx, 'blocked', key)
}

export async function unblockKey(
  ctx: TransactionContext,
  id: string,
  by?: { id: string; name: string },
): Promise<SecurityKeyRow> {
  const key = await store.lockKey(ctx.db, id)
  if (!key) throw problem('not-found')
  if (key.blocked_at === null) throw problem('change-refused', 'This key is not blocked')
  const row = await store.changeKey(ctx.db, id, { blocked_at: null, unblocked_at: ctx.clock.now() })
  await record(ctx, { action: 'security-key.unblocked', object: objectOf(row), ...(by && { by }) })
  return row
}

export async function forgetKey(ctx: TransactionContext, key: Pick<SecurityKeyRow, 'id' | 'user_id'>): Promise<void> {
  await store.deleteKeys(ctx.db, [key.id])
  await keysChanged(ctx, [key.user_id])
}

export const settingsOfKeys = (key: SecurityKeyRow) => ({
  verification: key.verification,
  credentialStorageLocation: key.credential_storage,
  proximity: key.proximity,
  audit: key.audit,
  offlineLogin: key.offline,
  rememberedPinHours: key.remembered_pin_hours,
})

export const pinConfigOfKeys = (ctx: TransactionContext): Promise<PinConfig> => pinConfig(ctx)

export async function cardOf(ctx: TransactionContext, key: SecurityKeyRow): Promise<string | undefined> {
  if (key.card_sealed === null) return undefined
  return (await sealerOfWorkspace(ctx)).open(key.card_sealed, aboutCard(key.id, key.user_id)).toString()
}

export const objectOf = (key: Pick<SecurityKeyRow, 'id' | 'name'>) => ({
  type: 'security-key',
  id: key.id,
  name: key.name,
})

export const objectOfCard = (card: string) => ({ type: 'card', id: card.slice(-4), name: `…${card.slice(-4)}` })

const aboutCard = (id: string, user: string): SealedSubject => `security_keys:card_sealed:${id} of ${user}`

/** A keyed hash of a card number that only this installation can compute. */
export const hashOfCard = (ctx: Pick<TransactionContext, 'hashKey' | 'workspace'>, card: string): Buffer =>
  keyedHash(ctx.hashKey, 'card-number', `${workspaceOf(ctx)}:${card}`)

/** The lookup handle of a server-held key without a card; can't collide with a card number. */
export const handleOfKey = (id: string): string => `key ${id}`

const cardColumns = async (ctx: TransactionContext, id: string, user: string, card: string) =>
  (await cardColumnsOf(ctx))(id, user, card)

export async function cardColumnsOf(ctx: TransactionContext) {
  const sealer = await sealerOfWorkspace(ctx)
  return (id: string, user: string, card: string) => ({
    card_hash: hashOfCard(ctx, card),
    card_sealed: sealer.seal(card, aboutCard(id, user)),
    card_end: card.slice(-4),
  })
}
