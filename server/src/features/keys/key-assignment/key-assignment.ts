import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { type KeyKind, keyKindNames, keyKinds, keyStatus } from '@claviger/contract/keys/security-keys'
import {
  activations,
  type AssignOutcome,
  assignOutcomes,
  type keyAssignment,
} from '@claviger/contract/keys/key-assignment'
import { verifications } from '@claviger/contract/keys/token-policies'
import { mustBeFresh } from '#platform/freshness.ts'
import { Problem, problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { askerOf } from '#features/work/rank/rank.ts'
import { userToChange } from '#features/people/users/users.rank.ts'
import { userById, type UserRow } from '#features/people/users/users.ts'
import { readsFingers } from '../access-keys/access-keys.ts'
import { beginEnrolment } from '../fingerprints/fingerprints.begin.ts'
import { tappedCard } from '../reader-settings/reader-settings.ts'
import { settingsByPolicy } from '../token-policies/token-policies.ts'
import { renewPin } from '../security-keys/security-keys.pins.ts'
import { addKey, type SecurityKeyRow, objectOf } from '../security-keys/security-keys.ts'
import { fullRow, keyOfRow } from '../security-keys/security-keys.reply.ts'
import { mailActivation, makeActivationLink } from './activation.ts'
import { replaceKeys, replaceIfNeeded } from './key-assignment.room.ts'
import { chosenSettings } from './assignment-settings.ts'

export { mailActivation } from './activation.ts'

export type NewAssignment = Omit<OutputOf<typeof keyAssignment.add.input>, 'userId'>

/**
 * Assigns a key to each user. For a single user a refusal is thrown; for several, each result is returned.
 * @throws not-found, above-you, no-email, kind-taken, card-taken, card-unreadable, fingerprint-taken,
 * limits-exceeded, setting-not-of-kind, change-refused, verify-first
 */
export async function assignKeys(ctx: TransactionContext, input: OutputOf<typeof keyAssignment.assign.input>) {
  const { ids, ...wish } = input
  const users = [...new Set(ids)]
  if (users.length > 1 && wish.activation === activations.now)
    throw problem('change-refused', 'You can activate only one key at a time. Choose one user, or activate later')
  const results = []
  let first: Awaited<ReturnType<typeof assignTo>> | undefined
  for (const id of users) {
    const user = await userById(ctx, id)
    const name = user ? `${user.first_name} ${user.last_name}` : null
    try {
      const made = await assignTo(ctx, id, wish)
      first ??= made
      results.push({ userId: id, name, outcome: 'assigned' satisfies AssignOutcome, key: made.key })
    } catch (error) {
      if (users.length === 1 || !(error instanceof Problem)) throw error
      results.push({ userId: id, name, outcome: outcomeOfAssignment(error), key: null })
    }
  }
  return {
    ok: true as const,
    assigned: results.filter(one => one.key !== null).length,
    results,
    challenge: first?.challenge ?? null,
    link: first?.link ?? null,
    pin: first?.pin ?? null,
  }
}

export const addKeyForUser = (ctx: TransactionContext, { userId, ...wish }: OutputOf<typeof keyAssignment.add.input>) =>
  assignTo(ctx, userId, wish)

/** Assignable kinds of keys: a fingerprint only if a registered program could enroll it. */
export async function offeredKinds(ctx: TransactionContext): Promise<{ kinds: number[] }> {
  const fingers = await readsFingers(ctx)
  return { kinds: Object.values(keyKinds).filter(kind => kind !== keyKinds.fingerprint || fingers) }
}

export async function mustBeOffered(ctx: TransactionContext, kind: number): Promise<void> {
  if (kind !== keyKinds.fingerprint || (await readsFingers(ctx))) return
  throw problem('change-refused', 'No fingerprint reader program is registered. Register one, then assign this key')
}

export function outcomeOfAssignment({ code }: Problem): AssignOutcome {
  if (code in assignOutcomes) return code as AssignOutcome
  return 'shut-out'
}

const assignTo = async (ctx: TransactionContext, id: string, wish: NewAssignment) =>
  assignFor(ctx, await userToChange(ctx, id), wish, { by: askerOf(ctx) })

/**
 * Assigns a key to a user; `by` must be allowed to change the user. `id` is an existing key; `policy` provides
 * its settings. Throws what assignKeys throws.
 */
export async function assignFor(
  ctx: TransactionContext,
  user: UserRow,
  wish: NewAssignment,
  { by, id, policy }: { by: { id: string | null; name: string }; id?: string; policy?: string | undefined },
) {
  if (user.suspended_at || user.deactivated_at)
    throw problem('change-refused', 'This user is suspended or deactivated. Activate the user first')
  const kind = wish.type as KeyKind
  mustFit(user, kind, wish)
  await mustBeOffered(ctx, kind)
  const card = await cardOfWish(ctx, kind, wish)
  const settings = policy === undefined ? chosen(ctx, kind, wish) : await settingsByPolicy(ctx, policy, kind)
  const gone = await replaceIfNeeded(ctx, user.id, kind, wish.ifOneExists)
  await replaceKeys(ctx, gone, by)
  const key = await addKey(ctx, {
    ...(id !== undefined && { id }),
    user: user.id,
    kind,
    name: wish.name || (keyKindNames[kind] as string),
    ...(settings && { settings }),
    status: card === undefined ? keyStatus.pending : keyStatus.active,
    activation: wish.activation,
    ...(card !== undefined && { card }),
    by,
  })
  await record(ctx, {
    action: 'security-key.assigned',
    by,
    object: objectOf(key),
    after: { owner: `${user.first_name} ${user.last_name}`, kind: keyKindNames[kind], activation: wish.activation },
  })
  const started = await start(ctx, user, key, wish)
  const row = await fullRow(ctx.db, key.id)
  if (!row) throw problem('not-found')
  return { key: keyOfRow(row), ...started }
}

const chosen = (ctx: TransactionContext, kind: KeyKind, { settings }: NewAssignment) =>
  settings && chosenSettings(ctx, kind, settings)

function mustFit(user: UserRow, kind: KeyKind, wish: NewAssignment): void {
  if (wish.activation !== activations.byUser) return
  if (kind === keyKinds.fingerprint)
    throw problem('change-refused', 'A fingerprint is enrolled at a reader. Choose “Now” or “Later”')
  if (user.email === null) throw problem('no-email')
}

async function cardOfWish(ctx: TransactionContext, kind: KeyKind, wish: NewAssignment): Promise<string | undefined> {
  if (kind !== keyKinds.accessCard || wish.activation !== activations.now) return undefined
  if (!wish.cardId)
    throw problem('card-unreadable', undefined, [{ field: 'cardId', message: 'Accesskey/Card ID is required' }])
  return tappedCard(ctx, { cardId: wish.cardId, cardFormat: wish.cardFormat })
}

async function start(
  ctx: TransactionContext,
  user: UserRow,
  key: SecurityKeyRow,
  wish: NewAssignment,
): Promise<{ challenge: string | null; link: string | null; pin: string | null }> {
  const nothing = { challenge: null, link: null, pin: null }
  if (wish.activation === activations.byUser) {
    await mailActivation(ctx, user, key)
    return nothing
  }
  if (wish.activation === activations.later) return nothing
  if (key.kind === keyKinds.fingerprint) return { ...nothing, challenge: await beginEnrolment(ctx, key, 2) }
  if (key.kind !== keyKinds.accessCard) return { ...nothing, link: await makeActivationLink(ctx, key, 1) }
  if (key.verification !== verifications.pin) return nothing
  const { pins = 'later' } = wish
  // A PIN that is shown opens the card, so an API key needs the owner's grant
  if (pins === 'show') mustBeFresh(ctx, 'keys.write')
  const { pin } = await renewPin(ctx, key, pins)
  return { ...nothing, pin }
}
