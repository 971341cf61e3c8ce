import { type KeyKind, keyStatus } from '@claviger/contract/keys/security-keys'
import { type PinConfig } from '@claviger/contract/ground/pin'
import { workspaceOf } from '../../../ground/db/transaction.ts'
import { newId } from '../../../ground/ids.ts'
import { problem } from '../../../ground/problem.ts'
import { record } from '../../../ground/record/record.ts'
import { type About, keyedHash } from '../../../ground/secrets/seal.ts'
import type { Ctx } from '../../../ground/world.ts'
import { keysChanged } from '../../people/users/users.ts'
import { pinConfig } from '../../tenancy/workspace-settings/workspace-settings.ts'
import { sealerOfWorkspace } from '../../tenancy/workspaces/workspaces.key.ts'
import { notifyOwnerOfKey } from './security-keys.letters.ts'
import { type Proof, provedBy, weighed } from './security-keys.proof.ts'
import type { KeySettings } from '../token-policies/token-policies.ts'
import { settingsFor } from '../token-policies/token-policies.ts'
import * as store from './security-keys.store.ts'
import type { KeyRow } from './security-keys.store.ts'

// The face of the room: what other rooms may ask about keys and tell of them
export type { KeyChange, KeyRow } from './security-keys.store.ts'
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
export { hasKeyThatOpens, waits } from './security-keys.proof.ts'

interface NewKey {
  /** Where something already names it: the passkey that comes with it. */
  id?: string
  user: string
  kind: KeyKind
  name: string
  /** Left out, the policy of the user decides. */
  settings?: KeySettings
  /** Active at once, or pending until it is activated: 1 now, 2 by the user, 3 later. */
  status: typeof keyStatus.active | typeof keyStatus.pending
  activation?: 1 | 2 | 3
  /** Canonical number of a card. */
  card?: string
  aaguid?: string
  /** Columns of its first PIN. */
  pin?: { pin_sealed: Buffer | null; pin_set_at: Date; pin_due: boolean }
  by: { id: string | null; name: string }
  /** What shows that its owner wanted it, besides the owner's own fresh act. */
  proof?: Proof | undefined
}

/**
 * Adds a key for a user; the caller records it. Throws card-taken and fingerprint-taken by the database's constraints.
 */
export async function addKey(ctx: Ctx, key: NewKey): Promise<KeyRow> {
  const now = ctx.clock.now()
  const id = key.id ?? newId()
  await store.lockKeysOf(ctx.db, key.user)
  const settings = key.settings ?? (await settingsFor(ctx, key.user, key.kind))
  const row = await store.insertKey(ctx.db, {
    ...settings,
    ...(key.card !== undefined && (await cardColumns(ctx, id, key.user, key.card))),
    ...key.pin,
    ...provedBy(ctx, key.user, key.proof),
    workspace_id: workspaceOf(ctx),
    id,
    user_id: key.user,
    kind: key.kind,
    name: key.name,
    status: key.status,
    aaguid: key.aaguid ?? null,
    activation: key.activation ?? 1,
    made_by: key.by.id,
    made_by_name: key.by.name.slice(0, 260),
    created_at: now,
    changed_at: now,
    activated_at: key.status === keyStatus.active ? now : null,
  })
  await keysChanged(ctx, [key.user])
  return weighed(ctx, row, key.proof)
}

/** The key of a passkey made at our own pages: it shares the id of the passkey. */
export const addKeyOfPasskey = (
  ctx: Ctx,
  made: Omit<NewKey, 'settings' | 'status' | 'activation' | 'card' | 'pin'>,
): Promise<KeyRow> => addKey(ctx, { ...made, status: keyStatus.active })

/** A key, unless its owner is in the bin; undefined for another workspace's. */
export const keyById = (ctx: Ctx, id: string): Promise<KeyRow | undefined> => store.findKey(ctx.db, id)

/** A key, unless its owner is in the bin, held until the transaction ends. */
export const keyToChange = (ctx: Ctx, id: string): Promise<KeyRow | undefined> => store.lockKey(ctx.db, id)

/** The key of a card by its canonical number, also of an owner in the bin (`binned`). */
export const keyOfCard = (ctx: Ctx, card: string): Promise<KeyRow | undefined> =>
  store.findCard(ctx.db, hashOfCard(ctx, card))

/** The oldest key of this kind of a user that waits to be activated. */
export const pendingKeyOf = async (ctx: Ctx, user: string, kind: number): Promise<KeyRow | undefined> =>
  (await store.keysOf(ctx.db, user)).find(key => key.kind === kind && key.status === keyStatus.pending)

/**
 * Activates a pending key, with the number of its card where it has one, or `held` by us without one; logs it. Throws not-found, change-refused for
 * a key that does not wait, and card-taken.
 */
