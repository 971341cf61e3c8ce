import { unconfirmedAddressDays, addressChangeDays, type AddressChange } from '@claviger/contract/people/addresses'
import { days, later } from '#platform/clock.ts'
import { workspaceOf } from '#platform/db/transaction.ts'
import { problem } from '#platform/problem.ts'
import { record } from '#platform/record/record.ts'
import { shownAs } from '#platform/record/shown-as.ts'
import type { TransactionContext } from '#platform/app-context.ts'
import { makeLink } from '../account-links/account-links.ts'
import { mailAddressChange, mailChanged } from './addresses.mails.ts'
import { type AddressChangeRow, deleteChanges, findChange, isTaken, putChange, rules } from './addresses.store.ts'

export type { AddressChangeRow } from './addresses.store.ts'

/**
 * How another person's change of a user's address takes effect: immediately, after confirmation from the old
 * mailbox, or never.
 */
export type AddressRule = 'at-once' | 'waits' | 'never'

export interface AddressOwner {
  id: string
  email: string | null
  first_name: string
  last_name: string
}

export const logObjectOfAddress = (user: AddressOwner) => ({
  type: 'user',
  id: user.id,
  name: `${user.first_name} ${user.last_name}`,
})

/**
 * The rule for each user's address. An unused account's address may be a typo and changes immediately. An
 * address in use is a sign-in method, so its mailbox decides. Users with a role change their own, with a
 * passkey.
 */
export async function addressRules(ctx: TransactionContext, ids: readonly string[]): Promise<Map<string, AddressRule>> {
  if (ids.length === 0) return new Map()
  const rows = await rules(ctx.db, ids)
  return new Map(rows.map(row => [row.user_id, row.of_rank ? 'never' : row.in_use ? 'waits' : 'at-once']))
}

/** Asks the user's old mailbox to confirm a new address; nothing changes before. @throws email-taken */
export async function askOldMailbox(ctx: TransactionContext, user: AddressOwner, email: string): Promise<void> {
  if (user.email === null) throw new Error('there is no mailbox to ask')
  if (await isTaken(ctx.db, email, user.id)) throw problem('email-taken')
  const now = ctx.clock.now()
  const by = shownAs(ctx).name
  await putChange(ctx.db, {
    workspace_id: workspaceOf(ctx),
    user_id: user.id,
    email,
    asked_by: by.slice(0, 260),
    asked_at: now,
    expires_at: later(now, days(addressChangeDays)),
  })
  await record(ctx, {
    action: 'user.address-asked',
    object: logObjectOfAddress(user),
    before: { email: user.email },
    after: { email },
  })
  const href = await makeLink(ctx, { user: user.id, purpose: 'address', lastsDays: addressChangeDays })
  await mailAddressChange(ctx, { from: user.email, to: email, name: user.first_name, by }, href)
}

export const isMailboxTaken = (ctx: TransactionContext, email: string, user: string): Promise<boolean> =>
  isTaken(ctx.db, email, user)

/** Notifies the old mailbox, if there was one, that the address was replaced. */
export async function notifyOldMailbox(
  ctx: TransactionContext,
  was: AddressOwner,
  to: string | null,
  by = shownAs(ctx).name,
): Promise<void> {
  if (was.email === null || to === null || was.email === to) return
  await mailChanged(ctx, { from: was.email, to, name: was.first_name, by })
}

/**
 * Cancels pending address changes, for example when their import is undone. Returns whether there were any.
 */
export const forgetAddresses = (ctx: TransactionContext, users: readonly string[]): Promise<boolean> =>
  deleteChanges(ctx.db, users)

export const addressWaiting = (
  ctx: TransactionContext,
  user: string,
  hold = false,
): Promise<AddressChangeRow | undefined> => findChange(ctx.db, user, ctx.clock.now(), hold)

/** When the address can be set without the old mailbox. */
export const settableAloneFrom = (change: AddressChangeRow): Date =>
  later(change.asked_at, days(unconfirmedAddressDays))

export const changeOfRow = (row: AddressChangeRow): AddressChange => ({
  email: row.email,
  askedBy: row.asked_by,
  askedAt: row.asked_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  aloneFrom: settableAloneFrom(row).toISOString(),
})
