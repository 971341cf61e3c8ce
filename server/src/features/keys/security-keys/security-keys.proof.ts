import { later, minutes } from '../../../ground/clock.ts'
import { isFresh } from '../../../ground/freshness.ts'
import { record } from '../../../ground/record/record.ts'
import type { Ctx } from '../../../ground/world.ts'
import { makeLink } from '../../people/account-links/account-links.ts'
import { userById } from '../../people/users/users.ts'
import { changeKey, type KeyRow } from './security-keys.store.ts'
import { notifyItWaits } from './proof.letters.ts'
import { asked, hasOpenKey, waitingOf, weighAnew } from './proof.store.ts'

// A key that comes to somebody of rank from elsewhere opens nothing until its owner proves it (decision 22). The database
// says which do; here is how their owners are asked, and what counts as an answer.

export { waitingKeysOf } from './proof.store.ts'

/** How long a proof by the address on record can be stopped before it counts. */
export const stopHours = 24
const linkDays = 7
const askedAgainMinutes = 1

/**
 * What stands behind a key as it came: an act that is the owner's own, a code to the owner's address or the owner's
 * sign-in elsewhere; nothing of the kind where it is left out.
 */
export type Proof = 'own' | 'address' | undefined

type Proved = Pick<KeyRow, 'proof_due' | 'proof_counts_at'>

/** Does a key still wait for its owner? Until then it opens nothing. */
export const waits = ({ proof_due, proof_counts_at }: Proved, now: Date): boolean =>
  proof_due && (proof_counts_at === null || proof_counts_at > now)

/** Has somebody a key that opens, or would if it were not suspended or blocked? One that waits never did. */
export const hasKeyThatOpens = (ctx: Ctx, user: string): Promise<boolean> => hasOpenKey(ctx.db, user, ctx.clock.now())

/** Columns of a key that its owner has just proved: whoever acts is the owner, confirmed by a passkey, or said to be. */
export function provedBy(ctx: Ctx, owner: string, proof?: Proof): { proved_at?: Date } {
  const self = ctx.actor.kind === 'user' && ctx.actor.id === owner && isFresh(ctx)
  return self || proof === 'own' ? { proved_at: ctx.clock.now() } : {}
}

/** Asks the owner of a key that waits since it was just written, once; answers the key as it is then. */
export async function weighed(ctx: Ctx, key: KeyRow, proof?: Proof): Promise<KeyRow> {
  if (!key.proof_due || key.proof_counts_at !== null || key.status === 30) return key
  if (proof === 'address') return counting(ctx, key)
  await askOwner(ctx, key)
  return key
}

/** A key opens by something that it did not open by before, as another finger: of somebody of rank it waits from now on. */
export async function openedByMore(ctx: Ctx, id: string): Promise<void> {
  const key = await weighAnew(ctx.db, id)
  if (key) await weighed(ctx, key)
}

/** Asks the owners of those of these keys that wait. */
export async function weighedMany(ctx: Ctx, keys: readonly string[]): Promise<void> {
  for (const key of await waitingOf(ctx.db, keys)) await weighed(ctx, key)
}

/** Mails the owner of a key a link that says whether it is theirs; false within a minute of the last, or without a mailbox. */
export async function askOwner(ctx: Ctx, key: KeyRow): Promise<boolean> {
  const now = ctx.clock.now()
  const owner = await userById(ctx, key.user_id)
  if (!(await asked(ctx.db, key.id, now, later(now, -minutes(askedAgainMinutes))))) return false
  if (!owner || owner.email === null) return false
  const href = await makeLink(ctx, { user: key.user_id, purpose: 'waiting', key: key.id, lastsDays: linkDays })
  await notifyItWaits(ctx, { email: owner.email, first_name: owner.first_name }, { key: key.name, href, from: null })
  return true
}

/** Lets a proof by the address on record count a day later; the owner is told, and can stop it by the link. */
export async function counting(ctx: Ctx, key: KeyRow): Promise<KeyRow> {
  const now = ctx.clock.now()
  const owner = await userById(ctx, key.user_id)
  // Whoever cannot be told cannot stop it
  if (!owner || owner.email === null) return key
  const from = later(now, minutes(60 * stopHours))
  const row = await changeKey(ctx.db, key.id, { proof_counts_at: from, proof_asked_at: now })
  const href = await makeLink(ctx, { user: key.user_id, purpose: 'waiting', key: key.id, lastsDays: linkDays })
  await notifyItWaits(ctx, { email: owner.email, first_name: owner.first_name }, { key: key.name, href, from })
  await record(ctx, {
    action: 'security-key.proof-begun',
    object: { type: 'security-key', id: key.id, name: key.name },
    after: { opensFrom: from.toISOString() },
    by: { id: owner.id, name: `${owner.first_name} ${owner.last_name}` },
  })
  return row
}