export async function activateKey(
  ctx: Ctx,
  id: string,
  with_: {
    card?: string
    held?: true
    aaguid?: string
    by?: { id: string | null; name: string }
    proof?: Proof | undefined
  } = {},
): Promise<KeyRow> {
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
    ...provedBy(ctx, key.user_id, with_.proof),
  })
  await keysChanged(ctx, [key.user_id])
  await record(ctx, { action: 'security-key.activated', object: objectOf(row), ...(with_.by && { by: with_.by }) })
  return weighed(ctx, row, with_.proof)
}

/** Notes that a key was used, at most once an hour; a passkey of our own pages notes it by itself. */
export async function keyUsed(ctx: Ctx, key: Pick<KeyRow, 'id' | 'last_used_at'>): Promise<void> {
  const now = ctx.clock.now()
  if (key.last_used_at && now.getTime() - key.last_used_at.getTime() < 3_600_000) return
  await store.changeKey(ctx.db, key.id, { last_used_at: now })
}

/** Blocks a key after too many wrong PINs; logs it and tells its owner. */
export async function blockKey(ctx: Ctx, id: string, by?: { id: string; name: string }): Promise<void> {
  const key = await store.lockKey(ctx.db, id)
  if (!key || key.blocked_at !== null) return
  await store.changeKey(ctx.db, id, { blocked_at: ctx.clock.now() })
  await record(ctx, { action: 'security-key.blocked', object: objectOf(key), ...(by && { by }) })
  await notifyOwnerOfKey(ctx, 'blocked', key)
}

/** Lets a blocked key be used again; wrong PINs from before no longer count. Logs it. Throws not-found. */
export async function unblockKey(ctx: Ctx, id: string, by?: { id: string; name: string }): Promise<KeyRow> {
  const key = await store.lockKey(ctx.db, id)
  if (!key) throw problem('not-found')
  if (key.blocked_at === null) throw problem('change-refused', 'This key is not blocked')
  const row = await store.changeKey(ctx.db, id, { blocked_at: null, unblocked_at: ctx.clock.now() })
  await record(ctx, { action: 'security-key.unblocked', object: objectOf(row), ...(by && { by }) })
  return row
}

/** Deletes a key with all that it holds; the caller records it. */
export async function forgetKey(ctx: Ctx, key: Pick<KeyRow, 'id' | 'user_id'>): Promise<void> {
  await store.deleteKeys(ctx.db, [key.id])
  await keysChanged(ctx, [key.user_id])
}

/** How a key may be used. */
export const settingsOf = (key: KeyRow) => ({
  verification: key.verification,
  credentialStorageLocation: key.credential_storage,
  proximity: key.proximity,
  audit: key.audit,
  offlineLogin: key.offline,
  rememberedPinHours: key.remembered_pin_hours,
})

/** What a PIN of keys of the transaction's workspace must be. */
export const pinConfigOfKeys = (ctx: Ctx): Promise<PinConfig> => pinConfig(ctx)

/** The full canonical number of a key's card; undefined where it has none. */
export async function cardOf(ctx: Ctx, key: KeyRow): Promise<string | undefined> {
  if (key.card_sealed === null) return undefined
  return (await sealerOfWorkspace(ctx)).open(key.card_sealed, aboutCard(key.id, key.user_id)).toString()
}

/** A key as the log names it. */
export const objectOf = (key: Pick<KeyRow, 'id' | 'name'>) => ({ type: 'security-key', id: key.id, name: key.name })

/** A card that is no key here, as the log names it: by what anybody may see of a number. */
export const objectOfCard = (card: string) => ({ type: 'card', id: card.slice(-4), name: `…${card.slice(-4)}` })

const aboutCard = (id: string, user: string): About => `security_keys:card_sealed:${id} of ${user}`

/** What is kept of a card's number to find it: a hash that only this installation can make. */
export const hashOfCard = (ctx: Pick<Ctx, 'hashKey' | 'workspace'>, card: string): Buffer =>
  keyedHash(ctx.hashKey, 'card-number', `${workspaceOf(ctx)}:${card}`)

/** By what a key that is held here and has no card is found as cards are; no number of a card is written so. */
export const handleOfKey = (id: string): string => `key ${id}`

const cardColumns = async (ctx: Ctx, id: string, user: string, card: string) =>
  (await cardColumnsOf(ctx))(id, user, card)

/** How cards of the transaction's workspace are kept, by the id of the key, its owner and the canonical number. */
export async function cardColumnsOf(ctx: Ctx) {
  const sealer = await sealerOfWorkspace(ctx)
  return (id: string, user: string, card: string) => ({
    card_hash: hashOfCard(ctx, card),
    card_sealed: sealer.seal(card, aboutCard(id, user)),
    card_end: card.slice(-4),
  })
}
