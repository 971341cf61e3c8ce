import { keyKindNames, keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { verifications } from '@claviger/contract/keys/token-policies'
import { problem } from '../../../../ground/problem.ts'
import { record } from '../../../../ground/record.ts'
import type { Ctx } from '../../../../ground/world.ts'
import { pinConfig } from '../../../tenancy/workspace-settings/workspace-settings.ts'
import type { KeySettings } from '../../token-policies/token-policies.ts'
import { pinColumns } from '../held.ts'
import { tellOwnerOfKey } from '../letters.ts'
import {
  activateKey,
  addKey,
  forgetKey,
  hashOfCard,
  type KeyRow,
  keyOfCard,
  objectOf,
  unblockKey,
} from '../security-keys.ts'
import { changeKey, keysOf } from '../security-keys.store.ts'
import { pinMustFit } from './activated.ts'
import { makeRoom } from './room.ts'

interface Owner {
  id: string
  name: string
}

interface Enrolment {
  owner: Owner
  /** Canonical number; without one the key waits for its card. */
  card: string | undefined
  pin: string | undefined
  /** Of a new key. */
  settings: KeySettings
  ifOneExists: 'allow' | 'block' | 'replace'
  /** What the log says of where it was done. */
  at: Record<string, unknown>
}

/** The key of a user that a card is, or would become: the one that waits for a card. Undefined where a new one is made. */
export async function cardKeyFor(ctx: Ctx, user: string, cardHash: Buffer | null): Promise<KeyRow | undefined> {
  const cards = (await keysOf(ctx.db, user)).filter(key => key.kind === keyKinds.accessCard)
  return (
    cards.find(key => cardHash !== null && key.card_hash?.equals(cardHash)) ??
    cards.find(key => key.status === keyStatus.pending && key.card_hash === null)
  )
}

/**
 * Makes a card a key that its owner can use at once, by an assignment that waits for it or anew. The caller holds the
 * owner. Throws card-taken, card-yours, key-suspended, key-blocked, kind-taken, limits-exceeded and pin-unfit.
 */
export async function enrollCard(ctx: Ctx, enrolment: Enrolment): Promise<KeyRow> {
  const { owner, card, pin, at } = enrolment
  const known = card === undefined ? undefined : await keyOfCard(ctx, card)
  if (known && known.user_id !== owner.id)
    throw problem('card-taken', 'This card belongs to somebody else. Hand it in, or ask your administrator for another')
  if (known && known.status === keyStatus.suspended) throw problem('key-suspended')
  if (known && known.blocked_at !== null)
    throw problem(
      'key-blocked',
      'This card is yours and blocked after wrong PINs. Choose “Forgot PIN?” to set a new one',
    )
  if (known && known.status === keyStatus.active && !known.pin_due) throw problem('card-yours')
  const waiting = known ?? (await cardKeyFor(ctx, owner.id, null))
  const verification = (waiting ?? enrolment.settings).verification
  const chosen = verification === verifications.pin && card !== undefined ? await checkedPin(ctx, pin) : undefined
  const key = waiting ? await begun(ctx, waiting, card, owner) : await added(ctx, enrolment)
  if (!waiting)
    await record(ctx, {
      action: 'security-key.assigned',
      object: objectOf(key),
      after: { owner: owner.name, kind: keyKindNames[keyKinds.accessCard], ...at },
      by: owner,
    })
  return chosen === undefined ? key : changeKey(ctx.db, key.id, await pinColumns(ctx, key.id, chosen))
}

/** The first active key of an assignment that waited for this card, or for any. */
async function begun(ctx: Ctx, key: KeyRow, card: string | undefined, by: Owner): Promise<KeyRow> {
  if (key.status !== keyStatus.pending || card === undefined) return key
  return activateKey(ctx, key.id, { ...(key.card_hash === null && { card }), by })
}

async function added(ctx: Ctx, { owner, card, settings, ifOneExists }: Enrolment): Promise<KeyRow> {
  const kind = keyKinds.accessCard
  for (const key of await makeRoom(ctx, owner.id, kind, ifOneExists)) {
    await forgetKey(ctx, key)
    await record(ctx, { action: 'security-key.deleted', object: objectOf(key), before: { replaced: true }, by: owner })
    await tellOwnerOfKey(ctx, 'deleted', key)
  }
  return addKey(ctx, {
    user: owner.id,
    kind,
    name: keyKindNames[kind] as string,
    settings,
    by: owner,
    ...(card === undefined
      ? { status: keyStatus.pending, activation: 3 }
      : { status: keyStatus.active, activation: 2, card }),
  })
}

/**
 * Sets the PIN of an owner's own card anew, and unblocks it. The caller holds the owner. Throws card-unknown, also for
 * the card of somebody else, key-suspended, key-pending, card-pinless and pin-unfit.
 */
export async function recoverCard(ctx: Ctx, { owner, card, pin }: { owner: Owner; card: string; pin: string }) {
  const key = (await keysOf(ctx.db, owner.id)).find(one => one.card_hash?.equals(hashOfCard(ctx, card)))
  if (key?.kind !== keyKinds.accessCard) throw problem('card-unknown')
  if (key.status === keyStatus.suspended) throw problem('key-suspended')
  if (key.status === keyStatus.pending) throw problem('key-pending')
  if (key.verification !== verifications.pin) throw problem('card-pinless')
  const chosen = await checkedPin(ctx, pin)
  if (key.blocked_at !== null) await unblockKey(ctx, key.id, owner)
  await record(ctx, { action: 'security-key.pin-reset', object: objectOf(key), after: { by: 'owner' }, by: owner })
  return changeKey(ctx.db, key.id, await pinColumns(ctx, key.id, chosen))
}

/** The workspace's rules once more (R139). Throws pin-unfit. */
async function checkedPin(ctx: Ctx, pin: string | undefined): Promise<string> {
  const given = pin ?? ''
  pinMustFit(await pinConfig(ctx), given)
  return given
}
