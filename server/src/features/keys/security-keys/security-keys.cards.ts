import { keyKindNames, keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import { activations } from '@claviger/contract/keys/key-assignment'
import { spellingsOfCard } from '@claviger/contract/keys/card-numbers'
import { verifications } from '@claviger/contract/keys/token-policies'
import { workspaceOf } from '#platform/db/transaction.ts'
import { recordMany } from '#platform/record/record-many.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { withinLicenses } from '#features/billing/licenses/licenses.ts'
import { pinConfig } from '#features/tenancy/workspace-settings/workspace-settings.ts'
import { lockUsers } from '#features/people/users/users.many.ts'
import { keysChanged } from '#features/people/users/users.ts'
import { settingsByPolicy, settingsForMany } from '../token-policies/token-policies.ts'
import { notifyOwnerOfKey } from './security-keys.mails.ts'
import { deleteKeys } from './security-keys.store.ts'
import { cardColumnsOf, objectOf } from './security-keys.ts'
import { confirmWaitingKeys } from './security-keys.proof.ts'
import { emptyCards, fillCards, insertCards, makePinless, setCardPins } from './cards.store.ts'
import { makePin } from './make-pin.ts'
import { pinColumns } from './security-keys.pins.ts'

interface NewCard {
  id: string
  user: string
  /** Default: a new key gets the name of its kind; a pending one keeps its name. */
  name: string | undefined
  card: string
  fills: boolean
}

const nameOfCards = keyKindNames[keyKinds.accessCard] as string

/**
 * Assigns immediately active cards, or fills pending keys, in a few statements. Returns the resulting keys and
 * the users who are gone or suspended, and the cards for which no license is left; any other missing card was taken
 * meanwhile. New keys follow their
 * users' policies or the given one.
 */
export async function addCards(
  ctx: TransactionContext,
  by: { id: string | null; name: string },
  cards: readonly NewCard[],
  policy?: string,
): Promise<{ added: Set<string>; gone: Set<string>; over: Set<string> }> {
  if (cards.length === 0) return { added: new Set(), gone: new Set(), over: new Set() }
  const wanted = [...new Set(cards.map(card => card.user))]
  const users = new Map((await lockUsers(ctx.db, wanted)).map(user => [user.id, user]))
  const gone = new Set(
    wanted.filter(id => {
      const user = users.get(id)
      return !user || user.suspended_at !== null || user.deactivated_at !== null
    }),
  )
  const welcome = cards.filter(card => !gone.has(card.user))
  const due = await withinLicenses(ctx, welcome)
  const over = new Set(welcome.slice(due.length).map(card => card.id))
  const settings = await settingsOfCards(ctx, wanted, policy)
  const columns = await cardColumnsOf(ctx)
  const now = ctx.clock.now()
  const added = await insertCards(
    ctx.db,
    { workspace: workspaceOf(ctx), now, by, activation: activations.now, status: keyStatus.active },
    due
      .filter(card => !card.fills)
      .map(({ id, user, name, card }) => {
        const given = settings(user)
        return {
          ...given,
          ...columns(id, user, card),
          id,
          user_id: user,
          name: name ?? nameOfCards,
          pin_due: given.verification === verifications.pin,
        }
      }),
  )
  const waiting = due.filter(card => card.fills)
  const filled = await fillCards(
    ctx.db,
    waiting.map(({ id, user, name, card }) => ({ id, user_id: user, name: name ?? null, ...columns(id, user, card) })),
    now,
  )
  for (const id of filled.keys()) added.add(id)
  const made = due.filter(card => added.has(card.id))
  await keysChanged(ctx, [...new Set(made.map(card => card.user))])
  await recordMany(
    ctx,
    by,
    made.map(card => {
      const user = users.get(card.user)
      return {
        action: card.fills ? 'security-key.activated' : 'security-key.assigned',
        object: objectOf({ id: card.id, name: card.name ?? filled.get(card.id) ?? nameOfCards }),
        after: {
          owner: `${user?.first_name} ${user?.last_name}`,
          kind: keyKindNames[keyKinds.accessCard],
          activation: activations.now,
        },
      }
    }),
  )
  await confirmWaitingKeys(
    ctx,
    made.map(card => card.id),
  )
  return { added, gone, over }
}

/**
 * Sets random PINs of new cards that need one and returns them by key. The caller must show them to an administrator
 * only once.
 */
export async function setRandomPins(
  ctx: TransactionContext,
  keys: readonly { id: string; user: string; card: string }[],
  now: Date,
): Promise<Map<string, string>> {
  const rules = await pinConfig(ctx)
  const pins = new Map(keys.map(key => [key.id, makePin(rules, spellingsOfCard(key.card))]))
  const lines: { id: string; pin_sealed: string }[] = []
  for (const { id, user } of keys) {
    const { pin_sealed } = await pinColumns(ctx, { id, user_id: user }, pins.get(id) ?? null)
    lines.push({ id, pin_sealed: (pin_sealed as Buffer).toString('hex') })
  }
  const set = await setCardPins(ctx.db, lines, now)
  await confirmWaitingKeys(ctx, [...set])
  return new Map([...pins].filter(([id]) => set.has(id)))
}

/** Makes new cards usable without a PIN. */
export async function removePins(ctx: TransactionContext, keys: readonly { id: string }[]): Promise<void> {
  const ids = keys.map(key => key.id)
  await makePinless(ctx.db, ids)
  await confirmWaitingKeys(ctx, ids)
}

async function settingsOfCards(ctx: TransactionContext, users: readonly string[], policy: string | undefined) {
  if (policy === undefined) return settingsForMany(ctx, users, keyKinds.accessCard)
  const settings = await settingsByPolicy(ctx, policy, keyKinds.accessCard)
  return () => settings
}

interface Card {
  id: string
  name: string
  user_id: string
  /** The key was pending before and becomes pending again; otherwise it is deleted. */
  fills: boolean
  /** The owner was notified of the card, so must be notified of its removal. */
  told: boolean
}

/** Undoes card assignments. The caller must hold their locks and have checked that they are unchanged. */
export async function unassignCards(
  ctx: TransactionContext,
  by: { id: string | null; name: string },
  cards: readonly Card[],
): Promise<void> {
  if (cards.length === 0) return
  const idsOf = (fills: boolean) => cards.filter(card => card.fills === fills).map(card => card.id)
  await deleteKeys(ctx.db, idsOf(false))
  await emptyCards(ctx.db, idsOf(true), ctx.clock.now())
  await keysChanged(ctx, [...new Set(cards.map(card => card.user_id))])
  await recordMany(
    ctx,
    by,
    cards.map(card => ({
      action: card.fills ? 'security-key.updated' : 'security-key.deleted',
      object: objectOf(card),
      before: { owner: card.user_id },
      after: { undone: true },
    })),
  )
  for (const card of cards) if (card.told && !card.fills) await notifyOwnerOfKey(ctx, 'deleted', card)
}
