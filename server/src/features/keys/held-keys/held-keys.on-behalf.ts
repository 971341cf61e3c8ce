import { createHmac, randomBytes } from 'node:crypto'
import { heldKinds, keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { encoded, mapOf, members } from '#platform/ctap/cbor.ts'
import { descriptor } from '#platform/ctap/descriptors.ts'
import { bytesAt, mapAt, requireParameter, textAt } from '#platform/ctap/parameters.ts'
import { permissions } from '#platform/ctap/pin-protocol.ts'
import type { Status } from '#platform/ctap/ctap-status.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sealerOfWorkspace } from '#features/tenancy/workspaces/workspaces.key.ts'
import type { TransactionWorld } from '#features/work/works/works.ts'
import { answer } from '../authenticator/authenticator.ts'
import { MAX_CREDENTIALS, MAX_LIST } from '../authenticator/authenticator.model.ts'
import { type Session, sessionAfterTap } from '../authenticator/authenticator.session.ts'
import { FULL } from '../authenticator/authenticator.tries.ts'
import { type SecurityKeyRow, keysOf, keyToChange } from '../security-keys/security-keys.ts'
import { announceKey } from '../vault/vault.ts'
import { cardStateOf } from './card-state.ts'
import { storeCredential } from './key-use-changes.ts'
import { credentialsOfKey, deleteCredential, markRemovedAtSite } from './held-keys.store.ts'
import { type CreatedKeys, secretsOf } from './key-secrets.ts'

// Passkeys that an administrator has made in a user's card for a site, without the card present. This is not a
// use of the key: no access policy is evaluated and no tap spent. Each later use is judged as usual (decision
// 33).

export interface PasskeyOrder {
  readonly rp: { readonly id: string; readonly name: string }
  readonly user: { readonly id: Uint8Array; readonly name: string; readonly displayName: string }
  readonly clientDataHash: Uint8Array
  readonly exclude: readonly Uint8Array[]
  readonly hmacSecret: boolean
}

export interface OnBehalfPasskey {
  readonly id: string
  readonly credentialId: Buffer
  /** The passkey reports user verification, as a key with a PIN or finger does. */
  readonly verified: boolean
  readonly attestationObject: Buffer
  /**
   * Stores the passkey with its private key in the running transaction; false if the security key was deleted
   * meanwhile.
   */
  store(ctx: TransactionContext): Promise<boolean>
}

const holds = ({ kind, status, blocked_at, binned }: SecurityKeyRow) =>
  heldKinds.includes(kind) && status !== keyStatus.suspended && blocked_at === null && !binned

export const cardToFill = async (ctx: TransactionContext, user: string): Promise<SecurityKeyRow | undefined> =>
  (await keysOf(ctx.db, user))
    .filter(key => key.kind === keyKinds.accessCard && holds(key))
    .toSorted((a, b) => Number(b.is_default) - Number(a.is_default))[0]

const PROTOCOL = 2

/** A simulated tap and PIN in the name of the administrator, for this one site. */
function orderedSession(now: number, rpId: string): { session: Session; proof: (of: Uint8Array) => Uint8Array } {
  const value = randomBytes(32)
  const token = { value, protocol: PROTOCOL, permissions: permissions.make, rpId, issuedAt: now, used: false } as const
  return {
    session: { ...sessionAfterTap(now), token },
    proof: of => createHmac('sha256', value).update(of).digest(),
  }
}

/**
 * Makes a passkey in a user's key for an administrator, or for its owner if `by` is omitted. Nothing is stored
 * until the caller calls `store`, which must happen before the site is notified. Returns the authenticator's
 * status if it declines.
 */
export async function makeOnBehalf(
  world: TransactionWorld,
  key: SecurityKeyRow,
  by: string | undefined,
  ordered: PasskeyOrder,
): Promise<OnBehalfPasskey | { declined: Status }> {
  const { sealer, credentials } = await world.transact(async ctx => ({
    sealer: await sealerOfWorkspace(ctx),
    credentials: await credentialsOfKey(ctx.db, key.id),
  }))
  const { rp, user, clientDataHash, exclude } = ordered
  const now = world.clock.now().getTime()
  const { session, proof } = orderedSession(now, rp.id)
  const state = cardStateOf(key, { tries: undefined, credentials, shared: false, sealer })
  // A PIN that is set later or unknown here must not stop the order
  const card = { ...state, tries: FULL, forcePinChange: false, pinHash: state.pinHash ?? randomBytes(16) }
  const verifies = card.verification !== 'none'
  const known = exclude.filter(id => credentials.some(one => one.credential_id.equals(id))).slice(0, MAX_LIST)
  const request = members(
    [1, clientDataHash],
    [2, members(['id', rp.id], ['name', rp.name])],
    [3, members(['id', user.id], ['name', user.name], ['displayName', user.displayName])],
    [4, [members(['alg', -7], ['type', 'public-key'])]],
    [5, known.length > 0 ? known.map(descriptor) : undefined],
    [6, ordered.hmacSecret ? members(['hmac-secret', true]) : undefined],
    [7, members(['rk', true])],
    [8, verifies ? proof(clientDataHash) : undefined],
    [9, verifies ? PROTOCOL : undefined],
  )
  const made: CreatedKeys = new Map()
  const context = { key, credentials, shared: null, sealer }
  const answered = await answer(card, session, Buffer.concat([Buffer.of(1), encoded(request)]), {
    now,
    userMatched: false,
    random: size => randomBytes(size),
    ...secretsOf(world, context, made, kept => world.transact(ctx => announceKey(ctx, kept))),
    mayUse: () => Promise.resolve(true),
    acceptsPin: () => false,
    spendTry: () => Promise.reject(new Error('no PIN is looked at')),
    nextCounter: () => Promise.reject(new Error('nothing is signed by a counter')),
  })
  if (answered.status !== 'OK') return { declined: answered.status }
  const [credential] = answered.changes.flatMap(one => (one.kind === 'credential added' ? [one.credential] : []))
  if (!credential) throw new Error('a passkey without a credential')
  // Don't silently replace a passkey of this account that the site did not list
  if (answered.changes.some(one => one.kind === 'credential removed')) return { declined: 'CREDENTIAL_EXCLUDED' }
  const reply = mapOf(answered.reply.subarray(1))
  const object = members(
    ['fmt', textAt(reply, 1)],
    ['attStmt', mapAt(reply, 3)],
    ['authData', requireParameter(bytesAt(reply, 2))],
  )
  return {
    id: credential.key,
    credentialId: Buffer.from(credential.id),
    verified: verifies,
    attestationObject: Buffer.from(encoded(object)),
    async store(ctx) {
      const held = await keyToChange(ctx, key.id)
      if (!held || held.user_id !== key.user_id || !holds(held)) return false
      if ((await credentialsOfKey(ctx.db, key.id)).length >= MAX_CREDENTIALS) return false
      await storeCredential(ctx, { key: key.id, sealer, ...(by !== undefined && { by }) }, credential, made)
      return true
    },
  }
}

/** Deletes a passkey that its site rejected, if it still exists. */
export const removeRejectedCredential = async (ctx: TransactionContext, id: string): Promise<void> =>
  deleteCredential(ctx.db, id)

export const removeRejectedPasskey = async (ctx: TransactionContext, id: string): Promise<void> =>
  markRemovedAtSite(ctx.db, id, ctx.clock.now())
