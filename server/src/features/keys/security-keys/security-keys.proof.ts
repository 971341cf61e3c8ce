import { keyStatus } from '@claviger/contract/keys/security-keys'
import { later, minutes } from '#platform/clock.ts'
import { isFresh } from '#platform/freshness.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { makeLink } from '#features/people/account-links/account-links.ts'
import { userById } from '#features/people/users/users.ts'
import { changeKey, type SecurityKeyRow } from './security-keys.store.ts'
import { notifyItWaits } from './proof.mails.ts'
import { markOwnerAsked, hasOpenKey, waitingOf, requireProofAgain } from './proof.store.ts'

// A key assigned to a user with a role by someone else opens nothing until its owner verifies it (decision
// 22). The database decides which keys wait; this module asks their owners and evaluates the answers.

export { waitingKeysOf } from './proof.store.ts'

/** How long a verification by email can be stopped before it counts. */
export const stopHours = 24
const linkDays = 7
const askedAgainMinutes = 1

/**
 * How a key was verified when it was added: an act by the owner, or a code to the owner's address or a sign-in
 * with an identity provider; undefined for neither.
 */
export type KeyProof = 'own' | 'address' | undefined

type Proved = Pick<SecurityKeyRow, 'proof_due' | 'proof_counts_at'>

export const isProofDue = ({ proof_due, proof_counts_at }: Proved, now: Date): boolean =>
  proof_due && (proof_counts_at === null || proof_counts_at > now)

/**
 * Whether the user has a key that works, or would if not suspended or blocked. A key awaiting verification
 * never did.
 */
export const hasUsableKey = (ctx: TransactionContext, user: string): Promise<boolean> =>
  hasOpenKey(ctx.db, user, ctx.clock.now())

export function proofDateOf(ctx: TransactionContext, owner: string, proof?: KeyProof): { proved_at?: Date } {
  const self = ctx.actor.kind === 'user' && ctx.actor.id === owner && isFresh(ctx)
  return self || proof === 'own' ? { proved_at: ctx.clock.now() } : {}
}

export async function checkProofOfKey(
  ctx: TransactionContext,
  key: SecurityKeyRow,
  proof?: KeyProof,
): Promise<SecurityKeyRow> {
  if (!key.proof_due || key.proof_counts_at !== null || key.status === keyStatus.pending) return key
  if (proof === 'address') return counting(ctx, key)
  await askOwnerOfKey(ctx, key)
  return key
}

/** A key got another way to open, such as a finger: if its owner has a role, it now awaits verification. */
export async function openedByMore(ctx: TransactionContext, id: string): Promise<void> {
  const key = await requireProofAgain(ctx.db, id)
  if (key) await checkProofOfKey(ctx, key)
}

export async function confirmWaitingKeys(ctx: TransactionContext, keys: readonly string[]): Promise<void> {
  for (const key of await waitingOf(ctx.db, keys)) await checkProofOfKey(ctx, key)
}

/**
 * Emails the owner a link to accept or reject a key. False within a minute of the last one, or without an
 * email address.
 */
export async function askOwnerOfKey(ctx: TransactionContext, key: SecurityKeyRow): Promise<boolean> {
  const now = ctx.clock.now()
  const owner = await userById(ctx, key.user_id)
  if (!(await markOwnerAsked(ctx.db, key.id, now, later(now, -minutes(askedAgainMinutes))))) return false
  if (!owner || owner.email === null) return false
  const href = await makeLink(ctx, { user: key.user_id, purpose: 'waiting', key: key.id, lastsDays: linkDays })
  await notifyItWaits(ctx, { email: owner.email, first_name: owner.first_name }, { key: key.name, href, from: null })
  return true
}

/** Lets a verification by email count a day later; the owner is notified and can stop it with the link. */
export async function counting(ctx: TransactionContext, key: SecurityKeyRow): Promise<SecurityKeyRow> {
  const now = ctx.clock.now()
  const owner = await userById(ctx, key.user_id)
  // An owner who can't be notified can't stop it
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
