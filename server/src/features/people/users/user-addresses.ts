import { doneReply } from '@claviger/contract/platform/fields'
import { isOpenTo } from '#platform/entrance/entrance.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { faceOf } from '#features/tenancy/workspaces/workspaces.ts'
import { openLink, useLink } from '../account-links/account-links.ts'
import { mustShareBelowOwnRole, userToChange } from './users.rank.ts'
import { moveMailbox, userById, type UserRow } from './users.ts'
import {
  type AddressChangeRow,
  addressRules,
  addressWaiting,
  settableAloneFrom,
  changeOfRow,
  forgetAddresses,
  logObjectOfAddress,
  notifyOldMailbox,
} from '../addresses/addresses.ts'

export async function getWaiting(ctx: TransactionContext, { id }: { id: string }) {
  if (!(await userById(ctx, id))) throw problem('not-found')
  const change = await addressWaiting(ctx, id)
  return { change: change ? changeOfRow(change) : null }
}

export async function cancelWaiting(ctx: TransactionContext, { id }: { id: string }) {
  const user = await userToChange(ctx, id)
  const change = await addressWaiting(ctx, id, true)
  if (!change) throw problem('not-found')
  await forgetAddresses(ctx, [id])
  await record(ctx, {
    action: 'user.address-stopped',
    object: logObjectOfAddress(user),
    before: { email: change.email },
  })
  return doneReply
}

/**
 * Sets an address without a response from its old mailbox for three days.
 * @throws not-found, above-you, address-of-rank, email-taken; change-refused before that
 */
export async function setAddressUnconfirmed(ctx: TransactionContext, { id }: { id: string }) {
  const user = await userToChange(ctx, id)
  const change = await addressWaiting(ctx, id, true)
  if (!change) throw problem('not-found')
  if (ctx.clock.now() < settableAloneFrom(change))
    throw problem(
      'change-refused',
      'The old mailbox has three days to answer. After that, you can set the address without confirmation',
    )
  await mustShareBelowOwnRole(ctx, change.email, user.shares_email)
  await setWaiting(ctx, user, change)
  return doneReply
}

/**
 * Sets a pending address and notifies the old mailbox. @throws email-taken; address-of-rank for a user who got
 * a role meanwhile
 */
async function setWaiting(
  ctx: TransactionContext,
  user: UserRow,
  change: AddressChangeRow,
  by?: { id: string; name: string },
): Promise<void> {
  if ((await addressRules(ctx, [user.id])).get(user.id) === 'never') throw problem('address-of-rank')
  await forgetAddresses(ctx, [user.id])
  await moveMailbox(ctx, user.id, change.email)
  await record(ctx, {
    action: 'user.address-changed',
    ...(by && { by }),
    object: logObjectOfAddress(user),
    before: { email: user.email },
    after: { email: change.email, askedBy: change.asked_by },
  })
  await notifyOldMailbox(ctx, user, change.email, by?.name)
}

async function asked(ctx: TransactionContext, text: string) {
  const link = await openLink(ctx, text)
  const user = await userById(ctx, link.user)
  const change = user && (await addressWaiting(ctx, user.id, true))
  if (link.purpose !== 'address' || !user || !change || !(await isOpenTo(ctx, 'answer-link')))
    throw problem('link-spent')
  return { link, user, change }
}

export async function openAddressLink(ctx: TransactionContext, input: { link: string }) {
  const { user, change } = await asked(ctx, input.link)
  const face = await faceOf(ctx, workspaceOf(ctx))
  if (!face) throw problem('link-spent')
  return {
    person: `${user.first_name} ${user.last_name}`,
    workspaceName: face.name,
    workspaceIcon: face.icon,
    from: user.email ?? '',
    to: change.email,
  }
}

/** Confirms or stops a new address from the old mailbox. @throws link-spent, email-taken */
export async function answerAddressLink(ctx: TransactionContext, input: { link: string; confirm: boolean }) {
  const { link, user, change } = await asked(ctx, input.link)
  const by = { id: user.id, name: `${user.first_name} ${user.last_name}` }
  await useLink(ctx, link.id)
  if (input.confirm) {
    await setWaiting(ctx, user, change, by)
    return doneReply
  }
  await forgetAddresses(ctx, [user.id])
  await record(ctx, {
    action: 'user.address-stopped',
    by,
    object: { type: 'user', ...by },
    before: { email: change.email, askedBy: change.asked_by },
  })
  return doneReply
}
