import type { OutputOf } from '@claviger/contract/platform/endpoint'
import { doneReply } from '@claviger/contract/platform/fields'
import { keyStatus } from '@claviger/contract/keys/security-keys'
import type { WaitingKey, waitingKeys } from '@claviger/contract/keys/waiting-keys'
import { isOpenTo } from '#platform/entrance/entrance.ts'
import { userOf, workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { openLink, useLink } from '#features/people/account-links/account-links.ts'
import { keysChanged, userById, type UserRow } from '#features/people/users/users.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { changeKey, type SecurityKeyRow, lockKey, objectOf } from '../security-keys/security-keys.ts'
import { notifyItIsStopped } from './key-mails.ts'
import { askOwnerOfKey, counting, waitingKeysOf, isProofDue } from '../security-keys/security-keys.proof.ts'

type InputFor<Call extends keyof typeof waitingKeys.calls> = OutputOf<(typeof waitingKeys.calls)[Call]['input']>
type Person = { id: string; name: string }

const waitingKeyOf = (key: SecurityKeyRow): WaitingKey => ({
  id: key.id,
  name: key.name,
  type: key.kind,
  cardEnd: key.card_end,
  madeBy: key.made_by_name,
  since: key.changed_at.toISOString(),
  opensFrom: key.proof_counts_at?.toISOString() ?? null,
})

export const listWaiting = async (ctx: TransactionContext) => ({
  items: (await waitingKeysOf(ctx.db, userOf(ctx).id, ctx.clock.now())).map(waitingKeyOf),
})

/** The user confirmed with another passkey that the key is theirs: it works from now on. @throws not-found */
export async function confirmKey(ctx: TransactionContext, { id }: { id: string }) {
  const key = await ownWaiting(ctx, id)
  await changeKey(ctx.db, key.id, { proved_at: ctx.clock.now() })
  await record(ctx, { action: 'security-key.proved', object: objectOf(key) })
  return doneReply
}

/**
 * Suspends a key that the user rejects. Needs no passkey, because it only removes access. @throws not-found
 */
export async function refuseKey(ctx: TransactionContext, { id }: { id: string }) {
  const owner = await userById(ctx, userOf(ctx).id)
  if (!owner) throw problem('not-found')
  await stop(ctx, await ownWaiting(ctx, id), owner)
  return doneReply
}

export async function mailAgain(ctx: TransactionContext, { id }: { id: string }) {
  const key = await ownWaiting(ctx, id)
  if (userOf(ctx).email === null) throw problem('no-email')
  if (!(await askOwnerOfKey(ctx, key))) throw problem('code-too-soon')
  return doneReply
}

async function ownWaiting(ctx: TransactionContext, id: string): Promise<SecurityKeyRow> {
  const key = await lockKey(ctx.db, id)
  if (!key || key.user_id !== userOf(ctx).id || !isProofDue(key, ctx.clock.now())) throw problem('not-found')
  return key
}

export async function openWaiting(ctx: TransactionContext, { link }: InputFor<'open'>) {
  const { key, owner } = await behind(ctx, link)
  const face = await faceOf(ctx, workspaceOf(ctx))
  return {
    ...waitingKeyOf(key),
    person: nameOf(owner),
    workspaceName: face?.name ?? '',
    workspaceIcon: face?.icon ?? null,
  }
}

/**
 * Answers by the emailed link: an accepted key works a day later, announced by another email; a rejected one
 * is suspended.
 * @throws link-spent
 */
export async function answerWaiting(ctx: TransactionContext, { link, mine }: InputFor<'answer'>) {
  const { key, owner, id } = await behind(ctx, link)
  // A link that can no longer start the waiting period can still stop it
  if (mine && key.proof_counts_at !== null) return { opensFrom: key.proof_counts_at.toISOString() }
  await useLink(ctx, id)
  if (!mine) {
    await stop(ctx, key, owner)
    return { opensFrom: null }
  }
  return { opensFrom: (await counting(ctx, key)).proof_counts_at?.toISOString() ?? null }
}

async function behind(
  ctx: TransactionContext,
  text: string,
): Promise<{ id: string; key: SecurityKeyRow; owner: UserRow }> {
  const link = await openLink(ctx, text)
  if (link.purpose !== 'waiting' || link.key === null || !(await isOpenTo(ctx, 'answer-link')))
    throw problem('link-spent')
  const key = await lockKey(ctx.db, link.key)
  const owner = await userById(ctx, link.user)
  const open = key !== undefined && key.user_id === link.user && key.status === keyStatus.active
  if (!open || !owner || !isProofDue(key, ctx.clock.now())) throw problem('link-spent')
  return { id: link.id, key, owner }
}

async function stop(ctx: TransactionContext, key: SecurityKeyRow, owner: UserRow): Promise<void> {
  await changeKey(ctx.db, key.id, { status: keyStatus.suspended, proof_counts_at: null, changed_at: ctx.clock.now() })
  await keysChanged(ctx, [key.user_id])
  const by: Person = { id: owner.id, name: nameOf(owner) }
  await record(ctx, {
    action: 'security-key.disowned',
    object: objectOf(key),
    after: { addedBy: key.made_by_name },
    by,
  })
  await notifyItIsStopped(ctx, owner, key.name)
}

const nameOf = (owner: UserRow) => `${owner.first_name} ${owner.last_name}`
