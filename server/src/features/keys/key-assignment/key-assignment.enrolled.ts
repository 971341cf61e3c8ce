import { activations } from '@claviger/contract/keys/key-assignment'
import { pinConfigOf } from '@claviger/contract/platform/pin'
import { keyKindNames, keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { newId } from '#platform/ids.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { sendTogether } from '#platform/db/pipeline.ts'
import { pinConfig, settingsForKeys } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import type { KeySettings } from '../token-policies/token-policies.ts'
import { pinColumns } from '../security-keys/security-keys.pins.ts'
import {
  activateKey,
  addKey,
  changeKey,
  hashOfCard,
  lockKeysOf,
  keyOfCard,
  type SecurityKeyRow,
  keysOf,
  objectOf,
  unblockKey,
} from '../security-keys/security-keys.ts'
import { type KeyProof, checkProofOfKey } from '../security-keys/security-keys.proof.ts'
import { pinMustFit } from './key-assignment.activated.ts'
import { replaceKeys, keysToReplace } from './key-assignment.room.ts'

interface Owner {
  id: string
  name: string
}

interface Enrolment {
  owner: Owner
  card: string | undefined
  pin: string | undefined
  settings: KeySettings
  ifOneExists: 'allow' | 'block' | 'replace'
  /** The owner was verified by a code or at the tenant, not only by knowing answers. */
  proven: boolean
  at: Record<string, unknown>
}

export const cardKeyFor = async (
  ctx: TransactionContext,
  user: string,
  cardHash: Buffer | null,
): Promise<SecurityKeyRow | undefined> => cardKeyAmong(await keysOf(ctx.db, user), cardHash)

function cardKeyAmong(keys: readonly SecurityKeyRow[], cardHash: Buffer | null): SecurityKeyRow | undefined {
  const cards = keys.filter(key => key.kind === keyKinds.accessCard)
  return (
    cards.find(key => cardHash !== null && key.card_hash?.equals(cardHash)) ??
    cards.find(key => key.status === keyStatus.pending && key.card_hash === null)
  )
}

/**
 * Makes a card an immediately usable key: a pending assignment or a new one. The caller must hold the owner's
 * lock.
 * @throws card-taken, card-yours, key-suspended, key-blocked, kind-taken, limits-exceeded, pin-unfit
 */
export async function enrollCard(ctx: TransactionContext, enrolment: Enrolment): Promise<SecurityKeyRow> {
  const { owner, card, settings } = enrolment
  const [known, keys, ofWorkspace] = await sendTogether(
    card === undefined ? undefined : keyOfCard(ctx, card),
    lockedKeysOf(ctx, owner.id),
    settingsForKeys(ctx),
  )
  if (known) mustBeFree(known, owner.id)
  const waiting = known ?? cardKeyAmong(keys, null)
  const withPin = (waiting ?? settings).verification === verifications.pin && card !== undefined
  if (withPin) pinMustFit(pinConfigOf(ofWorkspace.pin_rules), enrolment.pin ?? '', card)
  const id = waiting?.id ?? newId()
  const pin = withPin ? await pinColumns(ctx, { id, user_id: owner.id }, enrolment.pin ?? '') : undefined
  if (waiting) {
    const key = await begun(ctx, waiting, card, enrolment)
    return pin === undefined ? key : checkProofOfKey(ctx, await changeKey(ctx.db, id, pin), proofOf(enrolment))
  }
  const gone = keysToReplace(keys, ofWorkspace.keys_per_user, keyKinds.accessCard, enrolment.ifOneExists)
  return added(ctx, enrolment, { id, pin, gone })
}

async function lockedKeysOf(ctx: TransactionContext, user: string): Promise<SecurityKeyRow[]> {
  // Sent together; the second completes after the first has the lock
  const [, keys] = await sendTogether(lockKeysOf(ctx.db, user), keysOf(ctx.db, user))
  return keys
}

function mustBeFree(known: SecurityKeyRow, owner: string): void {
  if (known.user_id !== owner)
    throw problem(
      'card-taken',
      'This card belongs to another user. Return it, or ask your administrator for another card',
    )
  if (known.status === keyStatus.suspended) throw problem('key-suspended')
  if (known.blocked_at !== null)
    throw problem(
      'key-blocked',
      'This is your card, but it is blocked because of wrong PINs. Choose “Forgot PIN?” to set a new PIN',
    )
  if (known.status === keyStatus.active && !known.pin_due) throw problem('card-yours')
}

async function begun(
  ctx: TransactionContext,
  key: SecurityKeyRow,
  card: string | undefined,
  enrolment: Enrolment,
): Promise<SecurityKeyRow> {
  if (key.status !== keyStatus.pending || card === undefined) return key
  const proof = proofOf(enrolment)
  return activateKey(ctx, key.id, { ...(key.card_hash === null && { card }), by: enrolment.owner, proof })
}

interface Adding {
  id: string
  pin: Awaited<ReturnType<typeof pinColumns>> | undefined
  gone: readonly SecurityKeyRow[]
}

const proofOf = ({ proven }: { proven: boolean }): KeyProof => (proven ? 'address' : undefined)

async function added(
  ctx: TransactionContext,
  enrolment: Enrolment,
  { id, pin, gone }: Adding,
): Promise<SecurityKeyRow> {
  const { owner, card, settings, at } = enrolment
  await replaceKeys(ctx, gone, owner)
  const kind = keyKinds.accessCard
  const name = keyKindNames[kind] as string
  const waits = { status: keyStatus.pending, activation: activations.later } as const
  const key = await addKey(ctx, {
    id,
    user: owner.id,
    kind,
    name,
    settings,
    by: owner,
    ...(card === undefined ? waits : { status: keyStatus.active, activation: activations.byUser, card }),
    ...(pin && { pin }),
    proof: proofOf(enrolment),
  })
  // Otherwise anyone who knows some answers could delete an administrator's keys by enrolling without
  // verification
  if (key.proof_due && !enrolment.proven && gone.length > 0) throw problem('kind-taken')
  await record(ctx, {
    action: 'security-key.assigned',
    object: objectOf(key),
    after: { owner: owner.name, kind: name, ...at },
    by: owner,
  })
  return key
}

interface Recovery extends Pick<Enrolment, 'owner' | 'proven'> {
  card: string
  pin: string
}

/**
 * Resets the PIN of the owner's card and unblocks it. The caller must hold the owner's lock.
 * @throws card-unknown (also for another user's card), key-suspended, key-pending, card-pinless, pin-unfit;
 * not-verified for an owner with a role who was not verified, because a pending card would lock them out
 */
export async function recoverCard(
  ctx: TransactionContext,
  { owner, card, pin, proven }: Recovery,
): Promise<SecurityKeyRow> {
  const key = (await keysOf(ctx.db, owner.id)).find(one => one.card_hash?.equals(hashOfCard(ctx, card)))
  if (key?.kind !== keyKinds.accessCard) throw problem('card-unknown')
  if (key.status === keyStatus.suspended) throw problem('key-suspended')
  if (key.status === keyStatus.pending) throw problem('key-pending')
  if (key.verification !== verifications.pin) throw problem('card-pinless')
  const chosen = await checkedPin(ctx, pin, card)
  if (key.blocked_at !== null) await unblockKey(ctx, key.id, owner)
  await record(ctx, { action: 'security-key.pin-reset', object: objectOf(key), after: { by: 'owner' }, by: owner })
  const row = await changeKey(ctx.db, key.id, await pinColumns(ctx, key, chosen))
  if (row.proof_due && !proven) throw problem('not-verified')
  return checkProofOfKey(ctx, row, proofOf({ proven }))
}

async function checkedPin(ctx: TransactionContext, pin: string | undefined, card: string): Promise<string> {
  const given = pin ?? ''
  pinMustFit(await pinConfig(ctx), given, card)
  return given
}
